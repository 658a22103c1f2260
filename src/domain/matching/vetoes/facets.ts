import type { Proposition } from "../reading/index.ts";

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
];

/** Facets that refuse a pair only when both sides say them and their values differ. */
export const CONTRADICTED: readonly string[] = ["direction", "extreme", "voice", "office", "bank", "rhythm"];

/** The values of a facet in the question itself. */
export function valuesOf({ facets }: Pick<Proposition, "facets">, name: string): readonly string[] {
  if (facets.length === 0) return NONE;
  let table = tables.get(facets);
  if (table === undefined) {
    table = toTable(facets);
    tables.set(facets, table);
  }
  return table.get(name) ?? NONE;
}

const NONE: readonly string[] = [];

/** Values by facet, since a pair is asked for all its facets many times. */
const tables = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

function toTable(facets: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, string[]>();
  for (const facet of facets) {
    const colon = facet.indexOf(":");
    const name = facet.slice(0, colon);
    const values = table.get(name);
    if (values === undefined) table.set(name, [facet.slice(colon + 1)]);
    else values.push(facet.slice(colon + 1));
  }
  return table;
}

/** The values in the question; when it has none, those its event's title and the people in it imply. */
export function knownValuesOf(one: Proposition, name: string): readonly string[] {
  const own = valuesOf(one, name);
  return own.length > 0 ? own : valuesOf({ facets: one.hints }, name);
}

/** Refuses unless both have equal values, in the question or with what its event's title adds. */
export function refuseUnequal(name: string, a: Proposition, b: Proposition): string | undefined {
  if (a.facets.length + b.facets.length + a.hints.length + b.hints.length === 0) return undefined;
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

export const hasFacet = ({ facets }: Proposition, name: string): boolean =>
  facets.some((facet) => facet.startsWith(`${name}:`));

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

export const list = (values: readonly string[]): string => (values.length === 0 ? "none" : values.join(", "));
