import type { MarketStatus } from "../domain/markets.ts";

/** Where rows are: those in lists for the same platform, category and status. */
export interface Place {
  readonly platform: string;
  readonly category: string;
  readonly status: MarketStatus;
}

/** What lists are filtered and ordered by, by the key of a row; the arrays are replaced as they grow. */
export interface ListRows {
  /** The number of its place; 0 is that of rows in no list. */
  placeOf: Uint16Array;
  columns: Float64Array[];
  /** One more than the greatest key. */
  end: number;
  readonly places: (Place | undefined)[];
  /** How many rows each place but the one at 0 has. */
  readonly counts: number[];
  /** Of each column the keys whose value or place has changed, the latest last. */
  readonly changes: Changes[];
}

/** The latest changes, of which the first is the `from`-th. */
interface Changes {
  from: number;
  keys: number[];
}

/** As statements give them. */
export type Row = readonly [
  key: number,
  platform: string,
  category: string,
  status: MarketStatus,
  isListed: number,
  ...values: (number | null)[],
];

const FIRST_VALUE = 5;
const FEWEST_ROWS = 1024;
const GROWTH = 1.25;

/** More changes than this share of all rows are not kept: to order all rows anew takes no longer. */
const MOST_CHANGED_SHARE = 0.25;

export const createRows = (columns: number): ListRows => ({
  placeOf: new Uint16Array(FEWEST_ROWS),
  columns: Array.from({ length: columns }, () => new Float64Array(FEWEST_ROWS)),
  end: 0,
  places: [undefined],
  counts: [0],
  changes: Array.from({ length: columns }, () => ({ from: 0, keys: [] })),
});

/** Takes in rows; with `isAnew` they are all there are. */
export function takeIn(rows: ListRows, given: Iterable<Row>, isAnew: boolean): void {
  const placeNumber = placeNumbers(rows);
  if (isAnew) {
    rows.placeOf.fill(0);
    rows.counts.fill(0);
    forgetChanges(rows);
  }
  for (const row of given) {
    const [key, platform, category, status, isListed] = row;
    if (key >= rows.placeOf.length) grow(rows, key);
    if (key >= rows.end) rows.end = key + 1;
    const place = isListed === 1 ? placeNumber(platform, category, status) : 0;
    const isMoved = move(rows, key, place);
    for (const [column, values] of rows.columns.entries()) {
      const value = (row[FIRST_VALUE + column] as number | null) ?? 0;
      if (values[key] === value && !isMoved) continue;
      values[key] = value;
      if (!isAnew) note(rows, column, key);
    }
  }
}

/** So that every order made before is made anew. */
export function forgetChanges({ changes }: ListRows): void {
  for (const one of changes) forget(one, one.keys.length + 1);
}

function move({ placeOf, counts }: ListRows, key: number, place: number): boolean {
  const before = placeOf[key] ?? 0;
  if (before === place) return false;
  placeOf[key] = place;
  counts[before] = (counts[before] ?? 0) - 1;
  counts[place] = (counts[place] ?? 0) + 1;
  return true;
}

function note({ changes, end }: ListRows, column: number, key: number): void {
  const changed = changes[column];
  if (changed === undefined) return;
  changed.keys.push(key);
  if (changed.keys.length > Math.max(FEWEST_ROWS, end * MOST_CHANGED_SHARE)) forget(changed, changed.keys.length >>> 1);
}

function forget(changes: Changes, oldest: number): void {
  changes.from += oldest;
  changes.keys = changes.keys.slice(oldest);
}

/** Makes room for keys up to this one, and some more. */
export function grow(rows: ListRows, key: number): void {
  const length = Math.ceil((key + 1) * GROWTH);
  const placeOf = new Uint16Array(length);
  placeOf.set(rows.placeOf);
  rows.placeOf = placeOf;
  rows.columns = rows.columns.map((values) => {
    const larger = new Float64Array(length);
    larger.set(values);
    return larger;
  });
}

/** Finds the number of a place, or gives it one. */
function placeNumbers({
  places,
  counts,
}: ListRows): (platform: string, category: string, status: MarketStatus) => number {
  const numbers = new Map<string, Map<string, Record<MarketStatus, number>>>();
  const numbersOf = (platform: string, category: string): Record<MarketStatus, number> => {
    const categories = numbers.get(platform) ?? new Map<string, Record<MarketStatus, number>>();
    numbers.set(platform, categories);
    const found = categories.get(category) ?? { open: 0, closed: 0 };
    categories.set(category, found);
    return found;
  };
  for (const [number, place] of places.entries()) {
    if (place !== undefined) numbersOf(place.platform, place.category)[place.status] = number;
  }
  return (platform, category, status) => {
    const found = numbersOf(platform, category);
    if (found[status] !== 0) return found[status];
    counts.push(0);
    found[status] = places.push({ platform, category, status }) - 1;
    return found[status];
  };
}
