import type { Bar } from "../domain/history.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { type Db, openDatabase, prepare, prepareText, type SqlRow } from "./database/db.ts";
import { requireSchema } from "./database/migrations.ts";
import { type EventQuery, type StoredEvent, selectEvents, toStoredEvent } from "./events.ts";
import { listAllPrices } from "./history/history.ts";
import { isOneOf, type ListedNoun, type ListSelection, type SqlCondition, toUnordered } from "./lists/list-query.ts";
import { createLists } from "./lists/listed.ts";
import { type EventSort, LISTED_EVENTS, LISTED_MARKETS, type MarketSort } from "./lists/nouns.ts";
import { type MarketQuery, selectMarkets } from "./markets.ts";
import { type Question, readQuestions } from "./questions/question.ts";
import { readPriceAges } from "./runs.ts";

/** What can be exported. */
export const EXPORT_KINDS = ["markets", "events", "questions", "resolved", "history", "matches"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Which rows; all where nothing is said. */
export interface ExportFilter {
  /** Those that are shown; all that are known where it is missing. */
  readonly platforms?: readonly string[] | undefined;
  /** Only what such a list has, in its order. */
  readonly markets?: MarketQuery | undefined;
  readonly events?: EventQuery | undefined;
  /** How far markets moved, where the query asks for that: only the tables of a reader know. */
  readonly moves?: readonly (readonly [marketKey: number, move: number])[] | undefined;
  /** Only these questions, in their order. */
  readonly ids?: readonly string[] | undefined;
  /** Of history: epoch seconds, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A price of a market. */
export interface ExportedPrice extends Bar {
  readonly platform: string;
  readonly id: string;
}

/** A row of each kind, as the API publishes it by its table of fields. */
export interface ExportRows {
  readonly markets: SqlRow<"export", "markets">;
  readonly resolved: SqlRow<"export", "resolved">;
  readonly events: StoredEvent & Pick<SqlRow<"export", "events">, "description">;
  readonly history: ExportedPrice;
  readonly matches: SqlRow<"export", "matches">;
  readonly questions: Question;
}

type ExportRow = ExportRows[ExportKind];

/** All rows of a kind as of one moment, on a connection of its own that `close` ends. */
export interface Export {
  /** How many rows there are, in steps of a millisecond or two whose sum counts. */
  count(): Generator<number>;
  /** In an order that does not depend on when they were stored; undefined where a step ends, whatever it had. */
  rows(): Generator<ExportRow | undefined>;
  close(): void;
}

/** Throws OperatorError when the file cannot be opened or has another schema. */
export function openExport(
  kind: ExportKind,
  file: string,
  addonPath: string | undefined,
  filter: ExportFilter = {},
): Export {
  const db = openDatabase(file, "read-only", addonPath);
  try {
    requireSchema(db, file);
    // The moment is that of the first read.
    db.exec("BEGIN");
    const { rows, count = () => countSteps(rows()) } = openRows(db, kind, filter);
    return { count, rows, close: () => void db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What is cheaper to count than to read has `count`. */
type ExportedRows = Pick<Export, "rows"> & Partial<Pick<Export, "count">>;

function openRows(db: Db, kind: ExportKind, filter: ExportFilter): ExportedRows {
  if (kind === "questions") return openQuestionRows(db, filter);
  if (kind === "history") return openHistoryRows(db, filter);
  if (kind === "matches") return openMatchRows(db);
  return openKeyedRows(db, kind, filter);
}

const STEP_QUESTIONS = 50;

/** Questions by id, at prices as fresh as at the latest pass. */
function openQuestionRows(db: Db, { platforms = ALL, ids }: ExportFilter): ExportedRows {
  const hidden = ALL.filter((platform) => !platforms.includes(platform));
  createLists(db, hidden);
  const ages = readPriceAges(db, 0);
  const latest = Math.max(0, ...platforms.map((platform) => ages.ofPlatform(platform).readAt ?? 0));
  const keysAfter = prepare(db, "export", "questionKeys");
  const keysOf = prepare(db, "export", "keysOfQuestions").pluck();
  function* steps(): Generator<readonly number[]> {
    if (ids !== undefined) {
      for (let at = 0; at < ids.length; at += STEP_QUESTIONS) {
        yield keysOf.all({ ids: JSON.stringify(ids.slice(at, at + STEP_QUESTIONS)) });
      }
      return;
    }
    for (const rows of pagesOf((after) => keysAfter.all({ after, limit: STEP_QUESTIONS }))) {
      yield rows.map(({ questionKey }) => questionKey);
    }
  }
  return {
    *rows() {
      for (const keys of steps()) {
        yield* readQuestions(db, keys, latest);
        yield undefined;
      }
    },
  };
}

function* countSteps(rows: Iterable<unknown>): Generator<number> {
  let count = 0;
  for (const row of rows) {
    if (row !== undefined) count++;
    else {
      yield count;
      count = 0;
    }
  }
  yield count;
}

/** In one step: only the operator exports them, from the command line. */
const openMatchRows = (db: Db): ExportedRows => ({
  *rows() {
    yield* prepare(db, "export", "matches").iterate();
  },
});

const ALL = PLATFORMS.map(({ id }) => id);

function openKeyedRows(db: Db, kind: "markets" | "events" | "resolved", filter: ExportFilter): ExportedRows {
  const steps = kind === "events" ? openEventSteps(db, filter) : openMarketSteps(db, filter, kind === "resolved");
  return {
    *count() {
      for (const keys of steps()) yield keys.length;
    },
    *rows() {
      for (const keys of steps()) {
        const asked = { keys: JSON.stringify(keys) };
        if (kind === "events") yield* prepare(db, "export", kind).all(asked).map(toStoredEvent);
        else yield* prepare(db, "export", kind).iterate(asked);
        yield undefined;
      }
    },
  };
}

/** Keys of rows, step by step. */
type KeySteps = () => Generator<readonly number[]>;

const STEP_KEYS = 500;

/** All rows, one platform after the other, by name, and its rows by id. */
function openAllSteps(
  db: Db,
  name: "eventKeys" | "marketKeys" | "resolvedKeys",
  { platforms = ALL }: ExportFilter,
): KeySteps {
  const list = prepare(db, "export", name);
  return function* steps() {
    for (const platform of platforms.toSorted()) {
      for (const rows of pagesOf((after) => list.all({ platform, after }))) yield rows.map(({ key }) => key);
    }
  };
}

/** What a list gives after each id that came last. */
function* pagesOf<Row extends { readonly id: string }>(list: (after: string) => readonly Row[]) {
  let rows = list("");
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows;
    rows = list(last.id);
  }
}

/** The rows of lists as the file has them. */
const FILED_MARKETS: ListedNoun<MarketSort> = {
  ...LISTED_MARKETS,
  from: "markets CROSS JOIN market_quotes USING (market_key) LEFT JOIN moves USING (market_key)",
};
const FILED_EVENTS: ListedNoun<EventSort> = {
  ...LISTED_EVENTS,
  from: "events CROSS JOIN event_totals USING (event_key)",
};

function openMarketSteps(db: Db, filter: ExportFilter, isResolved = false): KeySteps {
  const { markets, moves = [], platforms } = filter;
  if (markets === undefined) return openAllSteps(db, isResolved ? "resolvedKeys" : "marketKeys", filter);
  db.exec("CREATE TEMP TABLE moves (market_key INTEGER PRIMARY KEY, change_24h INTEGER)");
  prepareText(db, "INSERT INTO moves SELECT value ->> 0, value ->> 1 FROM json_each(?)").run(JSON.stringify(moves));
  const { conditions, ...selection } = selectMarkets(db, markets);
  const listed = [...conditions, isOneOf("platform", platforms), HAS_PRICE, isResolved ? HAS_RESOLVED : undefined];
  return openOrderedSteps(db, FILED_MARKETS, { ...selection, conditions: listed });
}

const HAS_PRICE: SqlCondition = { sql: "yes_price IS NOT NULL", values: [] };
const HAS_RESOLVED: SqlCondition = { sql: "resolved_at IS NOT NULL", values: [] };

function openEventSteps(db: Db, filter: ExportFilter): KeySteps {
  const { events, platforms } = filter;
  if (events === undefined) return openAllSteps(db, "eventKeys", filter);
  const { conditions, ...selection } = selectEvents(db, events);
  const listed = [...conditions, isOneOf("platform", platforms), HAS_MARKETS];
  return openOrderedSteps(db, FILED_EVENTS, { ...selection, conditions: listed });
}

const HAS_MARKETS: SqlCondition = { sql: "market_count > 0", values: [] };

/** Keys of the file that are looked at in one step. */
const STEP_LOOKED_AT = 5000;

/** Sorts a list in a table of its own, since sorting at once would take long; then reads it from there. */
function openOrderedSteps<Sort extends string>(
  db: Db,
  noun: ListedNoun<Sort>,
  selection: ListSelection<Sort>,
): KeySteps {
  const order = `value IS NULL, value ${selection.order}, key`;
  db.exec(`
    CREATE TEMP TABLE exported (key INTEGER NOT NULL, value INTEGER);
    CREATE INDEX temp.exported_in_order ON exported (${order});`);
  const { sql, values } = toUnordered(noun, selection);
  const insert = prepareText(db, `INSERT INTO exported ${sql} AND ${noun.key} > ? AND ${noun.key} <= ?`);
  const table = noun.from.slice(0, noun.from.indexOf(" "));
  const last = Number(prepareText(db, `SELECT max(${noun.key}) FROM ${table}`).pluck().get() ?? 0);
  const read = prepareText(
    db,
    `SELECT key FROM exported ORDER BY ${order} LIMIT ${STEP_KEYS} OFFSET (SELECT ?)`,
  ).pluck();
  let lookedAt = 0;
  return function* steps() {
    for (; lookedAt < last; lookedAt += STEP_LOOKED_AT) {
      insert.run(...values, lookedAt, lookedAt + STEP_LOOKED_AT);
      yield [];
    }
    for (let at = 0; ; at += STEP_KEYS) {
      const keys = read.all(at);
      if (keys.length === 0) return;
      yield keys.map(Number);
    }
  };
}

/** A step ends after as many. */
const STEP_POINTS = 2000;

/** The prices of one market after the other, each oldest first. */
function openHistoryRows(db: Db, filter: ExportFilter): ExportedRows {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = filter;
  const steps = openMarketSteps(db, filter);
  const list = prepare(db, "export", "historyMarkets");
  return {
    *rows() {
      for (const keys of steps()) {
        let points = 0;
        for (const market of list.all({ keys: JSON.stringify(keys) })) {
          const bars = listAllPrices(db, market.platform, market.id, { from, to });
          for (const bar of bars) yield { ...market, ...bar };
          points += Math.max(bars.length, POINTS_OF_MARKET);
          if (points < STEP_POINTS) continue;
          points = 0;
          yield undefined;
        }
        yield undefined;
      }
    },
  };
}

/** What reading a market costs, in points. */
const POINTS_OF_MARKET = 50;
