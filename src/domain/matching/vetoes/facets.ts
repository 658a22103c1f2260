import type { Proposition } from "../../propositions/index.ts";

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
const CONTRADICTED: readonly string[] = ["direction", "extreme", "voice", "office", "bank", "rhythm"];

/** The values of a facet in the question itself. */
export const valuesOf = ({ facets }: Pick<Proposition, "facets">, name: string): readonly string[] =>
  tableOf(facets).get(name) ?? NONE;

const NONE: readonly string[] = [];

type FacetTable = ReadonlyMap<string, readonly string[]>;

/** Values by facet, since a question is asked for its facets many times. */
const tables = new WeakMap<readonly string[], FacetTable>();
const NO_FACETS: FacetTable = new Map();

function tableOf(facets: readonly string[]): FacetTable {
  if (facets.length === 0) return NO_FACETS;
  const known = tables.get(facets);
  if (known !== undefined) return known;
  const table = new Map<string, string[]>();
  for (const facet of facets) {
    const colon = facet.indexOf(":");
    const values = table.get(facet.slice(0, colon));
    if (values === undefined) table.set(facet.slice(0, colon), [facet.slice(colon + 1)]);
    else values.push(facet.slice(colon + 1));
  }
  tables.set(facets, table);
  return table;
}

/** Refuses facets that only one side says, where that narrows the question, and facets that contradict each other. */
export function refuseFacets(a: Proposition, b: Proposition): string | undefined {
  const lists = [a.facets, b.facets, a.hints, b.hints];
  if (lists.every(({ length }) => length === 0)) return undefined;
  const names = new Set(lists.flatMap((facets) => [...tableOf(facets).keys()]));
  for (const name of names) {
    const isNarrow = VETOED_WHEN_SILENT.includes(name);
    const refuse = isNarrow ? refuseUnequal : CONTRADICTED.includes(name) ? refuseContradiction : undefined;
    const reason = refuse?.(name, a, b);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The values in the question; when it has none, those its event's title and the people in it imply. */
export function knownValuesOf(one: Proposition, name: string): readonly string[] {
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

export const hasFacet = ({ facets }: Proposition, name: string): boolean =>
  facets.some((facet) => facet.startsWith(`${name}:`));

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

export const list = (values: readonly string[]): string => (values.length === 0 ? "none" : values.join(", "));
