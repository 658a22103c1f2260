import type { Position } from "./cursor.ts";
import type { ListStatus } from "./filter.ts";
import { type CompareKeys, SortedKeys, type Stretch } from "./order.ts";
import { type ListRows, type RowWatcher, valuesOf } from "./rows.ts";

/** The part of an order from one index up to another. */
interface OrderPart extends Stretch {
  readonly order: SortedKeys;
}

/** Values from one up to another. */
interface ValueBounds {
  readonly from: number;
  readonly below: number;
}

/**
 * Orders of rows by a column, in that column's usual direction, then by key. Each is made when it is first asked for and
 * from then on kept up with every change.
 */
export interface Orders extends RowWatcher {
  /** All listed rows of a status, by a column. Changes in place. */
  of(column: number, status: ListStatus): SortedKeys;
  /** The rows of a status whose values are within bounds. */
  partOf(column: number, status: ListStatus, bounds: ValueBounds): OrderPart;
  comparing(column: number): CompareKeys;
  /** Compares a row with a position, which no row need have any more; 0 for one that has it. */
  comparingTo(column: number, position: Position): (key: number) => number;
}

/** An order that is kept up with changes. */
interface OpenOrder {
  readonly column: number;
  readonly status: ListStatus;
  readonly order: SortedKeys;
  /** Changes since it was last asked for. */
  idleChanges: number;
}

/** An order is dropped after this many changes, as a share of all rows, in which nobody asked for it. */
const MAX_IDLE_SHARE = 0.25;
const MIN_IDLE_CHANGES = 1024;

export function createOrders(rows: ListRows, isDescending: readonly boolean[]): Orders {
  let open: OpenOrder[] = [];

  const of = (column: number, status: ListStatus): SortedKeys => {
    const known = open.find((one) => one.column === column && one.status === status);
    if (known !== undefined) {
      known.idleChanges = 0;
      return known.order;
    }
    const belongs = flagFacets(rows, status);
    const fill = (keys: Uint32Array): void => {
      listKeys(rows, belongs, keys);
      keys.sort(comparing(column));
    };
    const order = new SortedKeys(countKeys(rows, belongs), fill, comparing(column));
    open.push({ column, status, order, idleChanges: 0 });
    return order;
  };

  const comparing = (column: number): CompareKeys => {
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

  const partOf = (column: number, status: ListStatus, { from, below }: ValueBounds): OrderPart => {
    const order = of(column, status);
    const values = valuesOf(rows, column);
    const countTo = (isBefore: (value: number) => boolean): number =>
      order.countFirst((key) => isBefore(values[key] ?? 0));
    return isDescending[column] === true
      ? { order, from: countTo((value) => value >= below), to: countTo((value) => value >= from) }
      : { order, from: countTo((value) => value < from), to: countTo((value) => value < below) };
  };

  const hasFacet = ({ status }: OpenOrder, facet: number): boolean => {
    const own = rows.facets[facet]?.status;
    return own !== undefined && (status === "all" || own === status);
  };

  return {
    of,
    comparing,
    comparingTo,
    partOf,
    leaving(column, key, facet) {
      for (const one of open) {
        if (one.column !== column) continue;
        one.idleChanges++;
        const maxIdle = Math.max(MIN_IDLE_CHANGES, rows.end * MAX_IDLE_SHARE);
        if (one.idleChanges > maxIdle) open = open.filter((other) => other !== one);
        else if (hasFacet(one, facet)) one.order.remove(key);
      }
    },
    entered(column, key, facet) {
      for (const one of open) if (one.column === column && hasFacet(one, facet)) one.order.add(key);
    },
    cleared() {
      open = [];
    },
  };
}

/** One flag for each facet. */
function flagFacets({ facets }: ListRows, status: ListStatus): Uint8Array {
  return Uint8Array.from(facets, (facet) =>
    Number(facet !== undefined && (status === "all" || facet.status === status)),
  );
}

const countKeys = ({ counts }: ListRows, belongs: Uint8Array): number =>
  counts.reduce((sum, count, facet) => sum + (belongs[facet] === 1 ? count : 0), 0);

function listKeys({ facetOf, end }: ListRows, belongs: Uint8Array, keys: Uint32Array): void {
  let length = 0;
  for (let key = 0; key < end; key++) if (belongs[facetOf[key] ?? 0] === 1) keys[length++] = key;
}
