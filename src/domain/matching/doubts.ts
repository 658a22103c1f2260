import { FIRST_SIDE, type Proposition } from "../propositions/reading/proposition.ts";
import { isHourOpen } from "./moments.ts";

/** A detail that neither question states, which limits the score of the pair. */
interface Doubt {
  readonly maxScore: number;
  readonly reason: string;
}

/** The doubt that keeps a pair without a veto from being a match; undefined when there is none. */
export function findDoubt(a: Proposition, b: Proposition): Doubt | undefined {
  if (isHourOpen(a, b)) return HOUR;
  return [a, b].every(({ facets }) => facets.includes(FIRST_SIDE)) ? SIDE : undefined;
}

/** Enough for review, too low for a match. */
const MAX_DOUBTFUL_SCORE = 0.49;

const HOUR: Doubt = { maxScore: MAX_DOUBTFUL_SCORE, reason: "the hour at which the price is taken is not known" };

const SIDE: Doubt = { maxScore: MAX_DOUBTFUL_SCORE, reason: "neither says for which side yes stands" };
