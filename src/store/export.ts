import type { Bar } from "../domain/history.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { ONE } from "../domain/prices.ts";
import { type AnyTypes, type Db, openDatabase, prepare, type Statement, type Value } from "./database/db.ts";
import { requireSchema } from "./database/migrations.ts";
import { openPrices } from "./history/prices.ts";
import { createLists } from "./lists/listed.ts";
import { openPriceAges } from "./price-ages.ts";
import { type Question, readQuestions } from "./questions/question.ts";

/** What can be exported. */
export const EXPORT_KINDS = ["markets", "events", "questions", "resolved", "history", "matches"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Which rows; all where nothing is said. */
export interface ExportFilter {
  /** Those that are shown; all that are known where it is missing. */
  readonly platforms?: readonly string[] | undefined;
  /** Of markets, or of events: only these, in their order. */
  readonly keys?: readonly number[] | undefined;
  /** Only these questions, in their order. */
  readonly ids?: readonly string[] | undefined;
  /** Of history: epoch seconds, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A stored row in the names of the API. Questions are as the store gives them. */
export type ExportRow = StoredRow | Question;

export type StoredRow = Record<string, unknown>;

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
  const ages = openPriceAges(db)(0);
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
    let rows = keysAfter.all({ after: "", limit: STEP_QUESTIONS });
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows.map(({ questionKey }) => questionKey);
      rows = keysAfter.all({ after: last.id, limit: STEP_QUESTIONS });
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
function openMatchRows(db: Db): ExportedRows {
  const toRows = toReader(prepare(db, "export", "matches").raw());
  return { rows: () => toRows({}) };
}

const ALL = PLATFORMS.map(({ id }) => id);

const COUNTS = { markets: "countMarkets", events: "countEvents", resolved: "countResolved" } as const;

function openKeyedRows(db: Db, kind: keyof typeof COUNTS, filter: ExportFilter): ExportedRows {
  const counted = prepare(db, "export", COUNTS[kind]).pluck();
  const toRows = toReader(prepare(db, "export", kind).raw());
  const steps = openSteps(db, kind === "events" ? "eventKeys" : "marketKeys", filter);
  return {
    *count() {
      for (const keys of steps()) yield Number(counted.get({ keys }));
    },
    *rows() {
      for (const keys of steps()) {
        yield* toRows({ keys });
        yield undefined;
      }
    },
  };
}

const STEP_KEYS = 500;

/** Keys as JSON: those of the filter, or one platform after the other, by name, and its rows by id. */
function openSteps(db: Db, name: "eventKeys" | "marketKeys", { platforms = ALL, keys }: ExportFilter) {
  const list = prepare(db, "export", name);
  return function* steps(): Generator<string> {
    if (keys !== undefined) {
      for (let at = 0; at < keys.length; at += STEP_KEYS) yield JSON.stringify(keys.slice(at, at + STEP_KEYS));
      return;
    }
    for (const platform of platforms.toSorted()) {
      let rows = list.all({ platform, after: "" });
      for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
        yield JSON.stringify(rows.map(({ key }) => key));
        rows = list.all({ platform, after: last.id });
      }
    }
  };
}

/** A step ends after as many. */
const STEP_POINTS = 2000;

/** The prices of one market after the other, each oldest first. */
function openHistoryRows(db: Db, filter: ExportFilter): ExportedRows {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = filter;
  const steps = openSteps(db, "marketKeys", filter);
  const list = prepare(db, "export", "historyMarkets");
  const prices = openPrices(db);
  function* markets(): Generator<{ platform: string; id: string; bars: readonly Bar[] } | undefined> {
    for (const keys of steps()) {
      let points = 0;
      for (const { platform, id } of list.all({ keys })) {
        const bars = prices.listAll(platform, id, { from, to });
        yield { platform, id, bars };
        points += Math.max(bars.length, POINTS_OF_MARKET);
        if (points < STEP_POINTS) continue;
        points = 0;
        yield undefined;
      }
      yield undefined;
    }
  }
  return {
    *count() {
      let rows = 0;
      for (const market of markets()) {
        if (market !== undefined) rows += market.bars.length;
        else {
          yield rows;
          rows = 0;
        }
      }
    },
    *rows() {
      for (const market of markets()) {
        if (market === undefined) yield undefined;
        else for (const bar of market.bars) yield toHistoryRow(market, bar);
      }
    },
  };
}

/** What reading a market costs, in points. */
const POINTS_OF_MARKET = 50;

const toHistoryRow = ({ platform, id }: { platform: string; id: string }, { at, close, volume }: Bar): StoredRow => ({
  platform,
  market_id: id,
  timestamp: at * 1000,
  yes_price: close,
  no_price: ONE - close,
  volume,
});

/** A statement that gives arrays. */
interface ArrayStatement extends Pick<Statement<AnyTypes>, "columns"> {
  iterate(parameters: Readonly<Record<string, string>>): Iterable<readonly Value[]>;
}

/** Reads the rows of a statement, in the names of its columns. */
function toReader(statement: ArrayStatement): (parameters: Readonly<Record<string, string>>) => Generator<StoredRow> {
  const columns = statement.columns().map(({ name }) => name);
  // Copies of parsed JSON keep V8's fast object layout: without it an export takes half as long again.
  const empty: StoredRow = JSON.parse(JSON.stringify(Object.fromEntries(columns.map((name) => [name, null]))));
  return function* read(parameters) {
    for (const stored of statement.iterate(parameters)) {
      const row = { ...empty };
      columns.forEach((column, index) => {
        row[column] = stored[index];
      });
      yield row;
    }
  };
}
