import { type ListRows, valuesOf } from "./rows.ts";

/** The listed rows by a column, in its usual direction, then by key. */
export interface RowOrder {
  /** All keys, as of the latest change. Made when first asked for, then kept up with changes. */
  keys(): Uint32Array;
  /** Negative when the first row comes before the second. */
  compare(key: number, other: number): number;
  /** Compares a row with a value and a key that no row need have any more. */
  compareTo(key: number, value: number, other: number): number;
  /** A row that has a new value, or another facet. */
  note(key: number): void;
  clear(): void;
}

/** After changes of more rows than this, as a share of all, an order is made again when it is next asked for. */
const MAX_CHANGED_SHARE = 0.25;
const MIN_CHANGED = 1024;

export function openOrder(rows: ListRows, column: number, isDescending: boolean): RowOrder {
  const sign = isDescending ? -1 : 1;
  let sorted: Uint32Array | undefined;
  const changed = new Set<number>();
  const compareTo = (key: number, value: number, other: number): number =>
    sign * ((valuesOf(rows, column)[key] ?? 0) - value) || key - other;
  const compare = (key: number, other: number): number => compareTo(key, valuesOf(rows, column)[other] ?? 0, other);
  /** `compare` with its values at hand, for all rows at once. */
  const compareListed = (): typeof compare => {
    const values = valuesOf(rows, column);
    return (key, other) => sign * ((values[key] ?? 0) - (values[other] ?? 0)) || key - other;
  };
  const isListed = (key: number): boolean => rows.facetOf[key] !== 0;
  const clear = (): void => {
    sorted = undefined;
    changed.clear();
  };
  return {
    keys() {
      if (sorted === undefined) sorted = listKeys(rows).sort(compareListed());
      else if (changed.size > 0) {
        const unchanged = without(sorted, changed, rows.end);
        sorted = merge(unchanged, [...changed].filter(isListed).sort(compare), compare);
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

function listKeys({ facetOf, end }: ListRows): Uint32Array<ArrayBuffer> {
  const keys = new Uint32Array(end);
  let length = 0;
  for (let key = 0; key < end; key++) if (facetOf[key] !== 0) keys[length++] = key;
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

/** Both are in order. */
function merge(keys: Uint32Array, added: readonly number[], compare: RowOrder["compare"]): Uint32Array {
  const merged = new Uint32Array(keys.length + added.length);
  let read = 0;
  for (const [index, key] of added.entries()) {
    const before = countFirst(keys, (other) => compare(other, key) < 0);
    merged.set(keys.subarray(read, before), read + index);
    merged[before + index] = key;
    read = before;
  }
  merged.set(keys.subarray(read), read + added.length);
  return merged;
}
