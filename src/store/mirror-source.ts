import { lastSeqOf, TYPE_CODES } from "./change-log.ts";
import {
  type AnyTypes,
  consistently,
  type Db,
  prepare,
  prepareText,
  type Statement,
  type Value,
} from "./database/db.ts";
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

// What the mirror reads. No read lasts longer than a step, so none keeps the WAL from starting again.

/** How many changes came after a seq; undefined where some of them are lost. */
export const countChangesAfter = (db: Db, seq: number): number | undefined =>
  isKnown(db, seq) ? prepare(db, "mirror", "countAfter").pluck().get(seq) : undefined;

const isKnown = (db: Db, seq: number): boolean =>
  seq === lastSeqOf(db) || prepare(db, "change-log", "hasSeq").get(seq) !== undefined;

/** What the first `limit` changes after a seq name; `isKnown` is false where some are lost. */
export const lookAtChanges = (db: Db, after: number, limit: number) =>
  consistently(db, () => {
    const first = prepare(db, "change-log", "firstSeq").pluck().get() ?? 0;
    const keys: MirroredKeys = { events: new Set(), questions: new Set(), markets: new Set(), pasts: new Set() };
    const questionOf = prepare(db, "mirror", "questionOf").pluck();
    let [seq, at] = [after, 0];
    for (const { type, subject, ...row } of prepare(db, "change-log", "changesAfter").iterate({ after, limit })) {
      const key = type === TYPE_CODES.scored ? questionOf.get(Number(subject)) : Number(subject);
      if (key !== undefined) tableOf(type, keys)?.add(key);
      ({ seq, at } = row);
      if (keys.pasts.size >= MAX_PASTS) break;
    }
    const changes = readTable(db, "changes", { after, last: seq });
    return { isKnown: isKnown(db, after), first, last: lastSeqOf(db), keys, seq, at, changes };
  });

const KEYS = { events: "eventKeys", questions: "questionKeys", markets: "marketKeys" } as const;

export const listKeysAfter = (db: Db, table: CopiedTable, after: number, limit: number): number[] =>
  prepare(db, "mirror", KEYS[table]).pluck().all({ after, limit });

/** Rows as they are now, all of one moment. */
export const readMirrored = (db: Db, { events, questions, markets }: MirroredKeys, asked: readonly AskedPrices[]) =>
  consistently(db, () => ({
    events: readTable(db, "events", JSON.stringify([...events])),
    questions: readTable(db, "questions", JSON.stringify([...questions])),
    matches: readTable(db, "matches", JSON.stringify([...questions])),
    markets: readTable(db, "markets", JSON.stringify([...markets])),
    resolutions: readTable(db, "resolutions", JSON.stringify([...markets])),
    prices: readPrices(db, asked),
  }));

/** Of what was written to one second, the first row that is read is the latest. */
function readPrices(db: Db, asked: readonly AskedPrices[]): MirroredRows {
  const { rows, ...prices } = readTable(db, "prices", { asked: JSON.stringify(asked) });
  const placed = new Map(rows.toReversed().map((row) => [Number(row[0]) * MAX_SECONDS + Number(row[1]) / 1000, row]));
  return { ...prices, rows: [...placed.values()] };
}

/** The statement's columns have the names of the mirror's, so no code lists them. */
function readTable(
  db: Db,
  table: MirroredRows["table"],
  asked: Parameters<Statement<AnyTypes>["all"]>[0],
): MirroredRows {
  const statement = prepareText(db, getQuery("mirror", table)).raw();
  return { table, columns: statement.columns().map(({ name }) => name), rows: statement.all(asked) };
}

/** Spreads, passes and former states have no rows of their own in the mirror. */
function tableOf(type: number, keys: MirroredKeys): Set<number> | undefined {
  if (type === TYPE_CODES.event) return keys.events;
  if (type === TYPE_CODES.match || type === TYPE_CODES.scored) return keys.questions;
  if (type === TYPE_CODES.past) return keys.pasts;
  return type >= TYPE_CODES.price && type <= TYPE_CODES.resolved ? keys.markets : undefined;
}
