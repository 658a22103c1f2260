// What ingest costs: node test/bench/measures/ingest.ts [--markets 300000] [--base FILE] [--json]
// With --base the first pass is kept in FILE, and later runs begin with a copy of it.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pino from "pino";
import { SharedClock } from "../../../src/clock.ts";
import { readConfig } from "../../../src/config.ts";
import type { PlatformFetcher } from "../../../src/sources/fetcher.ts";
import { openSources } from "../../../src/sources/index.ts";
import type { Source } from "../../../src/sources/source.ts";
import { readWal } from "../../../src/store/database/db.ts";
import type { Run } from "../../../src/store/runs.ts";
import { foldHistory } from "../../../src/writer/maintenance/maintenance.ts";
import { openWriter, type Writer } from "../../../src/writer/writer.ts";
import { pagesOf, shareOf } from "../data/upstream-pages.ts";

const START = Date.parse("2026-11-20T12:00:00.000Z");
const PLATFORMS = ["kalshi", "polymarket", "manifold"];
const SELECTED = 10_000;

/** Of each page in the log. */
const FRAME_HEADER = 24;

/** How often a market has changed since the first pass. */
type Changes = (market: number) => number;

interface Measured {
  readonly pass: string;
  readonly markets: number;
  readonly changed: number;
  /** These two without what making the pages takes. */
  readonly seconds: number;
  /** Of the processor, in this thread. */
  readonly cpuSeconds: number;
  readonly marketsASecond: number;
  readonly walMegabytes: number;
  readonly transactions: number;
  readonly longestStepMs: number;
  readonly medianStepMs: number;
}

const { values } = parseArgs({
  options: {
    markets: { type: "string", default: "300000" },
    base: { type: "string" },
    json: { type: "boolean", default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), "toteboard-bench-"));

async function measure(count: number, file: string): Promise<Measured[]> {
  const measured: Measured[] = [];
  if (values.base === undefined || !existsSync(values.base)) {
    measured.push(...(await withWriter(file, count, async (pass) => [await pass("first", () => 0)])));
    if (values.base !== undefined) copyFileSync(file, values.base);
  } else {
    copyFileSync(values.base, file);
  }
  const isRandom = (market: number): boolean => spread(market) < SELECTED / count;
  const isTraded = (market: number): boolean => shareOf(market) > 1 - SELECTED / count;
  const later = await withWriter(file, count, async (pass, fold) => [
    // The first pass of a process knows nothing of what is stored.
    await pass("unchanged, first of a process", () => 0),
    await pass("unchanged", () => 0),
    await fold("history of the first pass"),
    await pass("10,000 at random", (market) => Number(isRandom(market))),
    await fold("history of 10,000 at random"),
    await pass("10,000 most traded", (market) => Number(isRandom(market)) + Number(isTraded(market))),
    await fold("history of 10,000 most traded"),
    await pass("quotes of 10,000", (market) => Number(isRandom(market)) + Number(isTraded(market)), isRandom),
    await pass("all", (market) => Number(isRandom(market)) + Number(isTraded(market)) + 1),
    await fold("history of all"),
  ]);
  return [...measured, ...later];
}

/** Even, without order, between 0 and 1. */
const spread = (market: number): number => (Math.imul(market + 1, 2_654_435_761) >>> 0) / 2 ** 32;

/** What making the pages has taken. */
interface Making {
  ms: number;
  cpuMs: number;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

type Passing = (name: string, changes: Changes, hasNewQuotes?: (market: number) => boolean) => Promise<Measured>;

async function withWriter(
  file: string,
  count: number,
  work: (pass: Passing, fold: (name: string) => Promise<Measured>) => Promise<Measured[]>,
): Promise<Measured[]> {
  const clock = new SharedClock();
  let now = START;
  clock.fixAt(now);
  let listed = { changes: (() => 0) as Changes, hasNewQuotes: (_: number): boolean => false };
  const making: Making = { ms: 0, cpuMs: 0 };
  const sources = openSources({});
  const feeds = PLATFORMS.map((platform, index) => {
    const source = sources.get(platform);
    if (source === undefined) throw new Error(`no source for ${platform}`);
    return {
      source: {
        platform,
        normalise: source.normalise,
        fetchOpen: () => bodies(source, index, count, listed, making),
      },
      fetcher: NO_FETCHER,
      slowFetcher: NO_FETCHER,
      cadence: { fullEverySeconds: 3600, activeEverySeconds: 0 },
    };
  });
  const environment = { isDemo: false, environment: {}, envFile: join(folder, "no-such.env") };
  const config = { ...readConfig({}, environment), db: file };
  const writer = openWriter({
    config,
    addonPath: undefined,
    clock,
    log: pino({ level: "warn" }),
    feeds,
  });
  const pass: Passing = async (name, changes, hasNewQuotes = () => false) => {
    now += 600_000;
    clock.fixAt(now);
    listed = { changes, hasNewQuotes };
    return measurePass(name, writer, making, () => Promise.all(writer.feeds.runOnce(new Set())));
  };
  /** What passes put off until the next hour. */
  const fold = (name: string): Promise<Measured> =>
    measurePass(name, writer, making, async () => {
      await foldHistory(writer.writing);
      return [];
    });
  try {
    return await work(pass, fold);
  } finally {
    await writer.close();
  }
}

async function measurePass(
  pass: string,
  writer: Writer,
  making: Making,
  work: () => Promise<readonly Run[]>,
): Promise<Measured> {
  making.ms = 0;
  making.cpuMs = 0;
  const { db } = writer.writing;
  db.pragma("wal_checkpoint(TRUNCATE)");
  const pageSize = Number(db.pragma("page_size", { simple: true }));
  const steps = timeTransactions(db);
  const [from, cpuFrom] = [performance.now(), cpuMs()];
  const runs = await work();
  const seconds = (performance.now() - from - making.ms) / 1000;
  const cpuSeconds = (cpuMs() - cpuFrom - making.cpuMs) / 1000;
  steps.stop();
  const failed = runs.find(({ status }) => status !== "ok");
  if (failed !== undefined) throw new Error(`${pass}: ${failed.platform} ${failed.status}: ${failed.error}`);
  const total = (field: "markets" | "changed" | "inserted"): number => runs.reduce((sum, run) => sum + run[field], 0);
  const sorted = steps.tookMs.toSorted((a, b) => a - b);
  return {
    pass,
    markets: total("markets"),
    changed: total("changed") + total("inserted"),
    seconds: round(seconds),
    cpuSeconds: round(cpuSeconds),
    marketsASecond: Math.round(total("markets") / seconds),
    walMegabytes: round((steps.log.pages * (pageSize + FRAME_HEADER)) / 2 ** 20),
    transactions: sorted.length,
    longestStepMs: round(sorted.at(-1) ?? 0),
    medianStepMs: round(sorted[sorted.length >> 1] ?? 0),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Notes how long each write transaction takes, its commit included, and how many pages it adds to the log. */
function timeTransactions(db: Writer["writing"]["db"]) {
  const tookMs: number[] = [];
  const log = { pages: 0 };
  const original = db.transaction;
  db.transaction = ((work: () => unknown) => {
    const made = original.call(db, work);
    const immediate = (): unknown => {
      const { pages: before } = readWal(db);
      const from = performance.now();
      const result = made.immediate();
      tookMs.push(performance.now() - from);
      const { pages } = readWal(db);
      // The log restarts once all of it is in the database file.
      log.pages += pages < before ? pages : pages - before;
      return result;
    };
    return Object.assign(() => made(), { ...made, immediate });
  }) as typeof db.transaction;
  const stop = (): void => {
    db.transaction = original;
  };
  return { tookMs, log, stop };
}

/** The pages of one platform as it would send them, with the time it takes to make them set apart. */
async function* bodies(
  source: Source,
  index: number,
  count: number,
  listed: { changes: Changes; hasNewQuotes: (market: number) => boolean },
  making: Making,
): AsyncGenerator<unknown> {
  const pages = pagesOf(source.platform, { index, count, ...listed });
  for (;;) {
    const [from, cpuFrom] = [performance.now(), cpuMs()];
    const page = pages.next();
    // As it arrives: texts in one piece.
    const body: unknown = page.done === true ? undefined : JSON.parse(JSON.stringify(page.value));
    making.ms += performance.now() - from;
    making.cpuMs += cpuMs() - cpuFrom;
    if (body === undefined) return;
    yield body;
  }
}

const NO_FETCHER: PlatformFetcher = {
  json: () => Promise.reject(new Error("the pages are made here")),
  until: () => NO_FETCHER,
} as unknown as PlatformFetcher;

try {
  const measured = await measure(Number(values.markets), join(folder, "ingest.db"));
  if (values.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
  else console.table(Object.fromEntries(measured.map(({ pass, ...figures }) => [pass, figures])));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
