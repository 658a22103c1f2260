import { TYPE_CODES } from "./change-log.ts";
import { consistently, type Db, prepare, prepareText, type Value } from "./database/db.ts";
import { getQuery } from "./database/queries.ts";

/** The tables that are copied by the order of their keys, one after the other. Others go with the one they belong to. */
export const COPIED_TABLES = ["events", "questions", "markets"] as const;
export type CopiedTable = (typeof COPIED_TABLES)[number];

/** Rows of a table of the mirror, with its columns by their names there. */
export interface MirroredRows {
  readonly table: CopiedTable | "matches" | "resolutions" | "prices" | "changes";
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/** Keys by table, and markets whose prices have to be read again. */
export type MirroredKeys = Readonly<Record<CopiedTable | "pasts", Set<number>>>;

/** A market, from when on its prices are read, and after when those that were rolled up are; epoch seconds. */
export type AskedPrices = readonly [marketKey: number, since: number, beyond: number];

/** Of these one step reads the prices of a few only: each may have 10,000. */
const MAX_PASTS = 20;

/** Beyond any time of a price, so that key and time make one number. */
const MAX_SECONDS = 2 ** 32;

/** What the mirror reads. No read lasts longer than a step, so none keeps the WAL from starting again. */
export type MirrorSource = ReturnType<typeof openMirrorSource>;

export function openMirrorSource(db: Db) {
  const lastSeq = prepare(db, "change-log", "lastSeq").pluck();
  const firstSeq = prepare(db, "change-log", "firstSeq").pluck();
  const hasSeq = prepare(db, "change-log", "hasSeq").pluck();
  const changesAfter = prepare(db, "change-log", "changesAfter");
  const countAfter = prepare(db, "mirror", "countAfter").pluck();
  const questionOf = prepare(db, "mirror", "questionOf").pluck();
  const keysAfter = {
    events: prepare(db, "mirror", "eventKeys").pluck(),
    questions: prepare(db, "mirror", "questionKeys").pluck(),
    markets: prepare(db, "mirror", "marketKeys").pluck(),
  };
  const read = {
    events: openTable(db, "events"),
    questions: openTable(db, "questions"),
    matches: openTable(db, "matches"),
    markets: openTable(db, "markets"),
    resolutions: openTable(db, "resolutions"),
    prices: openTable(db, "prices"),
    changes: openTable(db, "changes"),
  };
  /** Of what was written to one second, the first row that is read is the latest. */
  const readPrices = (asked: readonly AskedPrices[]): MirroredRows => {
    const { rows, ...prices } = read.prices({ asked: JSON.stringify(asked) });
    const placed = new Map(rows.toReversed().map((row) => [Number(row[0]) * MAX_SECONDS + Number(row[1]) / 1000, row]));
    return { ...prices, rows: [...placed.values()] };
  };
  return {
    /** How many changes came after a seq; undefined where some of them are lost. */
    countAfter: (seq: number): number | undefined =>
      seq === (lastSeq.get() ?? 0) || hasSeq.get(seq) !== undefined ? countAfter.get(seq) : undefined,

    /** What the first `limit` changes after a seq name; `isKnown` is false where some are lost. */
    look: (after: number, limit: number) =>
      consistently(db, () => {
        const [first, last] = [firstSeq.get() ?? 0, lastSeq.get() ?? 0];
        const isKnown = after === last || hasSeq.get(after) !== undefined;
        const keys: MirroredKeys = { events: new Set(), questions: new Set(), markets: new Set(), pasts: new Set() };
        let [seq, at] = [after, 0];
        for (const { type, subject, ...row } of changesAfter.iterate({ after, limit })) {
          const key = type === TYPE_CODES.scored ? questionOf.get(Number(subject)) : Number(subject);
          if (key !== undefined) tableOf(type, keys)?.add(key);
          ({ seq, at } = row);
          if (keys.pasts.size >= MAX_PASTS) break;
        }
        return { isKnown, first, last, keys, seq, at, changes: read.changes({ after, last: seq }) };
      }),

    keysAfter: (table: CopiedTable, after: number, limit: number): number[] => keysAfter[table].all({ after, limit }),

    /** Rows as they are now, all of one moment. */
    read: ({ events, questions, markets }: MirroredKeys, asked: readonly AskedPrices[]) =>
      consistently(db, () => ({
        events: read.events(JSON.stringify([...events])),
        questions: read.questions(JSON.stringify([...questions])),
        matches: read.matches(JSON.stringify([...questions])),
        markets: read.markets(JSON.stringify([...markets])),
        resolutions: read.resolutions(JSON.stringify([...markets])),
        prices: readPrices(asked),
      })),
  };
}

/** The statement's columns have the names of the mirror's, so no code lists them. */
function openTable(db: Db, table: MirroredRows["table"]) {
  const statement = prepareText(db, getQuery("mirror", table)).raw();
  const columns = statement.columns().map(({ name }) => name);
  return (asked: Parameters<typeof statement.all>[0]): MirroredRows => ({ table, columns, rows: statement.all(asked) });
}

/** Spreads, passes and former states have no rows of their own in the mirror. */
function tableOf(type: number, keys: MirroredKeys): Set<number> | undefined {
  if (type === TYPE_CODES.event) return keys.events;
  if (type === TYPE_CODES.match || type === TYPE_CODES.scored) return keys.questions;
  if (type === TYPE_CODES.past) return keys.pasts;
  return type >= TYPE_CODES.price && type <= TYPE_CODES.resolved ? keys.markets : undefined;
}
