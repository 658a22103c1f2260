import type { Proposition } from "../../propositions/reading/proposition.ts";

/** Facets that narrow a question so much that a pair is refused when only one side says them. */
export const VETOED_WHEN_SILENT: readonly string[] = [
  "stage",
  "part",
  "bet",
  "act",
  "chamber",
  "scope",
  "rank",
  "party",
  "hour",
  "district",
  "binding",
  "order",
  "rest",
  "joint",
  "after",
  "junior",
  "women",
  "condition",
  "measure",
  "variant",
  "school",
];

/** Facets that refuse a pair only when both sides say them and their values differ. */
const CONTRADICTED: readonly string[] = ["direction", "extreme", "voice", "office", "bank", "rhythm"];

/** The values of a facet in the question itself. */
export function valuesOf({ facets }: Pick<Proposition, "facets">, name: string): readonly string[] {
  // A question is asked for its facets many times, and mostly has none of them.
  const found = facets.length === 0 ? NONE : facets.filter((facet) => isOf(facet, name));
  return found.length === 0 ? NONE : found.map((facet) => facet.slice(name.length + 1));
}

const NONE: readonly string[] = [];

const isOf = (facet: string, name: string): boolean => facet.startsWith(name) && facet[name.length] === ":";

/** Refuses facets that only one side says, where that narrows the question, and facets that contradict each other. */
export function refuseFacets(a: Proposition, b: Proposition): string | undefined {
  for (const facets of [a.facets, b.facets, a.hints, b.hints]) {
    for (const facet of facets) {
      const name = facet.slice(0, facet.indexOf(":"));
      const reason = REFUSALS.get(name)?.(name, a, b);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

/** The values in the question; when it has none, those its event's title and the people in it imply. */
function knownValuesOf(one: Proposition, name: string): readonly string[] {
  const own = valuesOf(one, name);
  return own.length > 0 ? own : valuesOf({ facets: one.hints }, name);
}

/** Refuses unless both have equal values, in the question or with what its event's title adds. */
export function refuseUnequal(name: string, a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [valuesOf(a, name), valuesOf(b, name)];
  const [known, knownThere] = [knownValuesOf(a, name), knownValuesOf(b, name)];
  if (isEqual(known, knownThere)) return undefined;
  if (ours.length + theirs.length > 0 && (isEqual(ours, theirs) || isEqual(ours, knownThere) || isEqual(known, theirs)))
    return undefined;
  return `${name}: ${list(known)} against ${list(knownThere)}`;
}

/** Refuses if both have values and they differ. */
export function refuseContradiction(name: string, a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [valuesOf(a, name), valuesOf(b, name)];
  if (ours.length === 0 || theirs.length === 0 || isEqual(ours, theirs)) return undefined;
  return `${name}: ${list(ours)} against ${list(theirs)}`;
}

const REFUSALS: ReadonlyMap<string, typeof refuseUnequal> = new Map([
  ...CONTRADICTED.map((name) => [name, refuseContradiction] as const),
  ...VETOED_WHEN_SILENT.map((name) => [name, refuseUnequal] as const),
]);

export const hasFacet = ({ facets }: Proposition, name: string): boolean => facets.some((facet) => isOf(facet, name));

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

export const list = (values: readonly string[]): string => (values.length === 0 ? "none" : values.join(", "));
