import { setTimeout as delay } from "node:timers/promises";
import { openKeyWriter } from "../../../src/store/accounts/keys.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { start } from "../../support/service/executable.ts";
import { type Contender, readCpuMicros, readResidentMb, scriptAt } from "../contenders/contender.ts";
import { openBenchDatabase } from "../data/database.ts";
import { shareOf } from "../load/ask.ts";
import { measure } from "../load/load.ts";
import { openReaders, type StreamReaders } from "../load/stream-readers.ts";
import type { Findings } from "../report.ts";
import { copyDatabase, type OwnOptions, type Program, type Setting, startOne } from "../setting.ts";
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
const MEASURED_SECONDS = 15;
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
      `${BUSY_STREAMS} streams: ${describe(busy)}`,
      `during a pass that wrote ${pass.written} new markets: ${describe(pass)}`,
    ],
  };
}

const describe = ({ events, p50Ms, p99Ms, maxMs }: Delivered): string =>
  `${events.toFixed(0)} events a second on all of them, ` +
  `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, longest ${maxMs.toFixed(0)} ms`;

/** Starts us with as many keys as the streams need. */
async function startWithKeys(
  setting: Setting,
  program: Program,
  { flags = ["--no-ingest"], ...more }: OwnOptions = {},
) {
  const file = copyDatabase(setting, program);
  const db = openDatabase(file, "read-write", undefined);
  const keys = openKeyWriter(db);
  const limits = { perMinute: 999_999_999, perDay: null, perMonth: null };
  const key = { name: "bench", email: "bench@example.com", tier: "enterprise", limits } as const;
  const secrets = Array.from({ length: IDLE_STREAMS / STREAMS_A_KEY }, () => keys.create(key, Date.now()).secret);
  db.close();
  const options = { ...more, file, flags: [...FLAGS, ...flags], secret: secrets[0] ?? "" };
  return { contender: await startOne(setting, program, options), secrets, file };
}

async function measureIdle(setting: Setting, program: Program) {
  const { contender, secrets } = await startWithKeys(setting, program);
  const url = `${contender.url}/api/v1/stream?types=match`;
  let [hotWithout, hotWith] = [0, 0];
  await readHot(contender);
  for (let round = 0; round < HOT_ROUNDS; round++) {
    hotWithout += await readHot(contender);
    const readers = await openReaders(url, BUSY_STREAMS, secrets);
    hotWith += await readHot(contender);
    readers.close();
    await delay(SETTLE_MS / 5);
  }
  const before = readResidentMb(contender.pid);
  const readers = await openReaders(url, IDLE_STREAMS, secrets);
  await delay(SETTLE_MS);
  const after = readResidentMb(contender.pid);
  readers.close();
  await contender.stop();
  return { kilobytes: ((after - before) * 1000) / IDLE_STREAMS, hotRatio: hotWith / hotWithout };
}

async function readHot(contender: Contender): Promise<number> {
  const load = { path: "/api/v1/markets", seconds: HOT_SECONDS };
  return (await measure(contender, load)).requestsPerSecond;
}

async function measureBusy(setting: Setting, program: Program) {
  const { contender, secrets, file } = await startWithKeys(setting, program);
  const changes = startChanges(setting, file);
  try {
    await delay(SETTLE_MS);
    const alone = await spend(contender);
    const readers = await openReaders(`${contender.url}/api/v1/stream?types=price`, BUSY_STREAMS, secrets);
    await delay(SETTLE_MS);
    readers.reset();
    const ours = (await spend(contender)) - alone;
    readers.close();
    return { ...summarise(readers), milliseconds: ours / 1000 / MEASURED_SECONDS };
  } finally {
    changes.stop();
    await contender.stop();
  }
}

/** Changes some prices ten times a second, each of them every two seconds, from beside the service. */
function startChanges({ folder }: Setting, file: string) {
  const started = start(scriptAt("load/price-changes.ts", file, CHANGED_MARKETS, CHANGES_AT_A_TIME), folder, {}, 0);
  return { stop: () => started.process.kill("SIGTERM") };
}

/** The same while all platforms are read in full, in the thread that writes. */
async function measurePass(setting: Setting, program: Program) {
  const { upstream, reading } = await startUpstream({ ...setting, markets: PASS_MARKETS });
  const { contender, secrets, file } = await startWithKeys(setting, program, reading);
  const changes = startChanges(setting, file);
  const db = openDatabase(file, "read-only", undefined);
  const markets = db.prepare("SELECT count(*) FROM markets").pluck();
  try {
    const changed = db.prepare(CHANGED).pluck().all(CHANGED_MARKETS);
    const url = `${contender.url}/api/v1/stream?types=price&markets=${changed.join()}`;
    const readers = await openReaders(url, BUSY_STREAMS, secrets);
    await delay(SETTLE_MS);
    readers.reset();
    const before = Number(markets.get());
    await delay(1000 * MEASURED_SECONDS);
    readers.close();
    const written = Number(markets.get()) - before;
    if (written === 0) throw new Error("no pass was under way");
    return { ...summarise(readers), written };
  } finally {
    db.close();
    changes.stop();
    await contender.stop();
    await upstream.stop();
  }
}

const CHANGED = `SELECT platform || ':' || id FROM market_quotes JOIN markets USING (market_key)
  ORDER BY market_key LIMIT ?`;

type Delivered = ReturnType<typeof summarise>;

/** What streams got within the measured time. */
function summarise({ delaysMs, events }: StreamReaders) {
  if (delaysMs.length === 0) throw new Error("no stream got a price");
  const delays = delaysMs.map((ms) => ({ ms }));
  return {
    events: events / MEASURED_SECONDS,
    p50Ms: shareOf(delays, 0.5),
    p99Ms: shareOf(delays, 0.99),
    maxMs: shareOf(delays, 1),
  };
}

/** Processor time of a server over the measured time. */
async function spend({ pid }: Contender): Promise<number> {
  const before = readCpuMicros(pid);
  await delay(1000 * MEASURED_SECONDS);
  return readCpuMicros(pid) - before;
}
