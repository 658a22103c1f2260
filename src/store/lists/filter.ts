import { type Bounds, type ListStatus, valuesOf } from "./orders.ts";
import type { ListRows } from "./rows.ts";
import type { ListTable } from "./table.ts";

/** Which rows are wanted; an absent filter lets everything pass. */
export interface Selection {
  readonly status: ListStatus;
  readonly platforms?: readonly string[] | undefined;
  readonly category?: string | undefined;
  /** Platforms whose rows are left out. */
  readonly hidden: readonly string[];
  readonly ranges: readonly Range[];
}

/** Values of a column. */
export interface Range extends Bounds {
  readonly column: number;
}

/** A selection as it is tested on rows; not to be kept, since rows move. */
export interface Filter {
  /** How many rows are in the places that are wanted. */
  readonly inPlaces: number;
  passes(key: number): boolean;
}

export function toFilter(rows: ListRows, selection: Selection): Filter {
  const { placeOf, counts } = rows;
  const allowed = allowedPlaces(rows, selection);
  const ranges = selection.ranges.map((range) => ({ ...range, values: valuesOf(rows, range.column) }));
  const isWithin = (key: number): boolean => {
    for (const { values, from, below } of ranges) {
      const value = values[key] ?? 0;
      if (value < from || value >= below) return false;
    }
    return true;
  };
  return {
    inPlaces: counts.reduce((sum, count, place) => sum + (allowed[place] === 1 ? count : 0), 0),
    passes: (key) => allowed[placeOf[key] ?? 0] === 1 && isWithin(key),
  };
}

function allowedPlaces({ places }: ListRows, { status, platforms, category, hidden }: Selection): Uint8Array {
  return Uint8Array.from(places, (place) => {
    if (place === undefined) return 0;
    const isWanted =
      (status === "all" || place.status === status) &&
      (platforms === undefined || platforms.includes(place.platform)) &&
      (category === undefined || place.category === category);
    return Number(isWanted && !hidden.includes(place.platform));
  });
}

/** How many rows pass. */
export function countPassing({ rows, orders }: ListTable, selection: Selection): number {
  const { status, ranges } = selection;
  const { inPlaces, passes } = toFilter(rows, selection);
  const [least] = ranges
    .map(({ column, ...bounds }) => orders.partOf(column, status, bounds))
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  if (least === undefined) return inPlaces;
  const { order, from, to } = least;
  if (ranges.length === 1 && inPlaces === order.length) return to - from;
  let total = 0;
  // Rows in the order of their keys are next to each other in memory.
  if (to - from > rows.end / SCATTERED) for (let key = 0; key < rows.end; key++) total += Number(passes(key));
  else
    order.walk(least, false, (key) => {
      total += Number(passes(key));
      return true;
    });
  return total;
}

/** To look at a row anywhere takes as long as to look at so many one after the other. */
const SCATTERED = 3;

/** The keys of all rows that pass, in no order that means anything. */
export function listPassing({ rows }: ListTable, selection: Selection): number[] {
  const { passes } = toFilter(rows, selection);
  const keys: number[] = [];
  for (let key = 0; key < rows.end; key++) if (passes(key)) keys.push(key);
  return keys;
}
