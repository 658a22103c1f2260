import type { MarketStatus } from "../../domain/markets.ts";
import { type ListRows, valuesOf } from "./rows.ts";

export type ListStatus = MarketStatus | "all";

/** Which rows belong to a list; a missing filter lets everything pass. */
export interface Selection {
  readonly status: ListStatus;
  readonly platforms?: readonly string[] | undefined;
  readonly category?: string | undefined;
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

/** A selection as it is tested on rows; valid until rows change. */
export interface RowFilter {
  /** Number of rows that pass all but the ranges and `among`. */
  readonly facetRows: number;
  passes(key: number): boolean;
}

export function toFilter(rows: ListRows, selection: Selection): RowFilter {
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
function allowedFacets({ facets }: ListRows, { status, platforms, category, hidden }: Selection): Uint8Array {
  return Uint8Array.from(facets, (facet) => {
    if (facet === undefined) return 0;
    const isWanted =
      (status === "all" || facet.status === status) &&
      (platforms === undefined || platforms.includes(facet.platform)) &&
      (category === undefined || facet.category === category);
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
export function countPassing(rows: ListRows, { ranges, among }: Selection, { facetRows, passes }: RowFilter): number {
  if (ranges.length === 0 && among === undefined) return facetRows;
  let total = 0;
  for (let key = 0; key < rows.end; key++) total += Number(passes(key));
  return total;
}
