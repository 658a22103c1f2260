import type { MarketStatus } from "../../domain/markets.ts";

/** What a row is filtered by. */
export interface Facet {
  readonly platform: string;
  readonly category: string;
  readonly status: MarketStatus;
  /** True of events, which have no orders. */
  readonly isTradable: boolean;
}

/** What lists are filtered and ordered by, by the key of a row. Arrays are replaced as they grow. */
export interface ListRows {
  /** The number of a row's facet; 0 for a row in no list. */
  facetOf: Uint16Array;
  columns: Float64Array[];
  /** The keys of rows that have a place, in their order, see `placesOf`. Replaced as rows come. */
  byPlace: Uint32Array;
  /** The keys of rows that have none yet. */
  readonly unplaced: Set<number>;
  /** One more than the greatest key. */
  end: number;
  readonly facets: (Facet | undefined)[];
  /** Number of rows of each facet but that at 0. */
  readonly counts: number[];
  /** The numbers of facets, by what they consist of. */
  readonly numbers: Map<string, number>;
}

/** Orders, and what follows from rows, keep up with them through these calls. */
export interface RowWatcher {
  /** After a row has a new value in a column, or another facet. */
  changed(key: number, column: number): void;
  /** Before all rows are read again. */
  cleared(): void;
}

/** As statements in sql/queries/lists.sql return them. */
export type ListRow = readonly [
  key: number,
  platform: string,
  category: string,
  status: MarketStatus,
  isTradable: number,
  isListed: number,
  ...values: (number | null)[],
];

const FIRST_VALUE = 6;
const MIN_ROWS = 1024;
const GROWTH = 1.25;

/** Rows with this number of columns of values, and a last one of places. */
export const createRows = (columns: number): ListRows => ({
  facetOf: new Uint16Array(MIN_ROWS),
  columns: Array.from({ length: columns + 1 }, () => new Float64Array(MIN_ROWS)),
  byPlace: new Uint32Array(),
  unplaced: new Set(),
  end: 0,
  facets: [undefined],
  counts: [0],
  numbers: new Map(),
});

export const valuesOf = (rows: ListRows, column: number): Float64Array => rows.columns[column] ?? NO_VALUES;

/** The last column: the places of all rows by platform and id, from 1; 0 for a row that has none yet. */
export const placesOf = (rows: ListRows): Float64Array => valuesOf(rows, rows.columns.length - 1);

/** The value of a row without one: greater than all others. */
export const MISSING = Number.MAX_SAFE_INTEGER;

const NO_VALUES = new Float64Array();

/** Takes in rows that have changed. */
export function readRows(rows: ListRows, changed: Iterable<ListRow>, watcher: RowWatcher): void {
  for (const row of changed) {
    const [key] = row;
    if (key >= rows.facetOf.length) reserveRows(rows, key);
    if (key >= rows.end) rows.end = key + 1;
    const before = rows.facetOf[key] ?? 0;
    const facet = numberOf(rows, row);
    if (before !== facet) setFacet(rows, key, facet);
    const places = placesOf(rows);
    if (places[key] === 0) rows.unplaced.add(key);
    for (let column = 0; column < rows.columns.length; column++) {
      const values = valuesOf(rows, column);
      const stored = row[FIRST_VALUE + column];
      // The last columns are not stored: others keep them.
      const kept = stored === undefined ? values[key] : stored;
      const value = typeof kept === "number" ? kept : MISSING;
      if (values[key] === value && before === facet) continue;
      values[key] = value;
      watcher.changed(key, column);
    }
  }
}

/** Takes in all rows in place of those before. */
export function readAllRows(rows: ListRows, all: Iterable<ListRow>, watcher: RowWatcher): void {
  watcher.cleared();
  rows.facetOf.fill(0);
  rows.counts.fill(0);
  readRows(rows, all, watcher);
}

/** Makes room for keys up to this one, and some more. */
export function reserveRows(rows: ListRows, key: number): void {
  if (key < rows.facetOf.length) return;
  const length = Math.ceil((key + 1) * GROWTH);
  const facetOf = new Uint16Array(length);
  facetOf.set(rows.facetOf);
  rows.facetOf = facetOf;
  rows.columns = rows.columns.map((values) => {
    const larger = new Float64Array(length);
    larger.set(values);
    return larger;
  });
}

function setFacet({ facetOf, counts }: ListRows, key: number, facet: number): void {
  const before = facetOf[key] ?? 0;
  facetOf[key] = facet;
  counts[before] = (counts[before] ?? 0) - 1;
  counts[facet] = (counts[facet] ?? 0) + 1;
}

function numberOf({ numbers, facets, counts }: ListRows, row: ListRow): number {
  const [, platform, category, status, isTradable, isListed] = row;
  if (isListed !== 1) return 0;
  const name = `${platform} ${status} ${isTradable} ${category}`;
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const number = facets.push({ platform, category, status, isTradable: isTradable === 1 }) - 1;
  counts.push(0);
  numbers.set(name, number);
  return number;
}
