import { isHourOpen } from "./moments.ts";
import { FIRST_SIDE, type Proposition } from "./reading/index.ts";

/** What two questions leave open, and how high they may score all the same. */
export interface Doubt {
  readonly highest: number;
  readonly reason: string;
}

/** What keeps a pair that no guard refuses from being a match; undefined when nothing is left open. */
export function findDoubt(a: Proposition, b: Proposition): Doubt | undefined {
  if (isHourOpen(a, b)) return HOUR;
  return [a, b].every(({ facets }) => facets.includes(FIRST_SIDE)) ? SIDE : undefined;
}

/** Kept for review, but no match. */
const HIGHEST = 0.49;

const HOUR: Doubt = { highest: HIGHEST, reason: "the hour at which the price is taken is not known" };

const SIDE: Doubt = { highest: HIGHEST, reason: "neither says for which side yes stands" };
