import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Contender, scriptAt, startContender } from "../contenders/contender.ts";
import { ask, describe, keepFor, shareOf, type Timed } from "../load/ask.ts";
import type { Findings, Target } from "../report.ts";
import { type Program, type Setting, startOne } from "../setting.ts";

const PATH = "/api/v1/markets";
const PAUSE_MS = 1;
const LOOK_EVERY_MS = 1000;
const MAX_WAIT_MS = 600_000;

/**
 * Hot reads, some hundred a second, while all platforms are read in full and every price has changed. A bare server is
 * asked in turn with ours: how long it takes is what the machine is charged with, which has to read, write and ask all
 * at once.
 */
export async function measureWriting(setting: Setting): Promise<Findings> {
  const targets: Target[] = [];
  const notes: string[] = [];
  for (const program of setting.programs) {
    const { name } = program;
    const { seconds, ours, bare } = await measureOne(setting, program);
    const [p99, maxMs] = [shareOf(ours, 0.99), shareOf(ours, 1)];
    targets.push(
      {
        what: `hot reads: p99 during ingest ÷ bare, ${name}`,
        measured: p99 / shareOf(bare, 0.99),
        unit: "×",
        atMost: 3,
      },
      { what: `hot reads: longest answer during ingest, ${name}`, measured: maxMs, unit: "ms", atMost: 100 },
    );
    notes.push(
      `${name}: all ${setting.markets} markets read in ${seconds.toFixed(0)} s; ${ours.length} reads: ${describe(ours)}`,
      `reads of a bare server meanwhile: ${describe(bare)}`,
    );
  }
  return { targets, notes };
}

async function measureOne(setting: Setting, program: Program) {
  const { folder } = setting;
  const { upstream, reading } = await startUpstream(setting);
  const startedAt = Date.now();
  const contender = await startOne(setting, program, { ...reading, isPinned: false });
  const command = scriptAt("contenders/bare.ts", keepFor(folder, "writing", await ask(contender, PATH)));
  const { headers } = contender;
  const beside = await startContender({ name: "bare", command, folder, headers, isPinned: false });
  const [ours, bare] = await readUntil(contender, beside, () => hasReadAll(contender, startedAt));
  const seconds = (Date.now() - startedAt) / 1000;
  for (const one of [beside, contender, upstream]) await one.stop();
  return { ours, bare, seconds };
}

/** Starts the platforms that passes read; gives what has the service read them. */
async function startUpstream({ markets, madeAt, folder }: Setting) {
  const command = scriptAt("data/upstream.ts", markets, madeAt);
  const upstream = await startContender({ name: "upstream", command, folder, isPinned: false });
  const environment = {
    TOTEBOARD_KALSHI_URL: `${upstream.url}/kalshi`,
    TOTEBOARD_POLYMARKET_URL: `${upstream.url}/gamma`,
    TOTEBOARD_MANIFOLD_URL: `${upstream.url}/manifold`,
  };
  return { upstream, reading: { flags: ["--platforms", "kalshi,polymarket,manifold"], environment } };
}

/** Asks both in turns again and again with a short pause, so that the reader alone does not fill a core. */
async function readUntil(
  contender: Contender,
  bare: Contender,
  isOver: () => Promise<boolean>,
): Promise<[Timed[], Timed[]]> {
  const agent = new Agent({ keepAlive: true });
  const times: [Timed[], Timed[]] = [[], []];
  const startedAt = performance.now();
  let nextLook = startedAt + LOOK_EVERY_MS;
  for (let isDone = false; !isDone; ) {
    for (const [index, one] of [contender, bare].entries()) {
      times[index]?.push({ path: PATH, ms: (await ask(one, PATH, { agent })).ms });
      await delay(PAUSE_MS);
    }
    if (performance.now() < nextLook) continue;
    isDone = await isOver();
    if (performance.now() - startedAt > MAX_WAIT_MS) throw new Error(`not over after ${MAX_WAIT_MS / 60_000} minutes`);
    nextLook = performance.now() + LOOK_EVERY_MS;
  }
  agent.destroy();
  return times;
}

/** Whether every platform has been read since. Throws when a pass has failed. */
async function hasReadAll(contender: Contender, since: number): Promise<boolean> {
  const { bytes } = await ask(contender, "/api/v1/status");
  const { sources } = (JSON.parse(bytes.toString()) as { data: { sources: readonly SourceStatus[] } }).data;
  // Of a pass that went well it says what had to be asked for again.
  const failed = sources.find(({ last_error }) => last_error !== null && !last_error.endsWith("(asked again)"));
  if (failed !== undefined) throw new Error(`${failed.platform}: ${failed.last_error}`);
  return sources.every(({ last_success_at }) => last_success_at !== null && Date.parse(last_success_at) > since);
}

interface SourceStatus {
  readonly platform: string;
  readonly last_success_at: string | null;
  readonly last_error: string | null;
}
