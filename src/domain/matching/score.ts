import { compareDates } from "./compare-dates.ts";
import { isComplement } from "./compare-numbers.ts";
import { findDoubt } from "./doubts.ts";
import { GUARDS } from "./guards.ts";
import { overlapOf } from "./overlap.ts";
import { POST, type Proposition } from "./reading/index.ts";
import { explain, type Refused } from "./reasons.ts";
import type { Weighed } from "./weights.ts";

export interface Comparison {
  /** 0..1; what it would be without the guard when one refused. */
  readonly score: number;
  readonly relation: "same" | "inverted";
  /** Which guard refused, if any. */
  readonly guard: string | undefined;
  /** Puts why into short sentences for people. */
  readonly explain: () => readonly string[];
}

/** Scores from here on are matches; from the lower one they are kept for review. */
export const LEAST_MATCH = 0.5;
export const LEAST_REVIEW = 0.4;

/** Compares two questions; undefined when they have too little in common to be worth a word. */
export function compare(one: Weighed, other: Weighed): Comparison | undefined {
  const overlap = overlapOf(one, other);
  // Dates and doubts only lower it.
  if (overlap === undefined || overlap.score < LEAST_REVIEW) return undefined;
  const [a, b] = [one.proposition, other.proposition];
  const { refusal, kept } = compareDates(a, b);
  const doubt = findDoubt(a, b);
  const full = (refusal === undefined ? kept : 1) * overlap.score;
  const score = Math.min(doubt?.highest ?? 1, full);
  if (score < LEAST_REVIEW) return undefined;
  const turns = [
    a.isNegated !== b.isNegated,
    isComplement(a.numbers, b.numbers),
    isOpposed(a, b),
    isDenied(a, b) || isDenied(b, a),
  ];
  const isInverted = turns.filter(Boolean).length % 2 === 1;
  const refused = findRefusal(a, b);
  return {
    score,
    relation: isInverted ? "inverted" : "same",
    guard: refused?.guard,
    explain: () => explain(a, b, { ...overlap, isInverted, doubt: doubt?.reason, refused }),
  };
}

/** One asks who leaves, the other who stays. */
const isOpposed = ({ words: a }: Proposition, { words: b }: Proposition): boolean =>
  (a.includes("out") && b.includes("remain")) || (a.includes("remain") && b.includes("out"));

/** One asks who leaves, the other who is not in office. */
const isDenied = (a: Proposition, b: Proposition): boolean =>
  a.words.includes("out") &&
  b.isNegated &&
  !b.words.includes("out") &&
  !b.words.includes("remain") &&
  (b.facets.some((facet) => facet.startsWith("office:")) || b.words.some((word) => POST.test(word)));

function findRefusal(a: Proposition, b: Proposition): Refused | undefined {
  for (const { name, refuse } of GUARDS) {
    const refusal = refuse(a, b);
    if (refusal !== undefined) return { guard: name, refusal };
  }
  return undefined;
}
