import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare } from "../database/db.ts";
import { openVerdicts } from "./judge.ts";
import { openMatchQueue } from "./match-queue.ts";
import { openPairs } from "./pairs.ts";
import { openPropositions } from "./propositions.ts";

/** The tables of matching for the writer. The caller holds the transaction. */
export function openMatchTables(db: Db, changes: ChangeLog) {
  const count = prepare(db, "matches", "count");
  return {
    queue: openMatchQueue(db),
    propositions: openPropositions(db),
    pairs: openPairs(db, changes),
    judge: openVerdicts(db),
    frequencies: openWordFrequencies(db),
    counts: () => count.get(),
  };
}

/** How many questions have a word, as of the last count. The caller holds the transaction. */
function openWordFrequencies(db: Db) {
  const find = prepare(db, "matches", "findFrequency").pluck();
  const save = prepare(db, "matches", "saveFrequencies");
  const removeOld = prepare(db, "matches", "deleteOldFrequencies");
  return {
    /** How many questions have a word; 0 for one that is new since the last count. */
    find: (word: string) => find.get({ word }) ?? 0,

    save: (counts: readonly (readonly [string, number])[], countedAt: number): void =>
      void save.run({ counts: JSON.stringify(counts), countedAt }),

    /** Deletes what an earlier count has saved. */
    removeOld: (countedAt: number): void => void removeOld.run({ countedAt }),
  };
}
