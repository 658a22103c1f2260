import { findImplication, type Implication } from "../../domain/matching/implications.ts";
import { mirror, toSentence } from "../../domain/matching/matches.ts";
import type { WeighedProposition } from "../../domain/matching/overlap.ts";
import { compare, type PairComparison } from "../../domain/matching/score.ts";
import { ONE } from "../../domain/prices.ts";
import type { Writing } from "../transactions/writing.ts";
import { inOrder, type MatchCorpus } from "./corpus.ts";

/** A pair that a veto forbids. */
export interface Miss {
  readonly otherKey: number;
  readonly veto: string;
  readonly comparison: PairComparison;
  /** Of the market with the smaller key to the other. */
  readonly implication: Implication | undefined;
}

/** Each market keeps its best vetoed pairs as near misses, down to this score. */
const MIN_MISS_SCORE = 0.6;
const MAX_MISSES = 3;

/** The nearest rungs of a ladder that are kept, in each direction and on each platform together. */
const MAX_RUNGS = 3;

/** The lowest score, but for dates and figures, of pairs where one implies the other. */
const MIN_IMPLIED_SCORE = 0.7;

/** Gives the miss of a pair; its first question is that of the smaller key. */
export function toMiss(
  otherKey: number,
  comparison: PairComparison,
  [first, second]: readonly [WeighedProposition, WeighedProposition],
  now: number,
): Miss[] {
  const { veto, score } = comparison;
  if (veto === undefined) return [];
  // With a lower score, more than dates and figures may differ.
  const isRung = (veto === "date" || veto === "number") && score >= MIN_IMPLIED_SCORE;
  return [{ otherKey, veto, comparison, implication: isRung ? findImplication(first, second, now) : undefined }];
}

/** Saves the misses of one market that are kept: the best, and the nearest of those that imply something. */
export function saveMisses({ matching: { pairs } }: Writing, marketKey: number, misses: readonly Miss[]): void {
  const best = misses
    .filter(({ comparison }) => comparison.score >= MIN_MISS_SCORE)
    .sort((a, b) => b.comparison.score - a.comparison.score || a.otherKey - b.otherKey)
    .slice(0, MAX_MISSES);
  for (const miss of new Set([...best, ...nearestRungs(marketKey, misses)])) {
    const { otherKey, veto, comparison, implication } = miss;
    const relation = implication?.relation;
    const reasons = [...(relation === undefined ? [] : [toSentence(relation)]), ...comparison.explain()];
    pairs.saveMiss({ marketKey, otherKey, score: Math.round(comparison.score * ONE), veto, reasons, relation });
  }
}

function nearestRungs(key: number, misses: readonly Miss[]): Miss[] {
  const rungs = misses.flatMap((miss) => (miss.implication === undefined ? [] : [{ miss, ...miss.implication }]));
  const sides = Map.groupBy(rungs, ({ miss, relation }) => (key < miss.otherKey ? relation : mirror(relation)));
  return [...sides.values()].flatMap((side) =>
    side
      .sort((a, b) => a.distance - b.distance || a.miss.otherKey - b.miss.otherKey)
      .slice(0, MAX_RUNGS)
      .map(({ miss }) => miss),
  );
}

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
