import { nameOf, type Recorded } from "./answers.ts";

/** Of one answer. */
const MAX_SHOWN = 6;

/** Which request is answered differently and where; empty where it is not. */
export function describeChange(before: Recorded | undefined, after: Recorded | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  const all = listDifferences(before.answer, after.answer);
  if (all.length === 0) return [];
  // Rows that differ in the same member are shown once.
  const alike = Map.groupBy(all, ({ path }) => path.replace(/\[\d+\]/g, "[]"));
  const found = [...alike.values()].map(([first, ...others]) => {
    const more = others.length > 0 ? ` (and ${others.length} like it)` : "";
    return `${first?.path}: ${first?.was} → ${first?.is}${more}`;
  });
  const left = found.length - MAX_SHOWN;
  const more = left > 0 ? [`and ${left} more`] : [];
  return [[nameOf(after.request), ...found.slice(0, MAX_SHOWN), ...more].join("\n    ")];
}

/** What is different between two recorded sets, with counts in its last line. */
export function describeChanges(before: readonly Recorded[], after: readonly Recorded[]): string {
  const [was, is] = [byName(before), byName(after)];
  const changed = [...is].flatMap(([name, one]) => describeChange(was.get(name), one));
  const added = [...is.keys()].filter((name) => !was.has(name));
  const gone = [...was.keys()].filter((name) => !is.has(name));
  return [
    ...changed,
    ...added.map((name) => `new: ${name}`),
    ...gone.map((name) => `gone: ${name}`),
    `${is.size} requests: ${changed.length} answered differently, ${added.length} new, ${gone.length} gone`,
  ].join("\n");
}

/** A request that is asked again is another one. */
function byName(all: readonly Recorded[]): ReadonlyMap<string, Recorded> {
  const named = new Map<string, Recorded>();
  for (const one of all) {
    let name = nameOf(one.request);
    while (named.has(name)) name = `${name} again`;
    named.set(name, one);
  }
  return named;
}

/** Where two values differ, in one place each. */
function listDifferences(before: unknown, after: unknown, path = "$"): Difference[] {
  if (Object.is(before, after)) return [];
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      listDifferences(before[name], after[name], Array.isArray(before) ? `${path}[${name}]` : `${path}.${name}`),
    );
  }
  return [{ path, was: show(before), is: show(after) }];
}

interface Difference {
  readonly path: string;
  readonly was: string;
  readonly is: string;
}

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

const MAX_CHARACTERS = 160;

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
