import type { MarketStatus } from "../domain/markets.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import {
  type AnyTypes,
  type Db,
  openDatabase,
  prepare,
  prepareText,
  type Statement,
  type Value,
} from "./database/db.ts";
import { requireSchema } from "./database/migrations.ts";
import { getQuery } from "./database/queries.ts";
import { openAllQuestions } from "./questions/all.ts";
import type { Question } from "./questions/question.ts";

/** What can be exported. */
export const EXPORT_KINDS = ["markets", "events", "questions", "resolved", "matches"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Which rows; a missing filter lets everything pass. Matches take none. */
export interface ExportFilter {
  /** Those that are shown; all that are known where it is missing. */
  readonly platforms?: readonly string[] | undefined;
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: MarketStatus | undefined;
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
  if (kind === "matches") return openMatchRows(db);
  return openPlatformRows(db, kind, filter);
}

function openQuestionRows(db: Db, { platforms = ALL, ...filter }: ExportFilter): ExportedRows {
  const read = openAllQuestions(db);
  return { rows: () => read({ platforms, ...filter }) };
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

/** Rows that belong to a platform: one platform after the other, by name. */
function openPlatformRows(db: Db, kind: "markets" | "events" | "resolved", filter: ExportFilter): ExportedRows {
  const { platforms = ALL, platform, category, status } = filter;
  const noun = kind === "events" ? "events" : "markets";
  const conditions = [
    getQuery("export", `${noun}Between`),
    ...(category === undefined ? [] : [getQuery("export", `${noun}OfCategory`)]),
    ...(status === undefined ? [] : [getQuery("export", `${noun}OfStatus`)]),
    ...(kind === "resolved" ? [getQuery("export", "marketsResolved")] : []),
  ].join("\n");
  const counting = getQuery("export", noun === "events" ? "countedEvents" : "countedMarkets");
  const counted = prepareText(db, `${counting}\n${conditions}`).pluck();
  const order = getQuery("export", `${noun}InOrder`);
  const toRows = toReader(prepareText(db, `${getQuery("export", noun)}\n${conditions}\n${order}`).raw());
  const among = platforms.filter((id) => platform === undefined || id === platform).toSorted();
  const findLast = prepare(db, "export", noun === "events" ? "lastEventOfStep" : "lastMarketOfStep").pluck();
  /** A filter may let few rows pass: a step ends by what is looked at. */
  function* steps() {
    for (const platform of among) {
      for (let after = ""; after !== END; ) {
        const until = findLast.get({ platform, after }) ?? END;
        yield { platform, after, until, ...(category && { category }), ...(status && { status }) };
        after = until;
      }
    }
  }
  return {
    *count() {
      for (const step of steps()) yield Number(counted.get(step));
    },
    *rows() {
      for (const step of steps()) {
        yield* toRows(step);
        yield undefined;
      }
    },
  };
}

/** After all ids. */
const END = "\u{10FFFF}";

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
