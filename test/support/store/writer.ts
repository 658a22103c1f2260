import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import pino from "pino";
import { SharedClock } from "../../../src/clock.ts";
import { type Config, readConfig } from "../../../src/config.ts";
import type { OrderBook } from "../../../src/domain/books.ts";
import type { EventRecord, MarketRecord } from "../../../src/domain/markets.ts";
import type { PassTimes } from "../../../src/domain/platforms.ts";
import type { Fetcher, PlatformFetcher } from "../../../src/sources/fetcher.ts";
import type { Listing, Quote, Source } from "../../../src/sources/source.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { type Commands, toCommands } from "../../../src/store/commands.ts";
import { openVersioning } from "../../../src/store/database/data-version.ts";
import { type Db, immediately, withDatabase } from "../../../src/store/database/db.ts";
import { migrate } from "../../../src/store/database/migrations.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import type { Run } from "../../../src/store/runs.ts";
import type { PolledPlatform } from "../../../src/writer/ingest/polled-platform.ts";
import type { OnMatching } from "../../../src/writer/matching/matcher.ts";
import { openWriter, type Writer } from "../../../src/writer/writer.ts";
import { page, START } from "./builders.ts";

/** What a request for a page meets: the page, later the page, or an error. */
export type Answer = Listing | Promise<Listing> | Error;

type BookAnswer = ReadonlyMap<string, OrderBook | null> | Error;

/** What a scripted platform answers from now on; a test changes it between passes. */
export interface Script {
  full: readonly Answer[];
  /** Absent where the platform has no such listing. */
  active?: readonly Answer[];
  resolved?: readonly Answer[];
  /** Absent where it cannot be asked for markets by their ids. */
  byId?: (ids: readonly string[]) => readonly Answer[];
  /** False where only a single market's page has its rules. */
  hasRulesInListing?: boolean;
  /** Tells a market's past; absent where the platform has no history. */
  history?: NonNullable<Source["fetchHistory"]>;
  /** Gives the books of markets, in parts where it is a list; absent where the platform has none. */
  books?: (ids: readonly string[]) => BookAnswer | readonly BookAnswer[];
  /** Gives current prices of markets, page by page; absent where they cannot be asked for. */
  quotes?: (ids: readonly string[]) => readonly (readonly Quote[] | Error)[];
  /** Markets that a request for prices asks for; 100 where missing. */
  quotesPerRequest?: number;
  /** How often the platform renews its figures. */
  quotesEveryMs?: number;
  /** Reads a page in place of taking it as it is. */
  normalise?: (body: Listing) => Listing;
}

export interface TestWriterOptions {
  /** By platform; kalshi with nothing in its listing when there are none. */
  readonly scripts?: Readonly<Record<string, Script>>;
  /** In place of scripted platforms. */
  readonly platforms?: readonly PolledPlatform[];
  readonly passes?: PassTimes;
  /** A database that is there already; a new one otherwise. */
  readonly file?: string;
  readonly clock?: SharedClock;
  readonly config?: Partial<Config>;
  /** Told from when on an active or resolved listing is asked for. */
  readonly onSince?: (since: number) => void;
  readonly onMatching?: OnMatching;
  /** Between 0 and 1; 0.5 where it is missing, with which passes begin at their times to the second. */
  readonly random?: () => number;
}

export interface TestWriter {
  readonly writer: Writer;
  readonly commands: Commands;
  readonly db: Db;
  readonly file: string;
  readonly clock: SharedClock;
  /** What was asked for, in order: "kalshi full", "kalshi byId m1,m2". */
  readonly asked: string[];
  /** Lines logged as warning or worse. */
  readonly logged: Record<string, unknown>[];
  /** Runs one full pass (and the resolved one that goes with it) over each platform. */
  pass(acceptedDrift?: readonly string[]): Promise<Run>;
  /** Runs everything that is due and waits for it. */
  tick(): Promise<void>;
  /** The same after this time. */
  later(ms: number): Promise<void>;
  /** Runs a turn of the fast lane and waits for it. */
  laneTurn(): Promise<void>;
  /** One value, or rows of columns, straight from the database. */
  value(sql: string, ...values: unknown[]): unknown;
  rows(sql: string, ...values: unknown[]): unknown[];
  /** Writes to the database as a step of the writer does. */
  write(work: () => unknown): void;
}

/** Full passes rarely: at the time of day at which tests begin. */
export const DAILY: PassTimes = { full: "0 12 * * *", active: null, resolved: "*/10 * * * *" };

/** A writer run inline on a database file of its own, with scripted platforms and a clock that stands still. */
export function openTestWriter(options: TestWriterOptions = {}): TestWriter {
  const file = options.file ?? newDatabase();
  const clock = options.clock ?? fixedClock();
  const asked: string[] = [];
  const onSince = options.onSince ?? (() => undefined);
  const logged: Record<string, unknown>[] = [];
  const passes = options.passes ?? { full: "*/30 * * * *", active: "*/5 * * * *", resolved: "*/10 * * * *" };
  const scripts = options.scripts ?? { kalshi: { full: [] } };
  const platforms =
    options.platforms ??
    Object.entries(scripts).map(([id, script]) => scriptedPlatform(id, script, passes, { asked, onSince }));
  const writer = openWriter({
    config: { ...testConfig(), db: file, ...options.config },
    addonPath: undefined,
    clock,
    log: pino({ level: "warn", base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    random: options.random ?? (() => 0.5),
    ...(options.onMatching === undefined ? {} : { onMatching: options.onMatching }),
    platforms,
  });
  after(() => writer.close());
  const { db } = writer.writing;
  const versioned = openVersioning(db);
  const tick = async (): Promise<void> => {
    writer.poller.runDue();
    await writer.poller.whenIdle();
  };
  return {
    writer,
    commands: toCommands(writer.call),
    db,
    file,
    clock,
    asked,
    logged,
    pass: async (acceptedDrift = []) => firstOf(await writer.runOnce(new Set(acceptedDrift))),
    tick,
    async later(ms) {
      clock.advance(ms);
      await tick();
    },
    async laneTurn() {
      writer.lane.run();
      await writer.lane.whenIdle();
    },
    value: (sql, ...values) => db.prepare(sql).pluck().get(values),
    rows: (sql, ...values) => db.prepare(sql).raw().all(values),
    write: (work) => void immediately(db, () => versioned(work)),
  };
}

/** A writer whose only platform, Kalshi, was read once. */
export interface ListedWriter extends TestWriter {
  readonly script: Script;
  /** Reads the platform again, with another listing where one is given. */
  read(records?: readonly MarketRecord[], events?: readonly EventRecord[]): Promise<Run>;
  /** Columns of the markets with their quotes, by id unless `end` says otherwise. */
  markets(columns: string, end?: string): unknown[];
  /** How many of them are so. */
  count(condition: string): unknown;
}

export async function openListed(listed: Listing, more: Omit<Script, "full"> = {}): Promise<ListedWriter> {
  const script: Script = { ...more, full: [listed] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  assert.equal((await test.pass()).status, "ok");
  return {
    ...test,
    script,
    read(records, events) {
      if (records !== undefined) script.full = [page(records, events)];
      return test.pass();
    },
    markets: (columns, end = "ORDER BY id") => test.rows(`SELECT ${columns} FROM ${QUOTED} ${end}`),
    count: (condition) => test.value(`SELECT count(*) FROM ${QUOTED} WHERE ${condition}`),
  };
}

const QUOTED = "markets JOIN market_quotes USING (market_key)";

/** Opens a database for reading, until the end of the test or the suite. */
export function openReader(file: string, platforms?: readonly string[]): Store {
  const store = openStore(file, undefined, platforms);
  after(() => store.close());
  return store;
}

/** The path of a file that does not exist yet, in a folder that is removed after the test. */
export function temporaryFile(name = "test.db"): string {
  const folder = mkdtempSync(join(tmpdir(), "toteboard-test-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

let schema: Buffer | undefined;

/** A new database, copied: making its tables takes longer than most tests do. */
function newDatabase(): string {
  const file = temporaryFile();
  if (schema === undefined) {
    withDatabase(file, "read-write", undefined, (db) => migrate(db, file));
    schema = readFileSync(file);
  } else writeFileSync(file, schema);
  return file;
}

/** Time stands still at `at`. */
export function fixedClock(at: number = START): SharedClock {
  const clock = new SharedClock();
  clock.fixAt(at);
  return clock;
}

/** Time passes, from `at` whatever the time of day is. */
export function runningClock(at: number = START): SharedClock {
  const clock = new SharedClock();
  clock.set(at - clock.now());
  return clock;
}

interface Notes {
  readonly asked: string[];
  readonly onSince: (since: number) => void;
}

type Kind = "full" | "active" | "resolved";

/** A platform that answers as its script says at the moment it is asked. */
function scriptedPlatform(
  platform: string,
  script: Script,
  passes: PassTimes,
  { asked, onSince }: Notes,
): PolledPlatform {
  const listing = (fetcher: Fetcher, kind: Kind) => pagesOf(fetcher, `${platform} ${kind}`, script[kind] ?? []);
  const since = (kind: Kind) => (fetcher: Fetcher, at: number) => {
    onSince(at);
    return listing(fetcher, kind);
  };
  const source: Source = {
    platform,
    normalise: (body) => (script.normalise ?? ((read) => read))(body as Listing),
    fetchOpen: (fetcher) => listing(fetcher, "full"),
    ...(script.history === undefined ? {} : { fetchHistory: script.history }),
    ...(script.books === undefined
      ? {}
      : {
          async *fetchBooks(_fetcher, markets) {
            const ids = markets.map(({ id }) => id);
            asked.push(`${platform} books ${ids.join(",")}`);
            for (const books of [script.books?.(ids) ?? []].flat()) {
              if (books instanceof Error) throw books;
              yield books;
            }
          },
        }),
    ...scriptedQuotes(platform, script, asked),
    ...(script.active === undefined ? {} : { fetchActive: since("active") }),
    ...(script.resolved === undefined ? {} : { fetchResolved: since("resolved") }),
    ...(script.hasRulesInListing === undefined ? {} : { hasRulesInListing: script.hasRulesInListing }),
    ...(script.byId === undefined
      ? {}
      : {
          fetchMarkets: (fetcher, ids) =>
            pagesOf(fetcher, `${platform} byId ${ids.join(",")}`, script.byId?.(ids) ?? []),
        }),
  };
  const fetcher = scriptedFetcher(asked);
  return { source, fetcher, slowFetcher: fetcher, passes, lane: { fetcher, requestsPerSecond: 0.2 } };
}

function scriptedQuotes(platform: string, script: Script, asked: string[]): Pick<Source, "quotes"> {
  if (script.quotes === undefined) return {};
  return {
    quotes: {
      marketsPerRequest: script.quotesPerRequest ?? 100,
      ...(script.quotesEveryMs === undefined ? undefined : { everyMs: script.quotesEveryMs }),
      async *fetch(_fetcher, markets) {
        const ids = markets.map(({ id }) => id);
        asked.push(`${platform} quotes ${ids.join(",")}`);
        for (const page of script.quotes?.(ids) ?? []) {
          if (page instanceof Error) throw page;
          yield page;
        }
      },
    },
  };
}

type ScriptedFetcher = PlatformFetcher & { prepare: (answer: Answer) => void };

/** The answers come by `json`, as a real platform's do, so that who counts requests counts them. */
async function* pagesOf(fetcher: Fetcher, name: string, answers: readonly Answer[]): AsyncGenerator<unknown> {
  for (const answer of answers) {
    (fetcher as ScriptedFetcher).prepare(answer);
    yield await fetcher.json(name);
  }
}

/** Like a real one it fails with UpstreamError once its signal is aborted. */
function scriptedFetcher(asked: string[]): ScriptedFetcher {
  let prepared: Answer = new Error("a scripted source prepares its answers");
  const bound = (signal: AbortSignal | undefined): ScriptedFetcher => ({
    prepare: (answer) => {
      prepared = answer;
    },
    until: (next) => bound(signal === undefined ? next : AbortSignal.any([signal, next])),
    async json(name) {
      asked.push(name);
      if (prepared instanceof Error) throw prepared;
      return raceAbort(prepared, signal);
    },
  });
  return bound(undefined);
}

function raceAbort(answer: Listing | Promise<Listing>, signal: AbortSignal | undefined): Promise<Listing> {
  if (signal === undefined) return Promise.resolve(answer);
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new UpstreamError("aborted", "stand.in"));
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return Promise.race([promise, answer]).finally(() => signal.removeEventListener("abort", abort));
}

/** The settings when nothing is set, whatever machine the test runs on. */
export function testConfig(): Config {
  const envFile = new URL("no-such.env", import.meta.url).pathname;
  return readConfig({ "pages-tier": "free" }, { isDemo: false, environment: {}, envFile });
}

function firstOf(runs: readonly Run[]): Run {
  const [first] = runs;
  if (first === undefined) throw new Error("no platform was read");
  return first;
}
