import { toStem } from "../domain/matching/index.ts";
import { type Db, prepare } from "./db.ts";

/** How often words occur, as the writer counts them. The caller holds the transaction. */
export function openWordFrequencies(db: Db) {
  const count = prepare(db, "matches", "countPropositions").pluck();
  const propositions = prepare(db, "matches", "listPropositions");
  const list = prepare(db, "matches", "listFrequencies");
  const save = prepare(db, "matches", "saveFrequency");
  const removeOld = prepare(db, "matches", "deleteOldFrequencies");
  return {
    countPropositions: () => count.get() as number,
    listPropositions: (after: number, limit: number) =>
      (propositions.all({ after, limit }) as { marketKey: number; words: string }[]).map(({ marketKey, words }) => ({
        marketKey,
        words: (JSON.parse(words) as string[]).map(toStem),
      })),
    list: (after: string, limit: number) => list.all({ after, limit }) as { word: string; propositions: number }[],
    save: (words: readonly (readonly [string, number])[], countedAt: number): void => {
      for (const [word, propositions] of words) save.run({ word, propositions, countedAt });
    },
    deleteOld: (countedAt: number): void => void removeOld.run({ countedAt }),
  };
}
