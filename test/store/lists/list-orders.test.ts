import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { mix } from "../../../src/demo/chance.ts";
import type { ListStatus } from "../../../src/store/lists/filter.ts";
import { type CompareKeys, SortedKeys, type Stretch } from "../../../src/store/lists/order.ts";
import { createOrders } from "../../../src/store/lists/orders.ts";
import { createRows, type ListRow, readAllRows, readRows } from "../../../src/store/lists/rows.ts";

const IS_DESCENDING = [true, false];
const STATUSES = ["open", "closed", "all"] as const;
const VALUES = 50;

const toRow = (key: number, seed: number): ListRow => [
  key,
  mix(key, 1) % 2 === 0 ? "kalshi" : "manifold",
  "politics",
  mix(seed, 2) % 3 === 0 ? "closed" : "open",
  Number(mix(seed, 3) % 10 > 0),
  mix(seed, 4) % VALUES,
  mix(seed, 5) % VALUES,
];

/** What an order has to be, found by sorting all there is. */
function expected(known: ReadonlyMap<number, ListRow>, column: number, status: ListStatus): number[] {
  const sign = IS_DESCENDING[column] ? -1 : 1;
  return [...known.values()]
    .filter(([, , , own, isListed]) => isListed === 1 && (status === "all" || own === status))
    .sort((a, b) => sign * (Number(a[5 + column]) - Number(b[5 + column])) || a[0] - b[0])
    .map(([key]) => key);
}

function walkAll(
  order: SortedKeys,
  { from, to }: Stretch = { from: 0, to: order.length },
  isBackwards = false,
): number[] {
  const keys: number[] = [];
  order.walk({ from, to }, isBackwards, (key) => keys.push(key) > 0);
  return keys;
}

function openRows() {
  const rows = createRows(IS_DESCENDING.length);
  const orders = createOrders(rows, IS_DESCENDING);
  const known = new Map<number, ListRow>();
  return {
    orders,
    known,
    take(given: readonly ListRow[], isAnew = false): void {
      for (const row of given) known.set(row[0], row);
      if (isAnew) readAllRows(rows, given, orders);
      else readRows(rows, given, orders);
    },
  };
}

describe("orders of rows", () => {
  it("are the same when they follow changes as when all rows are sorted", () => {
    const { orders, known, take } = openRows();
    take(
      Array.from({ length: 2000 }, (_, key) => toRow(key, key)),
      true,
    );
    for (let round = 0; round < 60; round++) {
      const changes = mix(round, 6) % 40;
      const reach = 2000 + 20 * round;
      take(
        Array.from({ length: changes }, (_, index) => toRow(mix(round, 100 + index) % reach, mix(round, 200 + index))),
      );
      // Not all are asked for each time, so that some follow changes longer than others before they are looked at.
      for (const [index, status] of STATUSES.entries()) {
        for (const column of IS_DESCENDING.keys()) {
          if (mix(round, 300 + 2 * index + column) % 3 === 0) continue;
          const keys = walkAll(orders.of(column, status));
          assert.deepEqual(keys, expected(known, column, status), `${status}, round ${round}`);
        }
      }
    }
  });

  it("are given up once a quarter of all rows has changed and nobody has asked for them, and made anew", () => {
    const { orders, known, take } = openRows();
    take(
      Array.from({ length: 8000 }, (_, key) => toRow(key, key)),
      true,
    );
    const first = orders.of(0, "open");
    const changeAll = (keys: number, seed: number): void =>
      take(
        Array.from(
          { length: keys },
          (_, key) => [...toRow(key, key).slice(0, 5), seed + key, seed] as unknown as ListRow,
        ),
      );
    changeAll(1900, 100);
    assert.equal(orders.of(0, "open"), first);
    changeAll(2100, 200);
    const second = orders.of(0, "open");
    assert.notEqual(second, first);
    assert.deepEqual(walkAll(second), expected(known, 0, "open"));
  });
});

const orderOf = (keys: readonly number[], compare: CompareKeys = (a, b) => a - b): SortedKeys =>
  new SortedKeys(keys.length, (room) => room.set(keys), compare);

/** Few enough values for blocks to fill up, fall empty and be joined. */
const steps = fc.array(
  fc.record({ isAdded: fc.boolean(), from: fc.nat(5000), count: fc.integer({ min: 1, max: 1500 }) }),
  { minLength: 1, maxLength: 12 },
);

describe("an order", () => {
  it("has what was added and not removed since, wherever it is looked at", () => {
    fc.assert(
      fc.property(fc.nat(3000), steps, fc.nat(), fc.nat(), (initial, changes, one, other) => {
        const keys = new Set(Array.from({ length: initial }, (_, index) => 2 * index));
        const order = orderOf([...keys]);
        for (const { isAdded, from, count } of changes) {
          for (let key = from; key < from + count; key++) {
            if (isAdded && !keys.has(key)) order.add(key);
            if (!isAdded) order.remove(key);
            if (isAdded) keys.add(key);
            else keys.delete(key);
          }
        }
        const sorted = [...keys].sort((a, b) => a - b);
        assert.equal(order.length, sorted.length);
        assert.deepEqual(walkAll(order), sorted);
        const [from = 0, to = 0] = [one, other].map((number) => number % (sorted.length + 2)).sort((a, b) => a - b);
        const part = sorted.slice(from, to);
        assert.deepEqual(walkAll(order, { from, to }), part);
        assert.deepEqual(walkAll(order, { from, to }, true), part.toReversed());
        for (const bound of [-1, one % 7000, 10_000]) {
          const before = sorted.filter((key) => key < bound).length;
          assert.equal(
            order.countFirst((key) => key < bound),
            before,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it("stops where it is told to, in the middle of a block and at the end of one", () => {
    const order = orderOf([...Array(2000).keys()]);
    for (const most of [1, 447, 448, 449, 1000]) {
      for (const isBackwards of [false, true]) {
        let visited = 0;
        order.walk({ from: 100, to: 1900 }, isBackwards, () => ++visited < most);
        assert.equal(visited, most);
      }
    }
  });

  it("takes keys that only ever come first, as those do that have just changed", () => {
    const values = new Float64Array(3000);
    const order = orderOf([...values.keys()], (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
    for (let change = 1; change <= 20_000; change++) {
      const key = mix(change, 1) % values.length;
      order.remove(key);
      values[key] = change;
      order.add(key);
    }
    const sorted = [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
    assert.deepEqual(walkAll(order), sorted);
  });
});
