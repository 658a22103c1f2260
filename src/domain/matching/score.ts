// Compares two propositions. vetoes.ts forbids, model.ts gives the probability; the writer saves the result, lets an
// operator's decision win, and chooses the best matches (store/matching).

import { isProperName } from "../propositions/lexicon.ts";
import type { Proposition } from "../propositions/proposition.ts";
import { compareGames } from "./games.ts";
import { featuresOf, probabilityOf } from "./model.ts";
import { MIN_REFUSED_OVERLAP, overlapOf, sharedWordsOf, sum, type WeighedProposition } from "./overlap.ts";
import { explain } from "./reasons.ts";
import { findDoubt, findRefusal, inversionsOf, MAX_DOUBTFUL_SCORE } from "./vetoes.ts";

export interface PairComparison {
  /** 0..1; a veto does not lower it. */
  readonly score: number;
  readonly relation: "same" | "inverted";
  /** The name of the veto that forbids the pair, if any. */
  readonly veto: string | undefined;
  readonly explain: () => readonly string[];
}

const MIN_REVIEW_SCORE = 0.4;

/** Compares two propositions; undefined below the score for review. */
export function compare(one: WeighedProposition, other: WeighedProposition): PairComparison | undefined {
  const game = compareGames(one.proposition, other.proposition);
  if (game !== undefined) {
    const { relation, reason } = game;
    return { score: GAME_SCORES[relation], relation, veto: undefined, explain: () => [reason] };
  }
  const found = examine(one, other);
  if (found === undefined) return undefined;
  const { overlap, refusal, features } = found;
  const [a, b] = [one.proposition, other.proposition];
  const doubt = findDoubt(a, b);
  const score = Math.min(doubt === undefined ? 1 : MAX_DOUBTFUL_SCORE, probabilityOf(features));
  if (score < MIN_REVIEW_SCORE) return undefined;
  const isInverted = inversionsOf(a, b) % 2 === 1;
  return {
    score,
    relation: isInverted ? "inverted" : "same",
    veto: refusal?.veto,
    explain: () => explain(a, b, { ...overlap, isInverted, doubt, refusal }),
  };
}

/** Two propositions about one game need no evidence but their names and day. The same side is the better partner. */
const GAME_SCORES = { same: 0.98, inverted: 0.97 } as const;

const MIN_OVERLAP = 0.15;

/**
 * What the score of a pair is made of; undefined when the words have too little in common. The same in either order, but
 * for the sides of `overlap`.
 */
export function examine(one: WeighedProposition, other: WeighedProposition) {
  const isSwapped = other.text < one.text;
  const [first, second] = isSwapped ? [other, one] : [one, other];
  const shared = sharedWordsOf(first, second);
  if (shared === undefined) return undefined;
  const refusal = findRefusal(one.proposition, other.proposition);
  // Most candidates end here, before the costlier comparison of their other words.
  const isFar = 2 * sum(shared.values()) < MIN_REFUSED_OVERLAP * (one.total + other.total);
  if (refusal !== undefined && isFar) return undefined;
  const overlap = overlapOf(first, second, shared);
  if (overlap.score < (refusal === undefined ? MIN_OVERLAP : MIN_REFUSED_OVERLAP)) return undefined;
  const { onlyA, onlyB } = overlap;
  return {
    overlap: isSwapped ? { ...overlap, onlyA: onlyB, onlyB: onlyA } : overlap,
    refusal: refusal ?? refuseNames(first.proposition, onlyA, second.proposition, onlyB),
    features: featuresOf(first, second, overlap),
  };
}

/** Refuses two propositions that each name somebody or something the other does not. */
function refuseNames(a: Proposition, onlyA: readonly string[], b: Proposition, onlyB: readonly string[]) {
  const [ours, theirs] = [namesIn(a, onlyA), namesIn(b, onlyB)];
  if (ours.length === 0 || theirs.length === 0) return undefined;
  return { veto: "names", reason: `names: ${ours.join(" ")} against ${theirs.join(" ")}` };
}

const namesIn = ({ names }: Proposition, words: readonly string[]): string[] =>
  words.filter((word) => names.includes(word) && isProperName(word));
