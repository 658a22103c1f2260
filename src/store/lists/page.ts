import type { Position } from "./cursor.ts";
import { countPassing, listPassing, type Selection, toFilter } from "./filter.ts";
import type { ListTable } from "./table.ts";

/** What a list has, in which order. */
export interface ListPlan {
  readonly selection: Selection;
  /** The column it is ordered by, in that column's own direction; `isReversed` reads it backwards. */
  readonly column: number;
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
  const start = { offset: 0, after: undefined, size };
  return readPage(table, plan, start, countPassing(table, plan.selection)).slice(0, size);
}

/** A page of all rows that pass; `total` is how many they are. */
export function readPage(table: ListTable, plan: ListPlan, start: Start, total: number): readonly number[] {
  const { rows, orders } = table;
  const { selection, column } = plan;
  if (start.offset >= total) return [];
  const { length } = orders.of(column, selection.status);
  if (total === length) return walk(table, plan, start);
  const steps = length * Math.min(1, (start.offset + start.size) / total);
  // Rows that are few among many are met sooner by looking at all of them than in their order.
  const isRare = total <= MOST_SORTED && steps > rows.end / 4;
  if (isRare) return pageOf(table, plan, listPassing(table, selection), start);
  return walk(table, plan, start, toFilter(rows, selection).passes);
}

/** A page of these rows, which are all that belong to the list. */
export function pageOf(
  { orders }: ListTable,
  { column, isReversed }: ListPlan,
  keys: readonly number[],
  { after, offset, size }: Start,
): readonly number[] {
  const compare = orders.comparing(column);
  const sign = isReversed ? -1 : 1;
  const sorted = keys.toSorted((a, b) => sign * compare(a, b));
  if (after === undefined) return sorted.slice(offset, offset + size + 1);
  const compareTo = orders.comparingTo(column, after);
  return sorted.filter((key) => sign * compareTo(key) > 0).slice(0, size + 1);
}

/** Follows an order from where the page begins until it is full; without `passes` every row belongs to it. */
export function walk(
  table: ListTable,
  plan: ListPlan,
  start: Start,
  passes?: (key: number) => boolean,
): readonly number[] {
  const { size, offset } = start;
  const { order, from, to } = stretchOf(table, plan, start);
  const { isReversed } = plan;
  // Where every row belongs to the list, nobody has to look at those before the page.
  const skipped = passes === undefined ? Math.min(offset, to - from) : 0;
  const stretch = isReversed ? { from, to: to - skipped } : { from: from + skipped, to };
  let toSkip = offset - skipped;
  const keys: number[] = [];
  order.walk(stretch, isReversed, (key) => {
    if (passes !== undefined && !passes(key)) return true;
    if (toSkip-- > 0) return true;
    return keys.push(key) <= size;
  });
  return keys;
}

/** The stretch of the order that the list and what follows the page's beginning have in common. */
function stretchOf({ orders }: ListTable, { selection, column, isReversed }: ListPlan, { after }: Start) {
  const { status, ranges } = selection;
  const bounds = ranges.find((range) => range.column === column) ?? EVERYTHING;
  const part = orders.partOf(column, status, bounds);
  if (after === undefined) return part;
  const compareTo = orders.comparingTo(column, after);
  const { order, from, to } = part;
  const before = order.countFirst((key) => (isReversed ? compareTo(key) < 0 : compareTo(key) <= 0));
  return isReversed ? { order, from, to: Math.min(to, before) } : { order, from: Math.max(from, before), to };
}

const EVERYTHING = { from: Number.NEGATIVE_INFINITY, below: Number.POSITIVE_INFINITY };

/** Either the n-th page, or what follows a cursor that an earlier answer gave. */
export type Slice =
  | { readonly page: number; readonly size: number }
  | { readonly after: string; readonly size: number };
