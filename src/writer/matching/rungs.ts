import { compare } from "../../domain/matching/score.ts";
import type { Writing } from "../transactions/writing.ts";
import { inOrder } from "./compare.ts";
import type { MatchCorpus } from "./corpus.ts";
import { saveMisses, toMiss } from "./misses.ts";

/** The nearest siblings of its matches that a market is compared with. Few of them are kept in each direction. */
const MAX_RUNGS_COMPARED = 40;

/**
 * Compares matched markets with the other rungs of their partners' ladders: other figures make no blocking keys in common.
 * Call it when the matches of these markets are chosen. `now` is epoch milliseconds.
 */
export function compareRungs(writing: Writing, corpus: MatchCorpus, marketKeys: readonly number[], now: number): void {
  const rows = writing.matching.pairs.listRungs(marketKeys, MAX_RUNGS_COMPARED);
  if (rows.length === 0) return;
  const questions = corpus.find([...new Set(rows.flatMap(({ marketKey, otherKey }) => [marketKey, otherKey]))]);
  for (const [key, rungs] of Map.groupBy(rows, ({ marketKey }) => marketKey)) {
    const misses = rungs.flatMap(({ otherKey }) => {
      const [own, other] = [questions.get(key), questions.get(otherKey)];
      if (own === undefined || other === undefined) return [];
      const sides = inOrder(key, own, otherKey, other);
      const comparison = compare(...sides);
      return comparison === undefined ? [] : toMiss(otherKey, comparison, sides, now);
    });
    const implied = misses.filter(({ implication }) => implication !== undefined);
    saveMisses(writing, key, implied);
  }
}
