import { setTimeout as delay } from "node:timers/promises";
import { openKeyWriter } from "../../../src/store/accounts/keys.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { start } from "../../support/service/executable.ts";
import { type Contender, readCpuMicros, readResidentMb, scriptAt } from "../contenders/contender.ts";
import { openBenchDatabase } from "../data/database.ts";
import { shareOf } from "../load/ask.ts";
import { openReaders, type StreamReaders } from "../load/stream-readers.ts";
import type { Findings } from "../report.ts";
import { copyDatabase, type Program, type Setting, startOne } from "../setting.ts";

const MARKETS = 2000;
const CHANGED_MARKETS = 100;
const CHANGES_AT_A_TIME = 5;
/** More than are expected, so that the memory of one shows. */
const IDLE_STREAMS = 1000;
const BUSY_STREAMS = 200;
/** As many as one key of the enterprise plan may open. */
const STREAMS_A_KEY = 50;
const SETTLE_MS = 5000;
const MEASURED_SECONDS = 15;
const FLAGS = ["--max-streams", "2000", "--max-connections-per-address", "100000"];

/** Streams that are open and idle, and streams that get 50 prices a second. */
export async function measureStreams(setting: Setting): Promise<Findings> {
  const [program] = setting.programs;
  const small: Setting = { ...setting, ...(await openBenchDatabase(MARKETS)), markets: MARKETS };
  const idleKilobytes = await measureIdle(small, program);
  const busy = await measureBusy(small, program);
  return {
    targets: [
      { what: "idle streams: memory of one", measured: idleKilobytes, unit: "KB", atMost: 20 },
      { what: "busy streams: p99 from commit to socket", measured: busy.p99Ms, unit: "ms", atMost: 250 },
      { what: "busy streams: processor time of a second", measured: busy.milliseconds, unit: "ms", atMost: 100 },
    ],
    notes: [
      `${IDLE_STREAMS} idle streams: ${idleKilobytes.toFixed(1)} KB each`,
      `${BUSY_STREAMS} streams: ${describe(busy)}`,
    ],
  };
}

const describe = ({ events, p50Ms, p99Ms, maxMs }: Delivered): string =>
  `${events.toFixed(0)} events a second on all of them, ` +
  `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, longest ${maxMs.toFixed(0)} ms`;

/** Starts us with as many keys as the streams need. */
async function startWithKeys(setting: Setting, program: Program) {
  const file = copyDatabase(setting, program);
  const db = openDatabase(file, "read-write", undefined);
  const keys = openKeyWriter(db);
  const limits = { perMinute: 999_999_999, perDay: null, perMonth: null };
  const key = { name: "bench", email: "bench@example.com", tier: "enterprise", limits } as const;
  const secrets = Array.from({ length: IDLE_STREAMS / STREAMS_A_KEY }, () => keys.create(key, Date.now()).secret);
  db.close();
  const options = { file, flags: [...FLAGS, "--no-ingest"], secret: secrets[0] ?? "" };
  return { contender: await startOne(setting, program, options), secrets, file };
}

async function measureIdle(setting: Setting, program: Program) {
  const { contender, secrets } = await startWithKeys(setting, program);
  const url = `${contender.url}/api/v1/stream?types=match`;
  const before = readResidentMb(contender.pid);
  const readers = await openReaders(url, IDLE_STREAMS, secrets);
  await delay(SETTLE_MS);
  const after = readResidentMb(contender.pid);
  readers.close();
  await contender.stop();
  return ((after - before) * 1000) / IDLE_STREAMS;
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
