import { findImplication, type Implication, mirror, toSentence } from "../../domain/matching/relations.ts";
import type { PairComparison } from "../../domain/matching/score.ts";
import type { WeighedProposition } from "../../domain/matching/weights.ts";
import { ONE } from "../../domain/prices.ts";
import type { Writing } from "../transactions/writing.ts";

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

/** The lowest score, but for dates and figures, of pairs of which one implies the other. */
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
