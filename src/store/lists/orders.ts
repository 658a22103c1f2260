import type { MarketStatus } from "../../domain/markets.ts";
import type { Position } from "./cursor.ts";
import { type Compare, Order, type Stretch } from "./order.ts";
import { sortByValue } from "./radix-sort.ts";
import type { ListRows, RowWatcher } from "./rows.ts";

/** The part of an order from one index up to another. */
export interface Part extends Stretch {
  readonly order: Order;
}

/** Values from one up to another. */
export interface Bounds {
  readonly from: number;
  readonly below: number;
}

export type ListStatus = MarketStatus | "all";

/**
 * Orders of rows by a column, in that column's own direction; what was first seen earlier comes first among equals. They
 * are made when they are asked for, and from then on follow every change.
 */
export interface Orders extends RowWatcher {
  /** All listed rows of a status, by a column; not to be kept, since it changes in place. */
  of(column: number, status: ListStatus): Order;
  /** The rows of a status whose values are within bounds: they stand side by side. */
  partOf(column: number, status: ListStatus, bounds: Bounds): Part;
  comparing(column: number): Compare;
  /** Whether a row comes before a place as a cursor tells it, which no row need have any more; 0 for one that has it. */
  comparingTo(column: number, position: Position): (key: number) => number;
}

/** An order that is followed. */
interface Kept {
  readonly column: number;
  readonly status: ListStatus;
  readonly order: Order;
  /** Changes since it was last asked for. */
  idle: number;
}

/** After so many changes, as a share of all rows, an order that nobody has asked for is given up. */
const MOST_IDLE_SHARE = 0.25;
const MOST_IDLE = 1024;

export function createOrders(rows: ListRows, isDescending: readonly boolean[]): Orders {
  let kept: Kept[] = [];

  const of = (column: number, status: ListStatus): Order => {
    const known = kept.find((one) => one.column === column && one.status === status);
    if (known !== undefined) {
      known.idle = 0;
      return known.order;
    }
    const belongs = membership(rows, status);
    const fill = (keys: Uint32Array): void => {
      listKeys(rows, belongs, keys);
      sortByValue(keys, valuesOf(rows, column), isDescending[column] === true);
    };
    const order = new Order(countKeys(rows, belongs), fill, comparing(column));
    kept.push({ column, status, order, idle: 0 });
    return order;
  };

  const comparing = (column: number): Compare => {
    const sign = isDescending[column] === true ? -1 : 1;
    return (a, b) => {
      const values = valuesOf(rows, column);
      return sign * ((values[a] ?? 0) - (values[b] ?? 0)) || a - b;
    };
  };

  const comparingTo = (column: number, { value, key }: Position): ((key: number) => number) => {
    const values = valuesOf(rows, column);
    const sign = isDescending[column] === true ? -1 : 1;
    return (other) => sign * ((values[other] ?? 0) - value) || other - key;
  };

  const partOf = (column: number, status: ListStatus, { from, below }: Bounds): Part => {
    const order = of(column, status);
    const values = valuesOf(rows, column);
    const countTo = (isBefore: (value: number) => boolean): number =>
      order.countFirst((key) => isBefore(values[key] ?? 0));
    return isDescending[column] === true
      ? { order, from: countTo((value) => value >= below), to: countTo((value) => value >= from) }
      : { order, from: countTo((value) => value < from), to: countTo((value) => value < below) };
  };

  const hasPlace = ({ status }: Kept, place: number): boolean => {
    const own = rows.places[place]?.status;
    return own !== undefined && (status === "all" || own === status);
  };

  return {
    of,
    comparing,
    comparingTo,
    partOf,
    leaving(column, key, place) {
      for (const one of kept) {
        if (one.column !== column) continue;
        one.idle++;
        if (one.idle > Math.max(MOST_IDLE, rows.end * MOST_IDLE_SHARE)) kept = kept.filter((other) => other !== one);
        else if (hasPlace(one, place)) one.order.remove(key);
      }
    },
    entered(column, key, place) {
      for (const one of kept) if (one.column === column && hasPlace(one, place)) one.order.add(key);
    },
    renewed() {
      kept = [];
    },
  };
}

export const valuesOf = (rows: ListRows, column: number): Float64Array => rows.columns[column] ?? NO_VALUES;

const NO_VALUES = new Float64Array();

/** One flag for each place. */
function membership({ places }: ListRows, status: ListStatus): Uint8Array {
  return Uint8Array.from(places, (place) =>
    Number(place !== undefined && (status === "all" || place.status === status)),
  );
}

const countKeys = ({ counts }: ListRows, belongs: Uint8Array): number =>
  counts.reduce((sum, count, place) => sum + (belongs[place] === 1 ? count : 0), 0);

function listKeys({ placeOf, end }: ListRows, belongs: Uint8Array, keys: Uint32Array): void {
  let length = 0;
  for (let key = 0; key < end; key++) if (belongs[placeOf[key] ?? 0] === 1) keys[length++] = key;
}
