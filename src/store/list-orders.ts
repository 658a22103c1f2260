import type { MarketStatus } from "../domain/markets.ts";
import type { Position } from "./list-cursor.ts";
import type { ListRows } from "./list-rows.ts";
import { sortByValue } from "./radix-sort.ts";

/** The keys of listed rows, in the order of a column; not to be kept, since it changes in place. */
export type Order = Uint32Array;

/** The part of an order from one index up to another. */
export interface Part {
  readonly order: Order;
  readonly from: number;
  readonly to: number;
}

/** Values from one up to another. */
export interface Bounds {
  readonly from: number;
  readonly below: number;
}

export type ListStatus = MarketStatus | "all";

/**
 * Orders of rows by a column, in that column's own direction; what was first seen earlier comes first among equals. They
 * are made when they are asked for, and brought up to date when they are asked for again.
 */
export type Orders = ReturnType<typeof createOrders>;

interface Kept {
  /** How many changes are in it. */
  readonly seen: number;
  readonly keys: Order;
}

export function createOrders(rows: ListRows, isDescending: readonly boolean[]) {
  const kept = new Map<string, Kept>();
  /** One for each key, all 0 between two uses: what is thrown away outside the heap has all of that looked through. */
  let flags = new Uint8Array();

  /** All listed rows of a status. */
  const orderOf = (column: number, status: ListStatus): Order => {
    const name = `${column} ${status}`;
    const known = kept.get(name);
    const { from, keys: changed } = rows.changes[column] ?? { from: 0, keys: [] };
    const newest = from + changed.length;
    if (known?.seen === newest) return known.keys;
    const belongs = membership(rows, status);
    if (flags.length < rows.end) flags = new Uint8Array(rows.placeOf.length);
    const moves = { belongs, flags, compare: comparing(column) };
    const keys =
      known !== undefined && known.seen >= from
        ? merge(rows, known.keys, { ...moves, changed: changed.slice(known.seen - from) })
        : sorted(listKeys(rows, belongs), column);
    kept.set(name, { seen: newest, keys });
    return keys;
  };

  const sorted = (keys: Uint32Array, column: number): Order => {
    sortByValue(keys, valuesOf(rows, column), isDescending[column] === true);
    return keys;
  };

  /** Whether a row comes before (below 0), or after another. */
  const comparing = (column: number): ((a: number, b: number) => number) => {
    const values = valuesOf(rows, column);
    return isDescending[column] === true
      ? (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b
      : (a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b;
  };

  /** Whether a row comes before a place as a cursor tells it, which no row need have any more; 0 for one that has it. */
  const comparingTo = (column: number, { value, key }: Position): ((key: number) => number) => {
    const values = valuesOf(rows, column);
    const sign = isDescending[column] === true ? -1 : 1;
    return (other) => sign * ((values[other] ?? 0) - value) || other - key;
  };

  /** The rows of a status whose values are within bounds: they stand side by side. */
  const partOf = (column: number, status: ListStatus, { from, below }: Bounds): Part => {
    const order = orderOf(column, status);
    const values = valuesOf(rows, column);
    return isDescending[column] === true
      ? {
          order,
          from: countFirst(order, (key) => (values[key] ?? 0) >= below),
          to: countFirst(order, (key) => (values[key] ?? 0) >= from),
        }
      : {
          order,
          from: countFirst(order, (key) => (values[key] ?? 0) < from),
          to: countFirst(order, (key) => (values[key] ?? 0) < below),
        };
  };

  return { of: orderOf, comparing, comparingTo, partOf };
}

/** How many of the first `length` rows are so, where none is so that comes after one that is not. */
export function countFirst(order: Order, isSo: (key: number) => boolean, length = order.length): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isSo(order[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

export const valuesOf = (rows: ListRows, column: number): Float64Array => rows.columns[column] ?? NO_VALUES;

const NO_VALUES = new Float64Array();

/** One flag for each place. */
function membership({ places }: ListRows, status: ListStatus): Uint8Array {
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

interface Moves {
  readonly changed: readonly number[];
  readonly belongs: Uint8Array;
  readonly flags: Uint8Array;
  readonly compare: (a: number, b: number) => number;
}

/** Takes changed rows out of an order and puts them where they belong now, in the same memory as far as it goes. */
function merge({ placeOf }: ListRows, order: Order, { changed, belongs, flags, compare }: Moves): Order {
  const moved: number[] = [];
  for (const key of changed) {
    if (flags[key] === 1) continue;
    flags[key] = 1;
    if (belongs[placeOf[key] ?? 0] === 1) moved.push(key);
  }
  moved.sort(compare);
  const staying = dropFlagged(order, flags);
  for (const key of changed) flags[key] = 0;
  const length = staying + moved.length;
  const merged = withRoom(order, length);
  insert(merged, staying, moved, compare);
  return merged.subarray(0, length);
}

/** Closes the gaps that flagged rows leave, and gives how many stay. */
function dropFlagged(order: Order, flags: Uint8Array): number {
  let length = 0;
  for (let index = 0; index < order.length; index++) {
    const key = order[index] ?? 0;
    if (flags[key] !== 1) order[length++] = key;
  }
  return length;
}

/** Room for new rows, as a share of those there are. */
const GROWTH = 1.05;

/** All the memory an order has, or more of it. */
function withRoom(order: Order, length: number): Uint32Array {
  const whole = new Uint32Array(order.buffer);
  if (whole.length >= length) return whole;
  const larger = new Uint32Array(Math.ceil(length * GROWTH));
  larger.set(order);
  return larger;
}

/** Puts rows, which are in order, among the first `staying` ones: from the last on, so that each of those moves once. */
function insert(order: Order, staying: number, rows: readonly number[], compare: Moves["compare"]): void {
  let end = staying;
  for (let index = rows.length - 1; index >= 0; index--) {
    const key = rows[index] ?? 0;
    const at = countFirst(order, (other) => compare(other, key) < 0, end);
    order.copyWithin(at + index + 1, at, end);
    order[at + index] = key;
    end = at;
  }
}
