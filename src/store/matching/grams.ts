import { type Db, prepare } from "../database/index.ts";

/** Grams are integers of 52 bits, evenly spread. */
const GRAMS = 2 ** 52;
const ENTRIES_OF_A_QUESTION = 6;
const ENTRIES_OF_A_PART = 1500;

/** How the index is cut into parts of neighbouring grams, each small enough for one step. */
export interface GramParts {
  readonly count: number;
  /** How many grams a part spans. */
  readonly width: number;
}

export function toGramParts(questions: number): GramParts {
  // A power of two, so that parts have whole bounds.
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, countEntries(questions) / ENTRIES_OF_A_PART)));
  return { count, width: GRAMS / count };
}

/** About how many entries the index has. */
export const countEntries = (questions: number): number => questions * ENTRIES_OF_A_QUESTION;

/** One entry of the index: a gram and a market filed under it. */
export type GramRow = readonly [gram: number, marketKey: number];

/** The index over questions: which markets are filed under a gram. The caller holds the transaction. */
export function openGrams(db: Db) {
  const add = prepare(db, "matches", "addGrams");
  const addRows = prepare(db, "matches", "addRows");
  const remove = prepare(db, "matches", "deleteGrams");
  const removeRows = prepare(db, "matches", "deleteRows");
  const filed = prepare(db, "matches", "listFiled").pluck();
  const shared = prepare(db, "matches", "listShared").pluck();
  return {
    add(marketKey: number, grams: readonly number[]): void {
      if (grams.length > 0) add.run({ marketKey, grams: JSON.stringify(grams) });
    },

    /** Adds many at once, best of neighbouring grams. */
    addRows: (rows: readonly GramRow[]): void => void addRows.run({ rows: JSON.stringify(rows) }),

    remove(marketKey: number, grams: readonly number[]): void {
      if (grams.length > 0) remove.run({ marketKey, grams: JSON.stringify(grams) });
    },

    /** Removes all from one gram to another. */
    removeRows: (first: number, last: number): void => void removeRows.run({ first, last }),

    /** Markets filed under a gram, at most `limit`. */
    listFiled: (gram: number, limit: number) => filed.all({ gram, limit }) as number[],

    /** What is filed under each gram from one to another that has more than one market, but not more than `longest`. */
    listShared: (first: number, last: number, longest: number): number[][] =>
      (shared.all({ first, last, longest }) as string[]).map((keys) => keys.split(",").map(Number)),
  };
}
