import type { Proposition } from "../../propositions/reading/proposition.ts";
import { knownValuesOf } from "./facets.ts";

/** The names of the facets that only one side says, hints included; also "number" and "entity". Sorted. */
export function silencesOf(a: Proposition, b: Proposition): readonly string[] {
  const names = new Set([...namesOf(a), ...namesOf(b)]);
  const silent = [...names].filter((name) => isOneSided(knownValuesOf(a, name), knownValuesOf(b, name)));
  if (isOneSided(a.numbers, b.numbers)) silent.push("number");
  if (isOneSided(a.entity, b.entity)) silent.push("entity");
  return silent.sort();
}

/** The names of the facets in the question itself. */
const namesOf = ({ facets }: Proposition): string[] => facets.map((facet) => facet.slice(0, facet.indexOf(":")));

const isOneSided = (ours: readonly unknown[], theirs: readonly unknown[]): boolean =>
  (ours.length === 0) !== (theirs.length === 0);
