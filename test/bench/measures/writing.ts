import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Contender, rivalOf, startContender } from "../contenders/contender.ts";
import { capture, keepFor } from "../load/capture.ts";
import type { Command } from "../load/cores.ts";
import { ask, type Latencies, summarise, type Timed } from "../load/sequence.ts";
import type { Findings } from "../report.ts";
import { type Program, type Setting, startOne } from "../setting.ts";

const PATH = "/api/v1/markets";
/** Steps in which the service measures delays of its event loop. */
const LOOP_RESOLUTION_MS = 10;
const PAUSE_MS = 1;
const IDLE_SECONDS = 10;
const MAX_WAIT_MS = 600_000;

/**
 * Hot reads, some hundred a second, while all platforms are read in full and every price has changed; then at rest. A bare
 * server is asked in turn with ours: how long it takes is what the machine is charged with, which has to read, write and
 * ask all at once.
 */
export async function measureWriting(setting: Setting): Promise<Findings> {
  const found: Findings[] = [];
  for (const program of setting.programs) found.push(await measureOne(setting, program));
  return {
    targets: found.flatMap(({ targets = [] }) => targets),
    notes: found.flatMap(({ notes = [] }) => notes),
  };
}

async function measureOne(setting: Setting, program: Program): Promise<Findings> {
  const upstream = await startUpstream(setting);
  const environment = {
    TOTEBOARD_KALSHI_URL: `${upstream.url}/kalshi`,
    TOTEBOARD_POLYMARKET_URL: `${upstream.url}/gamma`,
    TOTEBOARD_MANIFOLD_URL: `${upstream.url}/manifold`,
  };
  const flags = ["--platforms", "kalshi,polymarket,manifold"];
  try {
    const startedAt = Date.now();
    const more = { flags, environment, isPinned: false };
    const contender = await startOne(setting, program, more);
    const bare = await startBare(setting, contender);
    try {
      await readLoopDelayMs(contender);
      const busy = await readUntil([contender, bare], () => hasReadAll(contender, startedAt));
      const seconds = (Date.now() - startedAt) / 1000;
      const loopMs = await readLoopDelayMs(contender);
      const endsAt = Date.now() + IDLE_SECONDS * 1000;
      const idle = await readUntil([contender, bare], async () => Date.now() > endsAt);
      return toFindings({ name: program.name, busy, idle, seconds, loopMs, markets: setting.markets });
    } finally {
      await bare.stop();
      await contender.stop();
    }
  } finally {
    await upstream.stop();
  }
}

interface Found {
  readonly name: string;
  /** Ours, then those of the bare server. */
  readonly busy: readonly Latencies[];
  readonly idle: readonly Latencies[];
  readonly seconds: number;
  readonly loopMs: number;
  readonly markets: number;
}

function toFindings({ name, busy, idle, seconds, loopMs, markets }: Found): Findings {
  const [[ours, bare], [oursIdle, bareIdle]] = [busy, idle];
  if (ours === undefined || oursIdle === undefined) return {};
  return {
    targets: [
      {
        what: `hot reads: p99 during ingest ÷ idle, ${name}`,
        measured: ours.p99Ms / oursIdle.p99Ms,
        unit: "×",
        atMost: 3,
      },
      { what: `hot reads: longest answer during ingest, ${name}`, measured: ours.maxMs, unit: "ms", atMost: 100 },
      { what: `event loop: longest delay during ingest, ${name}`, measured: loopMs, unit: "ms", atMost: 20 },
    ],
    notes: [
      `${name}: all ${markets} markets read in ${seconds.toFixed(0)} s; ${describe("reads meanwhile", ours)}`,
      describe("reads of a bare server meanwhile", bare),
      describe("reads at rest", oursIdle),
      describe("reads of a bare server at rest", bareIdle),
    ],
  };
}

const describe = (what: string, latencies: Latencies | undefined): string => {
  const { count, p50Ms, p99Ms, maxMs } = latencies ?? summarise([]);
  return `${count} ${what}: p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, longest ${maxMs.toFixed(1)} ms`;
};

async function startBare({ folder }: Setting, contender: Contender): Promise<Contender> {
  const captured = keepFor(folder, "writing", await capture(contender, PATH));
  const { headers } = contender;
  return startContender({ name: "bare", command: rivalOf("bare", captured), folder, headers, isPinned: false });
}

/** Starts the platforms that passes read. */
export function startUpstream({ markets, madeAt, folder }: Setting): Promise<Contender> {
  const script = fileURLToPath(new URL("../data/upstream.ts", import.meta.url));
  const command: Command = [process.execPath, script, String(markets), String(madeAt)];
  return startContender({ name: "upstream", command, folder, isPinned: false });
}

/** Asks them in turns again and again with a short pause, so that the reader alone does not fill a core. */
async function readUntil(contenders: readonly Contender[], isOver: () => Promise<boolean>): Promise<Latencies[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = contenders.map((): Timed[] => []);
  const startedAt = performance.now();
  let nextLook = performance.now() + 1000;
  try {
    for (let isDone = false; !isDone; ) {
      for (const [index, contender] of contenders.entries()) {
        times[index]?.push({ path: PATH, ms: (await ask(agent, contender, PATH)).ms });
        await delay(PAUSE_MS);
      }
      if (performance.now() < nextLook) continue;
      isDone = await isOver();
      if (performance.now() - startedAt > MAX_WAIT_MS)
        throw new Error(`not over after ${MAX_WAIT_MS / 60_000} minutes`);
      nextLook = performance.now() + 1000;
    }
  } finally {
    agent.destroy();
  }
  return times.map(summarise);
}

/** Whether every platform has been read since. Throws when a pass has failed. */
async function hasReadAll(contender: Contender, since: number): Promise<boolean> {
  const { text } = await ask(LOOKING, contender, "/api/v1/status");
  const { sources } = (JSON.parse(text()) as { data: { sources: readonly SourceStatus[] } }).data;
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

const LOOKING = new Agent({ keepAlive: false });

/** The longest delay of the event loop since this was last read: the gauge counts from one look to the next. */
async function readLoopDelayMs(contender: Contender): Promise<number> {
  const { text } = await ask(LOOKING, contender, "/metrics");
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text()) ?? [];
  if (seconds === undefined) throw new Error("/metrics does not tell of the event loop");
  return Math.max(0, Number(seconds) * 1000 - LOOP_RESOLUTION_MS);
}
