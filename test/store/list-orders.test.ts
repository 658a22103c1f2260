import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mix } from "../../src/demo/chance.ts";
import { createOrders, type ListStatus } from "../../src/store/list-orders.ts";
import { createRows, type Row, takeIn } from "../../src/store/list-rows.ts";

const IS_DESCENDING = [true, false];
const STATUSES = ["open", "closed", "all"] as const;
const MOST_VALUE = 50;

const toRow = (key: number, seed: number): Row => [
  key,
  mix(key, 1) % 2 === 0 ? "kalshi" : "manifold",
  "politics",
  mix(seed, 2) % 3 === 0 ? "closed" : "open",
  Number(mix(seed, 3) % 10 > 0),
  mix(seed, 4) % MOST_VALUE,
  mix(seed, 5) % MOST_VALUE,
];

/** What an order has to be, found by sorting all there is. */
function expected(known: ReadonlyMap<number, Row>, column: number, status: ListStatus): number[] {
  const sign = IS_DESCENDING[column] ? -1 : 1;
  return [...known.values()]
    .filter(([, , , own, isListed]) => isListed === 1 && (status === "all" || own === status))
    .sort((a, b) => sign * (Number(a[5 + column]) - Number(b[5 + column])) || a[0] - b[0])
    .map(([key]) => key);
}

describe("orders of rows", () => {
  it("are the same when they follow changes as when all rows are sorted", () => {
    const rows = createRows(IS_DESCENDING.length);
    const orders = createOrders(rows, IS_DESCENDING);
    const known = new Map<number, Row>();
    const take = (given: readonly Row[], isAnew: boolean): void => {
      for (const row of given) known.set(row[0], row);
      takeIn(rows, given, isAnew);
    };
    take(
      Array.from({ length: 2000 }, (_, key) => toRow(key, key)),
      true,
    );
    for (let round = 0; round < 60; round++) {
      const changes = mix(round, 6) % 40;
      const reach = 2000 + 20 * round;
      take(
        Array.from({ length: changes }, (_, index) => toRow(mix(round, 100 + index) % reach, mix(round, 200 + index))),
        false,
      );
      // Not all are asked for each time, so that some have more to follow than others.
      for (const [index, status] of STATUSES.entries()) {
        for (const column of IS_DESCENDING.keys()) {
          if (mix(round, 300 + 2 * index + column) % 3 === 0) continue;
          assert.deepEqual(
            [...orders.of(column, status)],
            expected(known, column, status),
            `${status}, round ${round}`,
          );
        }
      }
    }
  });

  it("stay in the memory they have while no rows are added", () => {
    const rows = createRows(1);
    const orders = createOrders(rows, [true]);
    const row = (key: number, value: number): Row => [key, "kalshi", "politics", "open", 1, value];
    takeIn(
      rows,
      Array.from({ length: 1000 }, (_, key) => row(key, key)),
      true,
    );
    const { buffer } = orders.of(0, "open");
    takeIn(rows, [row(0, 5000), row(999, -1)], false);
    const order = orders.of(0, "open");
    assert.deepEqual([order[0], order[1], order.at(-1)], [0, 998, 999]);
    assert.equal(order.buffer, buffer);
  });
});
