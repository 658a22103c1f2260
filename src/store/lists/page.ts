import type { Position } from "./cursor.ts";
import { countPassing, type RowFilter, type Selection, toFilter } from "./filter.ts";
import type { Orders } from "./orders.ts";
import type { ListRows } from "./rows.ts";

/** The rows of a table with their orders. */
interface ListTable {
  readonly rows: ListRows;
  readonly orders: Orders;
}

/** What a list has, in which order. */
export interface ListPlan {
  readonly selection: Selection;
  /** The column it is ordered by, in that column's own direction; `isReversed` reads it backwards. */
  readonly column: number;
  readonly isReversed: boolean;
}

/** Where a page begins: after a number of rows, or after a row. */
export interface PageStart {
  readonly offset: number;
  readonly after: Position | undefined;
  readonly size: number;
}

/** The keys of a page in its order, one more where there is a next one. */
interface KeyPage {
  readonly keys: readonly number[];
  readonly total: number;
}

/** Up to this many rows that are asked for by key are sorted; more are read in their order. */
const MAX_SORTED = 2000;

export function readPage(table: ListTable, plan: ListPlan, start: PageStart): KeyPage {
  const { rows, orders } = table;
  const { selection, column } = plan;
  const few = listFew(table, plan);
  if (few !== undefined) return { keys: sortPage(table, plan, few, start), total: few.length };
  const filter = toFilter(rows, selection);
  const total = countPassing(rows, selection, filter);
  if (start.offset >= total) return { keys: [], total };
  const isWhole = total === orders.of(column, selection.status).length;
  return { keys: walkPage(table, plan, start, isWhole ? undefined : filter), total };
}

/** The first keys of a list. Counts nothing: all rows have to be tested for that where there are ranges. */
export function readFirst(table: ListTable, plan: ListPlan, size: number): readonly number[] {
  const start: PageStart = { offset: 0, after: undefined, size };
  const few = listFew(table, plan);
  const keys = few
    ? sortPage(table, plan, few, start)
    : walkPage(table, plan, start, toFilter(table.rows, plan.selection));
  return keys.slice(0, size);
}

/** All rows of a list that can only have few; undefined where it may have many. */
function listFew({ rows }: ListTable, { selection }: ListPlan): readonly number[] | undefined {
  const { among } = selection;
  if (among === undefined || among.length > MAX_SORTED) return undefined;
  return [...new Set(among)].filter(toFilter(rows, { ...selection, among: undefined }).passes);
}

/** A page of these rows, which are all that belong to the list. */
function sortPage(
  { orders }: ListTable,
  { column, isReversed }: ListPlan,
  keys: readonly number[],
  { after, offset, size }: PageStart,
): readonly number[] {
  const compare = orders.comparing(column);
  const sign = isReversed ? -1 : 1;
  const sorted = keys.toSorted((a, b) => sign * compare(a, b));
  if (after === undefined) return sorted.slice(offset, offset + size + 1);
  const compareTo = orders.comparingTo(column, after);
  return sorted.filter((key) => sign * compareTo(key) > 0).slice(0, size + 1);
}

/** Reads an order from where the page begins until it is full; without a filter every row belongs to the list. */
function walkPage(table: ListTable, plan: ListPlan, start: PageStart, filter?: RowFilter): readonly number[] {
  const { size, offset } = start;
  const { isReversed } = plan;
  const { order, from, to } = partOf(table, plan, start);
  const skipped = filter === undefined ? Math.min(offset, to - from) : 0;
  const part = isReversed ? { from, to: to - skipped } : { from: from + skipped, to };
  let toSkip = offset - skipped;
  const keys: number[] = [];
  order.walk(part, isReversed, (key) => {
    if (filter !== undefined && !filter.passes(key)) return true;
    if (toSkip-- > 0) return true;
    return keys.push(key) <= size;
  });
  return keys;
}

/** The part of the order that can hold the page. */
function partOf({ orders }: ListTable, { selection, column, isReversed }: ListPlan, { after }: PageStart) {
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
