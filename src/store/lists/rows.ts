import type { MarketStatus } from "../../domain/markets.ts";

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
  /** Finds the number of a place, or gives it one; made anew once `places` are others. */
  placeNumber: ReturnType<typeof placeNumbers> | undefined;
}

/** What depends on the values and places of rows, and is told when they change. */
export interface RowWatcher {
  /** A row has the value of a column and its place for the last time. */
  leaving(column: number, key: number, place: number): void;
  /** It has the new ones. */
  entered(column: number, key: number, place: number): void;
  /** All rows are others. */
  renewed(): void;
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

export const createRows = (columns: number): ListRows => ({
  placeOf: new Uint16Array(FEWEST_ROWS),
  columns: Array.from({ length: columns }, () => new Float64Array(FEWEST_ROWS)),
  end: 0,
  places: [undefined],
  counts: [0],
  placeNumber: undefined,
});

/** Takes in rows as they are now. */
export function takeIn(rows: ListRows, given: Iterable<Row>, watcher: RowWatcher): void {
  const placeNumber = rows.placeNumber ?? placeNumbers(rows);
  rows.placeNumber = placeNumber;
  for (const row of given) {
    const [key, platform, category, status, isListed] = row;
    if (key >= rows.placeOf.length) grow(rows, key);
    if (key >= rows.end) rows.end = key + 1;
    const before = rows.placeOf[key] ?? 0;
    const place = isListed === 1 ? placeNumber(platform, category, status) : 0;
    if (before !== place) move(rows, key, place);
    for (const [column, values] of rows.columns.entries()) {
      const value = (row[FIRST_VALUE + column] as number | null) ?? 0;
      if (values[key] === value && before === place) continue;
      watcher.leaving(column, key, before);
      values[key] = value;
      watcher.entered(column, key, place);
    }
  }
}

/** Takes in all the rows there are. */
export function takeInAll(rows: ListRows, given: Iterable<Row>, watcher: RowWatcher): void {
  rows.placeOf.fill(0);
  rows.counts.fill(0);
  watcher.renewed();
  takeIn(rows, given, watcher);
}

function move({ placeOf, counts }: ListRows, key: number, place: number): void {
  const before = placeOf[key] ?? 0;
  placeOf[key] = place;
  counts[before] = (counts[before] ?? 0) - 1;
  counts[place] = (counts[place] ?? 0) + 1;
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

function placeNumbers({
  places,
  counts,
}: Pick<ListRows, "places" | "counts">): (platform: string, category: string, status: MarketStatus) => number {
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

export type ListNoun = "Market" | "Event";
