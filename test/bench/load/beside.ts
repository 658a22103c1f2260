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

/** Asks two services the same in turns while prices change in both: what 99 of 100 answers took at most. */
export async function compareReads({ folder }: Pick<Setting, "folder">, { contenders, paths, changing }: Comparison) {
  const running = contenders.map(({ file }) => start(scriptAt("data/changing.ts", file, ...changing), folder, {}, 0));
  const agent = new Agent({ keepAlive: true });
  const times: Timed[][] = [[], []];
  for (const path of paths) {
    for (const [index, contender] of contenders.entries()) {
      times[index]?.push({ path, ms: (await ask(contender, path, { agent })).ms });
    }
  }
  agent.destroy();
  for (const one of running) one.process.kill("SIGKILL");
  for (const one of contenders) await one.stop();
  const [withMs = 0, withoutMs = 0] = times.map((one) => shareOf(one, 0.99));
  return { withMs, withoutMs, ratio: withMs / withoutMs };
}
