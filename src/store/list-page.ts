import type { Position } from "./list-cursor.ts";
import { countPassing, listPassing, type Selection, toFilter } from "./list-filter.ts";
import { comparing, comparingTo, countBefore, type Sort } from "./list-orders.ts";
import type { ListTable } from "./list-table.ts";

/** What a list has, in which order. */
export interface ListPlan {
  readonly selection: Selection;
  readonly sort: Sort;
  /** Reads the order backwards. */
  readonly isReversed: boolean;
}

/** Where a page begins: after so many rows, or after a row. */
export interface Start {
  readonly offset: number;
  readonly after: Position | undefined;
  readonly size: number;
}

/** The keys of a page in its order, one more where there is a next one. */
export interface KeyPage {
  readonly keys: readonly number[];
  readonly total: number;
}

/** More rows than these are not gathered to be sorted. */
const MOST_SORTED = 2000;

/** The keys of the first `size` rows of a list. */
export function firstOf(table: ListTable, plan: ListPlan, size: number): readonly number[] {
  const total = countPassing(table.rows, toFilter(table.rows, plan.selection));
  return readPage(table, plan, { offset: 0, after: undefined, size }, total).slice(0, size);
}

/** A page of all rows that pass; `total` is how many they are. */
export function readPage(table: ListTable, plan: ListPlan, start: Start, total: number): readonly number[] {
  const { rows, orders } = table;
  const { length } = orders.of(plan.sort, plan.selection.status);
  if (start.offset >= total) return [];
  if (total === length) return walk(table, plan, start);
  const filter = toFilter(rows, plan.selection);
  const steps = length * Math.min(1, (start.offset + start.size) / total);
  // Rows that are few among many are met sooner by looking at all of them than in their order.
  if (total <= MOST_SORTED && steps > rows.end / 4) return pageOf(table, plan, listPassing(rows, filter), start);
  return walk(table, plan, start, filter.passes);
}

/** A page of these rows, which are all that belong to the list. */
export function pageOf(
  { rows }: ListTable,
  { sort, isReversed }: ListPlan,
  keys: readonly number[],
  { after, offset, size }: Start,
): readonly number[] {
  const compare = comparing(rows, sort);
  const sign = isReversed ? -1 : 1;
  const sorted = keys.toSorted((a, b) => sign * compare(a, b));
  if (after === undefined) return sorted.slice(offset, offset + size + 1);
  const compareTo = comparingTo(rows, sort, after);
  return sorted.filter((key) => sign * compareTo(key) > 0).slice(0, size + 1);
}

/** Follows an order from where the page begins until it is full; without `passes` every row belongs to it. */
export function walk(
  { rows, orders }: ListTable,
  { sort, isReversed, selection }: ListPlan,
  { after, offset, size }: Start,
  passes?: (key: number) => boolean,
): number[] {
  const order = orders.of(sort, selection.status);
  const step = isReversed ? -1 : 1;
  let index = isReversed ? order.length - 1 : 0;
  if (after !== undefined) index = countBefore(rows, sort, order, after, !isReversed) - (isReversed ? 1 : 0);
  let toSkip = offset;
  if (passes === undefined) {
    index += step * offset;
    toSkip = 0;
  }
  const keys: number[] = [];
  for (; index >= 0 && index < order.length && keys.length <= size; index += step) {
    const key = order[index] ?? 0;
    if (passes !== undefined && !passes(key)) continue;
    if (toSkip-- > 0) continue;
    keys.push(key);
  }
  return keys;
}
