import { complements, isRival, opposites } from "../../propositions/language/lexicon.ts";
import type { Proposition } from "../../propositions/reading/proposition.ts";
import { POST } from "../../propositions/reading/reading.ts";
import { hasFacet } from "./facets.ts";
import { isComplement } from "./numbers.ts";

/** How often yes and no change places between two questions; an odd number makes the pair inverted. */
export function inversionsOf(a: Proposition, b: Proposition): number {
  const inversions = [
    a.isNegated !== b.isNegated,
    isComplement(a.numbers, b.numbers),
    findOpposite(a, b, complements) !== undefined,
    a.isNegated !== b.isNegated && findOpposite(a, b, opposites) !== undefined,
    isDenied(a, b) || isDenied(b, a),
  ];
  return inversions.filter(Boolean).length;
}

/** Refuses "win" against "lose". Where one side is negated, they may mean the same. */
export function refuseOpposite(a: Proposition, b: Proposition): string | undefined {
  return a.isNegated === b.isNegated ? findOpposite(a, b, opposites) : undefined;
}

/** Refuses "top song" against "top album": each side says another word of one kind, event titles included. */
export function refuseRival(a: Proposition, b: Proposition): string | undefined {
  for (const word of a.words) {
    if (b.words.includes(word) || b.context.includes(word)) continue;
    const other = b.words.find((one) => isRival(word, one) && !a.words.includes(one) && !a.context.includes(one));
    if (other !== undefined) return `rival: ${word} against ${other}`;
  }
  return undefined;
}

/** A word that only one side says and an opposite of it that only the other says, as text. */
function findOpposite(
  a: Proposition,
  b: Proposition,
  table: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  for (const word of a.words) {
    if (b.words.includes(word)) continue;
    const other = table.get(word)?.find((one) => b.words.includes(one) && !a.words.includes(one));
    if (other !== undefined) return `opposite: ${word} against ${other}`;
  }
  return undefined;
}

/** One asks who leaves, the other who is not in office. */
const isDenied = (a: Proposition, b: Proposition): boolean =>
  a.words.includes("out") &&
  b.isNegated &&
  !b.words.includes("out") &&
  !b.words.includes("remain") &&
  (hasFacet(b, "office") || b.words.some((word) => POST.test(word)));
