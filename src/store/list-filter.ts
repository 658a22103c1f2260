import type { MarketStatus } from "../domain/markets.ts";
import type { ListRows } from "./list-rows.ts";

/** Which rows are wanted; an absent filter lets everything pass. */
export interface Selection {
  readonly status: MarketStatus | "all";
  readonly platforms?: readonly string[] | undefined;
  readonly category?: string | undefined;
  /** Platforms whose rows are left out. */
  readonly hidden: readonly string[];
  readonly ranges: readonly Range[];
}

/** Values of a column. */
export interface Range {
  readonly column: number;
  readonly from: number;
  readonly below: number;
}

/** A selection as it is tested on rows; not to be kept, since rows move. */
export interface Filter {
  /** One flag for each place. */
  readonly allowed: Uint8Array;
  readonly isByPlaceAlone: boolean;
  passes(key: number): boolean;
}

export function toFilter(rows: ListRows, selection: Selection): Filter {
  const { placeOf } = rows;
  const allowed = allowedPlaces(rows, selection);
  const ranges = selection.ranges.map((range) => ({
    ...range,
    values: rows.columns[range.column] ?? new Float64Array(),
  }));
  const isWithin = (key: number): boolean => {
    for (const { values, from, below } of ranges) {
      const value = values[key] ?? 0;
      if (value < from || value >= below) return false;
    }
    return true;
  };
  return {
    allowed,
    isByPlaceAlone: ranges.length === 0,
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
export function countPassing({ counts, end }: ListRows, { allowed, isByPlaceAlone, passes }: Filter): number {
  let total = 0;
  if (isByPlaceAlone) {
    for (const [place, count] of counts.entries()) if (allowed[place] === 1) total += count;
    return total;
  }
  for (let key = 0; key < end; key++) if (passes(key)) total++;
  return total;
}

/** The keys of all rows that pass, in no order that means anything. */
export function listPassing({ end }: ListRows, { passes }: Filter): number[] {
  const keys: number[] = [];
  for (let key = 0; key < end; key++) if (passes(key)) keys.push(key);
  return keys;
}
