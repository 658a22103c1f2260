// How a list is filtered and sorted, in memory: a page of keys, whose rows the store then reads.

import type { MarketStatus } from "../../domain/markets.ts";
import type { Position } from "./cursor.ts";
import { allows, type OneOrMore } from "./list-query.ts";
import { countFirst, type ReadableOrder } from "./order.ts";
import { type ListRows, valuesOf } from "./rows.ts";

export type ListStatus = MarketStatus | "all";

export { allows, type OneOrMore };

/** Which rows belong to a list; a missing filter lets everything pass. */
interface Selection {
  readonly status: ListStatus;
  readonly platforms?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly isTradable?: boolean | undefined;
  /** Platforms whose rows are left out. */
  readonly hidden: readonly string[];
  readonly ranges: readonly ColumnRange[];
  /** The only rows that may belong to it. */
  readonly among?: readonly number[] | undefined;
}

/** Values of a column. */
interface ColumnRange {
  readonly column: number;
  readonly from: number;
  readonly below: number;
}

/** What a list has, in which order. */
export interface ListPlan {
  readonly rows: ListRows;
  readonly selection: Selection;
  readonly order: ReadableOrder;
}

/** Where a page begins: after a number of rows, or after a row; and its number. */
export interface PageStart {
  readonly page: number;
  readonly offset: number;
  readonly after: Position | undefined;
  readonly size: number;
}

/** Up to this many rows that are asked for by key are sorted; more are read in their order. */
const MAX_SORTED = 2000;

/** The keys of a page in its order, one more where there is a next one; and how many rows the list has. */
export function readPage(plan: ListPlan, start: PageStart): { keys: readonly number[]; total: number } {
  const { rows, selection } = plan;
  const few = listFew(plan);
  if (few !== undefined) return { keys: sortPage(plan, few, start), total: few.length };
  const filter = toFilter(rows, selection);
  const total = countPassing(rows, selection, filter);
  return { keys: start.offset >= total ? [] : walkPage(plan, start, filter), total };
}

/** The first keys of a list. Counts nothing: all rows have to be tested for that where there are ranges. */
export function readFirst(plan: ListPlan, size: number): readonly number[] {
  const start: PageStart = { page: 1, offset: 0, after: undefined, size };
  const few = listFew(plan);
  const keys = few ? sortPage(plan, few, start) : walkPage(plan, start, toFilter(plan.rows, plan.selection));
  return keys.slice(0, size);
}

/** All rows of a list that can only have few; undefined where it may have many. */
function listFew({ rows, selection }: ListPlan): readonly number[] | undefined {
  const { among } = selection;
  if (among === undefined || among.length > MAX_SORTED) return undefined;
  return [...new Set(among)].filter(toFilter(rows, { ...selection, among: undefined }).passes);
}

/** A page of these rows, which are all that belong to the list. */
function sortPage({ order }: ListPlan, keys: readonly number[], { after, offset, size }: PageStart): readonly number[] {
  const sorted = keys.toSorted(order.compare);
  if (after === undefined) return sorted.slice(offset, offset + size + 1);
  return sorted.filter((key) => order.compareTo(key, after.value, after.key) > 0).slice(0, size + 1);
}

/** Reads an order from where the page begins until it is full. */
function walkPage({ order }: ListPlan, { after, offset, size }: PageStart, { passes }: RowFilter): readonly number[] {
  const sorted = order.keys();
  const keys: number[] = [];
  let toSkip = offset;
  let at = after === undefined ? 0 : countFirst(sorted, (key) => order.compareTo(key, after.value, after.key) <= 0);
  for (; at < sorted.length && keys.length <= size; at++) {
    const key = sorted[at] ?? 0;
    if (passes(key) && toSkip-- <= 0) keys.push(key);
  }
  return keys;
}

/** A selection as it is tested on rows; valid until rows change. */
interface RowFilter {
  /** Number of rows that pass all but the ranges and `among`. */
  readonly facetRows: number;
  passes(key: number): boolean;
}

function toFilter(rows: ListRows, selection: Selection): RowFilter {
  const { facetOf, counts } = rows;
  const allowed = allowedFacets(rows, selection);
  const ranges = selection.ranges.map((range) => ({ ...range, values: valuesOf(rows, range.column) }));
  const marked = selection.among && mark(rows, selection.among);
  const isWithin = (key: number): boolean => {
    for (const { values, from, below } of ranges) {
      const value = values[key] ?? 0;
      if (value < from || value >= below) return false;
    }
    return true;
  };
  return {
    facetRows: counts.reduce((sum, count, facet) => sum + (allowed[facet] === 1 ? count : 0), 0),
    passes: (key) => (marked === undefined || marked[key] === 1) && allowed[facetOf[key] ?? 0] === 1 && isWithin(key),
  };
}

/** One flag for each facet. */
function allowedFacets(
  { facets }: ListRows,
  { status, platforms, category, isTradable, hidden }: Selection,
): Uint8Array {
  return Uint8Array.from(facets, (facet) => {
    if (facet === undefined) return 0;
    const isWanted =
      (status === "all" || facet.status === status) &&
      (isTradable === undefined || facet.isTradable === isTradable) &&
      allows(platforms, facet.platform) &&
      allows(category, facet.category);
    return Number(isWanted && !hidden.includes(facet.platform));
  });
}

/** One flag for each key. */
function mark({ end }: ListRows, keys: readonly number[]): Uint8Array {
  const marked = new Uint8Array(end);
  for (const key of keys) marked[key] = 1;
  return marked;
}

/** Number of rows that pass. */
function countPassing(rows: ListRows, { ranges, among }: Selection, { facetRows, passes }: RowFilter): number {
  if (ranges.length === 0 && among === undefined) return facetRows;
  let total = 0;
  for (let key = 0; key < rows.end; key++) total += Number(passes(key));
  return total;
}
