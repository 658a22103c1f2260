import { type Db, prepare } from "../database/db.ts";

/** How many questions have a word, as of the last count. The caller holds the transaction. */
export function openWordFrequencies(db: Db) {
  const find = prepare(db, "matches", "findFrequency").pluck();
  const save = prepare(db, "matches", "saveFrequencies");
  const removeOld = prepare(db, "matches", "deleteOldFrequencies");
  return {
    /** How many questions have a word; 0 for one that is new since the last count. */
    find: (word: string) => (find.get({ word }) ?? 0) as number,

    save: (counts: readonly (readonly [string, number])[], countedAt: number): void =>
      void save.run({ counts: JSON.stringify(counts), countedAt }),

    /** Deletes what an earlier count has saved. */
    removeOld: (countedAt: number): void => void removeOld.run({ countedAt }),
  };
}
