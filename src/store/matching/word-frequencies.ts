import { toStem } from "../../domain/matching/index.ts";
import { type Db, prepare } from "../database/index.ts";

/** How often words occur, as the writer counts them. The caller holds the transaction. */
export function openWordFrequencies(db: Db) {
  const words = prepare(db, "matches", "listWords");
  const find = prepare(db, "matches", "frequency").pluck();
  const save = prepare(db, "matches", "saveFrequencies");
  const removeOld = prepare(db, "matches", "deleteOldFrequencies");
  return {
    /** The words of the next markets, by key, stemmed. */
    listWords: (after: number, limit: number) =>
      (words.all({ after, limit }) as { marketKey: number; words: string }[]).map(({ marketKey, words: json }) => ({
        marketKey,
        words: (JSON.parse(json) as string[]).map(toStem),
      })),
    /** Of how many questions a word is part; 0 for one that was not there when they were counted. */
    find: (word: string) => (find.get({ word }) ?? 0) as number,
    save: (counts: readonly (readonly [string, number])[], countedAt: number): void =>
      void save.run({ counts: JSON.stringify(counts), countedAt }),
    deleteOld: (countedAt: number): void => void removeOld.run({ countedAt }),
  };
}
