import { transitives, weakWords } from "../../propositions/language/lexicon.ts";
import type { Proposition } from "../../propositions/reading/proposition.ts";

/** Refuses if the words before and after the verb have changed places. */
export function refuseRoles(a: Proposition, b: Proposition): string | undefined {
  for (const verb of transitives) {
    const [here, there] = [a.words.indexOf(verb), b.words.indexOf(verb)];
    if (here < 0 || there < 0) continue;
    const isCrossed = (ours: readonly string[], theirs: readonly string[]): boolean =>
      ours.some((word) => !weakWords.has(word) && theirs.includes(word));
    const [doer, done] = [a.words.slice(0, here), a.words.slice(here + 1)];
    if (isCrossed(doer, b.words.slice(there + 1)) && isCrossed(done, b.words.slice(0, there))) return `roles: ${verb}`;
  }
  return undefined;
}

/**
 * Refuses a pair in which the names of the first and the second place have changed places, or most words about two events
 * of which one comes before the other.
 */
export function refuseOrder(a: Proposition, b: Proposition): string | undefined {
  const arePlaced = [a, b].every(isPlaced);
  if (!arePlaced && ![a, b].every(({ facets }) => facets.includes("order:before"))) return undefined;
  const shared = [...new Set(a.words)].filter((word) => !weakWords.has(word) && b.words.includes(word));
  const places = shared.map((word) => b.words.indexOf(word));
  const crossed = places.flatMap((place, index) => places.slice(index + 1).map((later) => later < place));
  const share = crossed.filter(Boolean).length / Math.max(1, crossed.length);
  return share > (arePlaced ? 0 : 0.5) ? "roles: their order is reversed" : undefined;
}

const isPlaced = ({ facets }: Proposition): boolean => facets.includes("race:first") && facets.includes("rank:2");
