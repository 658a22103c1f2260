import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openKeyWriter } from "../../../src/store/accounts/keys.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { start } from "../../support/service/executable.ts";
import { type Contender, type OursOptions, readCpuMicros, readResidentMb, startOurs } from "../contenders/contender.ts";
import { openBenchDatabase } from "../data/database.ts";
import { measure } from "../load/load.ts";
import { openReaders } from "../load/stream-readers.ts";
import type { Findings } from "../report.ts";
import { copyDatabase, type Program, type Setting } from "../setting.ts";
import { startUpstream } from "./writing.ts";

const MARKETS = 2000;
const CHANGED_MARKETS = 100;
const CHANGES_AT_A_TIME = 5;
/** What the platforms list while a pass is measured: more than it reads in that time. */
const PASS_MARKETS = 300_000;
/** More than are expected, so that the memory of one shows. */
const IDLE_STREAMS = 1000;
const BUSY_STREAMS = 200;
/** As many as one key of the enterprise plan may open. */
const STREAMS_A_KEY = 50;
const SETTLE_MS = 5000;
const MEASURED_MS = 15_000;
const HOT_SECONDS = 4;
const HOT_ROUNDS = 3;
const FLAGS = ["--max-streams", "2000", "--max-connections-per-address", "100000"];

/** Streams that are open and idle, and streams that get 50 prices a second. */
export async function measureStreams(setting: Setting): Promise<Findings> {
  const [program] = setting.programs;
  if (program === undefined) return {};
  const small: Setting = { ...setting, ...(await openBenchDatabase(MARKETS)), markets: MARKETS };
  const idle = await measureIdle(small, program);
  const busy = await measureBusy(small, program);
  const pass = await measurePass(small, program);
  return {
    targets: [
      { what: "idle streams: memory of one", measured: idle.kilobytes, unit: "KB", atMost: 20 },
      { what: "hot reads: 200 streams open ÷ none", measured: idle.hotRatio, unit: "×", atLeast: 0.9 },
      { what: "busy streams: p99 from commit to socket", measured: busy.p99Ms, unit: "ms", atMost: 250 },
      { what: "busy streams: p99 during a full pass", measured: pass.p99Ms, unit: "ms", atMost: 250 },
      { what: "busy streams: processor time of a second", measured: busy.milliseconds, unit: "ms", atMost: 100 },
    ],
    notes: [
      `${IDLE_STREAMS} idle streams: ${idle.kilobytes.toFixed(1)} KB each`,
      `${BUSY_STREAMS} streams: ${busy.events.toFixed(0)} events a second on all of them, ` +
        `p50 ${busy.p50Ms.toFixed(0)} ms, p99 ${busy.p99Ms.toFixed(0)} ms, longest ${busy.maxMs.toFixed(0)} ms`,
      `during a pass that wrote ${pass.written} new markets: ${pass.events.toFixed(0)} events a second, ` +
        `p50 ${pass.p50Ms.toFixed(0)} ms, p99 ${pass.p99Ms.toFixed(0)} ms, longest ${pass.maxMs.toFixed(0)} ms`,
    ],
  };
}

/** Starts us with as many keys as the streams need. */
async function startWithKeys(
  setting: Setting,
  one: Program,
  more: Required<Pick<OursOptions, "flags">> & Pick<OursOptions, "environment">,
) {
  const { name, program } = one;
  const file = copyDatabase(setting, one);
  const db = openDatabase(file, "read-write", undefined);
  const limits = { perMinute: 999_999_999, perDay: null, perMonth: null };
  const keys = openKeyWriter(db);
  const secrets = Array.from({ length: IDLE_STREAMS / STREAMS_A_KEY }, () => {
    const { secret } = keys.create(
      { name: "bench", email: "bench@example.com", tier: "enterprise", limits },
      Date.now(),
    );
    return secret;
  });
  db.close();
  const { folder } = setting;
  const flags = [...FLAGS, ...more.flags];
  const contender = await startOurs({ ...more, name, program, folder, file, flags, secret: secrets[0] ?? "" });
  return { contender, secrets, file };
}

async function measureIdle(setting: Setting, program: Program) {
  const { contender, secrets } = await startWithKeys(setting, program, { flags: ["--no-ingest"] });
  try {
    const url = `${contender.url}/api/v1/stream?types=match`;
    const hotWithout: number[] = [];
    const hotWith: number[] = [];
    await readHot(setting, contender);
    for (let round = 0; round < HOT_ROUNDS; round++) {
      hotWithout.push(await readHot(setting, contender));
      const readers = await openReaders(url, { count: BUSY_STREAMS, secrets });
      hotWith.push(await readHot(setting, contender));
      readers.close();
      await delay(SETTLE_MS / 5);
    }
    const before = readResidentMb(contender.pid);
    const readers = await openReaders(url, { count: IDLE_STREAMS, secrets });
    await delay(SETTLE_MS);
    const after = readResidentMb(contender.pid);
    readers.close();
    return { kilobytes: ((after - before) * 1000) / IDLE_STREAMS, hotRatio: sumOf(hotWith) / sumOf(hotWithout) };
  } finally {
    await contender.stop();
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

async function readHot({ connections }: Setting, contender: Contender): Promise<number> {
  const load = { path: "/api/v1/markets", connections, seconds: HOT_SECONDS };
  return (await measure(contender, load)).requestsPerSecond;
}

async function measureBusy(setting: Setting, program: Program) {
  const { contender, secrets, file } = await startWithKeys(setting, program, { flags: ["--no-ingest"] });
  const changes = startChanges(setting, file);
  try {
    await delay(SETTLE_MS);
    const alone = await spend(contender);
    const readers = await openReaders(`${contender.url}/api/v1/stream?types=price`, {
      count: BUSY_STREAMS,
      secrets,
    });
    await delay(SETTLE_MS);
    readers.reset();
    const ours = (await spend(contender)) - alone;
    const delays = summariseDelays(readers.delaysMs);
    const seconds = MEASURED_MS / 1000;
    const events = readers.events / seconds;
    readers.close();
    return { events, ...delays, milliseconds: ours / 1000 / seconds };
  } finally {
    changes.stop();
    await contender.stop();
  }
}

/** Changes some prices ten times a second, each of them every two seconds, from beside the service. */
function startChanges({ folder }: Setting, file: string) {
  const script = fileURLToPath(new URL("../load/price-changes.ts", import.meta.url));
  const numbers = [String(CHANGED_MARKETS), String(CHANGES_AT_A_TIME)];
  const started = start([process.execPath, script, file, ...numbers], folder, {}, 0);
  return { stop: () => started.process.kill("SIGTERM") };
}

/** The same while all platforms are read in full, in the thread that writes. */
async function measurePass(setting: Setting, program: Program) {
  const upstream = await startUpstream({ ...setting, markets: PASS_MARKETS });
  const environment = {
    TOTEBOARD_KALSHI_URL: `${upstream.url}/kalshi`,
    TOTEBOARD_POLYMARKET_URL: `${upstream.url}/gamma`,
    TOTEBOARD_MANIFOLD_URL: `${upstream.url}/manifold`,
  };
  const flags = ["--platforms", "kalshi,polymarket,manifold"];
  const { contender, secrets, file } = await startWithKeys(setting, program, { flags, environment });
  const changes = startChanges(setting, file);
  try {
    const url = `${contender.url}/api/v1/stream?types=price&markets=${listChanged(file).join()}`;
    const readers = await openReaders(url, { count: BUSY_STREAMS, secrets });
    await delay(SETTLE_MS);
    readers.reset();
    const before = countMarkets(file);
    await delay(MEASURED_MS);
    const { delaysMs, events } = readers;
    const written = countMarkets(file) - before;
    readers.close();
    if (written === 0) throw new Error("no pass was under way");
    return { ...summariseDelays(delaysMs), events: events / (MEASURED_MS / 1000), written };
  } finally {
    changes.stop();
    await contender.stop();
    await upstream.stop();
  }
}

const CHANGED = `SELECT platform || ':' || id FROM market_quotes JOIN markets USING (market_key)
  ORDER BY market_key LIMIT ${CHANGED_MARKETS}`;

const listChanged = (file: string): string[] => look(file, CHANGED).map(String);

const countMarkets = (file: string): number => Number(look(file, "SELECT count(*) FROM markets")[0]);

function look(file: string, query: string): unknown[] {
  const db = openDatabase(file, "read-only", undefined);
  try {
    return db.prepare(query).pluck().all();
  } finally {
    db.close();
  }
}

function summariseDelays(delaysMs: readonly number[]) {
  const delays = delaysMs.toSorted((a, b) => a - b);
  const at = (share: number): number => delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

/** Processor time of a server over the measured time. */
async function spend({ pid }: Contender): Promise<number> {
  const before = readCpuMicros(pid);
  await delay(MEASURED_MS);
  return readCpuMicros(pid) - before;
}
