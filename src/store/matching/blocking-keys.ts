import { type Db, prepare } from "../database/db.ts";

/** Blocking keys are evenly spread integers of 52 bits. */
const KEYS = 2 ** 52;
const KEYS_PER_QUESTION = 6;
const ENTRIES_PER_RANGE = 1500;

/** How the index is divided into ranges of keys, each small enough for one step. */
export interface KeyRanges {
  readonly count: number;
  /** Keys in each range. */
  readonly width: number;
}

export function toKeyRanges(questions: number): KeyRanges {
  // A power of two, so that ranges have whole bounds.
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, estimateEntries(questions) / ENTRIES_PER_RANGE)));
  return { count, width: KEYS / count };
}

/** About how many entries the index has. */
export const estimateEntries = (questions: number): number => questions * KEYS_PER_QUESTION;

/** One entry of the index: a blocking key and a market that has it. */
export type KeyEntry = readonly [key: number, marketKey: number];

/** The index of blocking keys: which markets have a key. The caller holds the transaction. */
export function openBlockingKeys(db: Db) {
  const add = prepare(db, "matches", "addKeys");
  const addEntries = prepare(db, "matches", "addKeyEntries");
  const remove = prepare(db, "matches", "deleteKeys");
  const removeRange = prepare(db, "matches", "deleteKeyRange");
  const list = prepare(db, "matches", "listMarketsByKey").pluck();
  const listShared = prepare(db, "matches", "listSharedKeys").pluck();
  return {
    add(marketKey: number, keys: readonly number[]): void {
      if (keys.length > 0) add.run({ marketKey, keys: JSON.stringify(keys) });
    },

    /** Adds many entries at once; fastest with neighbouring keys. */
    addEntries: (entries: readonly KeyEntry[]): void => void addEntries.run({ entries: JSON.stringify(entries) }),

    remove(marketKey: number, keys: readonly number[]): void {
      if (keys.length > 0) remove.run({ marketKey, keys: JSON.stringify(keys) });
    },

    /** Removes the entries of all keys from `first` to `last`. */
    removeRange: (first: number, last: number): void => void removeRange.run({ first, last }),

    /** Markets that have the key, at most `limit`. */
    listMarkets: (key: number, limit: number) => list.all({ key, limit }) as number[],

    /** The markets of each key from `first` to `last` that two or more have, but not more than `max`. */
    listShared: (first: number, last: number, max: number): number[][] =>
      (listShared.all({ first, last, max }) as string[]).map((keys) => keys.split(",").map(Number)),
  };
}
