import type { MarketStatus } from "../domain/markets.ts";
import type { Position } from "./list-cursor.ts";
import type { ListRows } from "./list-rows.ts";
import { sortByValue } from "./radix-sort.ts";

/** The keys of listed rows, in an order. */
export type Order = Uint32Array;

/** What a list is ordered by: a column in its own direction, in which what was first seen earlier comes first among equals. */
export interface Sort {
  readonly column: number;
  readonly isDescending: boolean;
}

export interface Orders {
  /** All listed rows of a status. */
  of(sort: Sort, status: MarketStatus | "all"): Order;
}

interface Kept {
  readonly age: number;
  /** How many changes of that age are in it. */
  readonly seen: number;
  readonly keys: Order;
}

/** Makes the orders that are asked for, and brings them up to date when they are asked for again. */
export function createOrders(rows: ListRows): Orders {
  const kept = new Map<string, Kept>();
  return {
    of(sort, status) {
      const name = `${sort.column} ${status}`;
      const known = kept.get(name);
      const { age, keys: changed } = rows.changes[sort.column] ?? { age: 0, keys: [] };
      const belongs = membership(rows, status);
      if (known?.age === age && known.seen === changed.length) return known.keys;
      const keys =
        known?.age === age
          ? merge(rows, sort, known.keys, changed.slice(known.seen), belongs)
          : sortByValue(listKeys(rows, belongs), valuesOf(rows, sort), sort.isDescending);
      kept.set(name, { age, seen: changed.length, keys });
      return keys;
    },
  };
}

/** Whether a row comes before, with or after another, in the sort's own direction. */
export function comparing(rows: ListRows, sort: Sort): (a: number, b: number) => number {
  const values = valuesOf(rows, sort);
  const sign = sort.isDescending ? -1 : 1;
  return (a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)) || a - b;
}

/** The same for the place of a row as a cursor tells it, which need not be there any more. */
export function comparingTo(rows: ListRows, sort: Sort, position: Position): (key: number) => number {
  const values = valuesOf(rows, sort);
  const sign = sort.isDescending ? -1 : 1;
  return (key) => sign * ((values[key] ?? 0) - position.value) || key - position.key;
}

/** How many rows of an order come before a place; with `isIncluded` also one that is just there. */
export function countBefore(rows: ListRows, sort: Sort, order: Order, position: Position, isIncluded: boolean): number {
  const compare = comparingTo(rows, sort, position);
  let [from, to] = [0, order.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const difference = compare(order[middle] ?? 0);
    if (difference < 0 || (isIncluded && difference === 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

export const valuesOf = (rows: ListRows, { column }: Sort): Float64Array => rows.columns[column] ?? new Float64Array();

/** One flag for each place. */
function membership({ places }: ListRows, status: MarketStatus | "all"): Uint8Array {
  return Uint8Array.from(places, (place) =>
    Number(place !== undefined && (status === "all" || place.status === status)),
  );
}

function listKeys({ placeOf, counts, end }: ListRows, belongs: Uint8Array): Uint32Array {
  const keys = new Uint32Array(counts.reduce((sum, count, place) => sum + (belongs[place] === 1 ? count : 0), 0));
  let length = 0;
  for (let key = 0; key < end; key++) if (belongs[placeOf[key] ?? 0] === 1) keys[length++] = key;
  return keys;
}

/** Takes changed rows out of an order and puts them where they belong now. */
function merge(rows: ListRows, sort: Sort, order: Order, changed: readonly number[], belongs: Uint8Array): Order {
  const { placeOf } = rows;
  const isChanged = new Uint8Array(rows.end);
  const moved: number[] = [];
  for (const key of changed) {
    if (isChanged[key] === 1) continue;
    isChanged[key] = 1;
    if (belongs[placeOf[key] ?? 0] === 1) moved.push(key);
  }
  const compare = comparing(rows, sort);
  moved.sort(compare);
  const merged = new Uint32Array(order.length + moved.length);
  let [length, next] = [0, 0];
  let coming = moved[0];
  for (let index = 0; index < order.length; index++) {
    const key = order[index] ?? 0;
    if (isChanged[key] === 1) continue;
    while (coming !== undefined && compare(coming, key) < 0) {
      merged[length++] = coming;
      coming = moved[++next];
    }
    merged[length++] = key;
  }
  for (; next < moved.length; next++) merged[length++] = moved[next] ?? 0;
  return merged.subarray(0, length);
}
