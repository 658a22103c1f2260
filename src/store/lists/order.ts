import { type ListRows, MISSING, placesOf, valuesOf } from "./rows.ts";

/** The listed rows by a column in one direction, those without a value last; equal ones by platform and id. */
export interface ReadableOrder {
  /** All keys, as of the latest change; the same array until there is one. */
  keys(): Uint32Array;
  /** Negative when the first row comes before the second. */
  compare(key: number, other: number): number;
  /** Compares a row with a value and a key that no row need have any more. */
  compareTo(key: number, value: number, other: number): number;
}

/** One that is kept up with changes. */
interface RowOrder extends ReadableOrder {
  readonly isDescending: boolean;
  /** A row that has a new value, or another facet. */
  note(key: number): void;
  clear(): void;
}

/** After changes of more rows than this, as a share of all, an order is made again when it is next asked for. */
const MAX_CHANGED_SHARE = 0.25;
const MIN_CHANGED = 1024;

export function openOrder(rows: ListRows, column: number, isDescending: boolean): RowOrder {
  const { compare, compareTo, compareValues } = openComparison(rows, column, isDescending);
  let sorted: Uint32Array | undefined;
  const changed = new Set<number>();
  const isListed = (key: number): boolean => rows.facetOf[key] !== 0;
  const sortAll = (): Uint32Array => {
    // Equal ones stay by place.
    const values = valuesOf(rows, column);
    return listKeys(rows).sort((a, b) => compareValues(values[a] ?? 0, values[b] ?? 0));
  };
  const clear = (): void => {
    sorted = undefined;
    changed.clear();
  };
  return {
    isDescending,
    keys() {
      if (sorted === undefined) sorted = sortAll();
      else if (changed.size > 0) {
        const unchanged = without(sorted, changed, rows.end);
        const added = [...changed].filter(isListed).sort(compare);
        sorted = merge(unchanged, added, (key) => countFirst(unchanged, (other) => compare(other, key) < 0));
      }
      changed.clear();
      return sorted;
    },
    compare,
    compareTo,
    note(key) {
      if (sorted === undefined) return;
      changed.add(key);
      if (changed.size > Math.max(MIN_CHANGED, rows.end * MAX_CHANGED_SHARE)) clear();
    },
    clear,
  };
}

/** An order in the other direction: equal rows stay by place, and those without a value stay last. */
export function openReverse(rows: ListRows, column: number, order: RowOrder): ReadableOrder {
  let [read, reversed] = [new Uint32Array() as Uint32Array, new Uint32Array()];
  return {
    ...openComparison(rows, column, !order.isDescending),
    keys() {
      const keys = order.keys();
      if (keys !== read) reversed = reverse(keys, valuesOf(rows, column));
      read = keys;
      return reversed;
    },
  };
}

function openComparison(rows: ListRows, column: number, isDescending: boolean) {
  const sign = isDescending ? -1 : 1;
  const compareValues = (value: number, other: number): number => {
    if (value === other) return 0;
    if (value === MISSING || other === MISSING) return value === MISSING ? 1 : -1;
    return sign * (value - other);
  };
  const compareTo = (key: number, value: number, other: number): number => {
    const places = placesOf(rows);
    return compareValues(valuesOf(rows, column)[key] ?? 0, value) || (places[key] ?? 0) - (places[other] ?? 0);
  };
  const compare = (key: number, other: number): number => compareTo(key, valuesOf(rows, column)[other] ?? 0, other);
  return { compareValues, compareTo, compare };
}

function reverse(keys: Uint32Array, values: Float64Array): Uint32Array<ArrayBuffer> {
  const reversed = new Uint32Array(keys.length);
  const valued = countFirst(keys, (key) => values[key] !== MISSING);
  reversed.set(keys.subarray(valued), valued);
  for (let end = valued; end > 0; ) {
    const value = values[keys[end - 1] ?? 0];
    let from = end - 1;
    while (from > 0 && values[keys[from - 1] ?? 0] === value) from--;
    reversed.set(keys.subarray(from, end), valued - end);
    end = from;
  }
  return reversed;
}

/** Length of the prefix that matches `isSo`, by binary search. */
export function countFirst(keys: Uint32Array, isSo: (key: number) => boolean): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isSo(keys[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** By place. */
function listKeys({ facetOf, byPlace }: ListRows): Uint32Array<ArrayBuffer> {
  const keys = new Uint32Array(byPlace.length);
  let length = 0;
  for (let at = 0; at < byPlace.length; at++) {
    const key = byPlace[at] ?? 0;
    if (facetOf[key] !== 0) keys[length++] = key;
  }
  return keys.slice(0, length);
}

function without(keys: Uint32Array, removed: Iterable<number>, end: number): Uint32Array {
  const isRemoved = new Uint8Array(end);
  for (const key of removed) isRemoved[key] = 1;
  const kept = new Uint32Array(keys.length);
  let length = 0;
  // A call for each key, as `filter` makes, takes several times as long.
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    if (isRemoved[key] === 0) kept[length++] = key;
  }
  return kept.subarray(0, length);
}

/** Both are in order; `countBefore` says how many of the first come before one of the others. */
export function merge(keys: Uint32Array, added: readonly number[], countBefore: (key: number) => number): Uint32Array {
  const merged = new Uint32Array(keys.length + added.length);
  let read = 0;
  for (const [index, key] of added.entries()) {
    const before = countBefore(key);
    merged.set(keys.subarray(read, before), read + index);
    merged[before + index] = key;
    read = before;
  }
  merged.set(keys.subarray(read), read + added.length);
  return merged;
}
