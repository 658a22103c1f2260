import { Agent } from "node:http";
import { start } from "../../support/service/executable.ts";
import { type Contender, scriptAt } from "../contenders/contender.ts";
import type { Setting } from "../setting.ts";
import { ask, shareOf, type Timed } from "./ask.ts";

interface Comparison {
  /** With what is measured, and without it. They are stopped at the end. */
  readonly contenders: readonly [OnFile, OnFile];
  readonly paths: readonly string[];
  /** What `data/changing.ts` takes: prices a second, and of how many markets. */
  readonly changing: readonly number[];
}

type OnFile = Contender & { readonly file: string };

/** Answers that a share is taken of. Of many such parts the middle one counts: what else a machine does disturbs a few. */
const PART = 1000;

/**
 * Asks two services the same in turns while prices change in both: what 99 of 100 answers took at most. Neither is always
 * the first to be asked, for the second one waits for what the first does after its answer.
 */
export async function compareReads({ folder }: Pick<Setting, "folder">, { contenders, paths, changing }: Comparison) {
  const running = contenders.map(({ file }) => start(scriptAt("data/changing.ts", file, ...changing), folder, {}, 0));
  const agent = new Agent({ keepAlive: true });
  const times: Timed[][] = [[], []];
  for (const [turn, path] of paths.entries()) {
    for (const index of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      times[index]?.push({ path, ms: (await ask(contenders[index], path, { agent })).ms });
    }
  }
  agent.destroy();
  for (const one of running) one.process.kill("SIGKILL");
  for (const one of contenders) await one.stop();
  const [withMs = 0, withoutMs = 0] = times.map(middleOfParts);
  return { withMs, withoutMs, ratio: withMs / withoutMs };
}

function middleOfParts(times: readonly Timed[]): number {
  const starts = Array.from({ length: Math.ceil(times.length / PART) }, (_, part) => part * PART);
  const shares = starts.map((from) => ({ ms: shareOf(times.slice(from, from + PART), 0.99) }));
  return shareOf(shares, 0.5);
}
