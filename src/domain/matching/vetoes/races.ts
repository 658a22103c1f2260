import type { Proposition } from "../../propositions/reading/proposition.ts";
import { list, refuseContradiction, valuesOf } from "./facets.ts";

/** Refuses a race to be first, or next to leave, beside a question without one. "The next election" is no race. */
export function refuseRace(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [valuesOf(a, "race"), valuesOf(b, "race")];
  if (ours.length > 0 && theirs.length > 0) return refuseContradiction("race", a, b);
  const isRace = [...ours, ...theirs].some((value) => value !== "next") || isTenure(a) || isTenure(b);
  return ours.length + theirs.length > 0 && isRace ? `race: ${list(ours)} against ${list(theirs)}` : undefined;
}

/** Whether the question is who leaves an office or stays in it. */
const isTenure = ({ words }: Proposition): boolean => ["out", "leav", "remain"].some((word) => words.includes(word));
