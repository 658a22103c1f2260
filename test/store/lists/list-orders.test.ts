import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mix } from "../../../src/demo/chance.ts";
import { openOrder, openReverse } from "../../../src/store/lists/order.ts";
import {
  createRows,
  type ListRow,
  MISSING,
  placesOf,
  readAllRows,
  readRows,
  reserveRows,
} from "../../../src/store/lists/rows.ts";

const IS_DESCENDING = [true, false];
const VALUES = 50;
const MAX_KEY = 10_000;

/** By platform and id rows are in another order than by key. */
const placeOf = (key: number): number => 1 + ((key * 7919) % (MAX_KEY + 1));

const toRow = (key: number, seed: number): ListRow => [
  key,
  mix(key, 1) % 2 === 0 ? "kalshi" : "manifold",
  "politics",
  mix(seed, 2) % 3 === 0 ? "closed" : "open",
  mix(seed, 6) % 2,
  Number(mix(seed, 3) % 10 > 0),
  mix(seed, 4) % VALUES,
  mix(seed, 5) % VALUES || null,
];

/** What an order has to be, found by comparing all there is. */
function expected(known: ReadonlyMap<number, ListRow>, column: number, isReversed = false): number[] {
  const sign = IS_DESCENDING[column] !== isReversed ? -1 : 1;
  const rankOf = (row: ListRow): number => (row[6 + column] === null ? MISSING : sign * Number(row[6 + column]));
  return [...known.values()]
    .filter(([, , , , , isListed]) => isListed === 1)
    .sort((a, b) => rankOf(a) - rankOf(b) || placeOf(a[0]) - placeOf(b[0]))
    .map(([key]) => key);
}

function openRows() {
  const rows = createRows(IS_DESCENDING.length);
  reserveRows(rows, MAX_KEY);
  rows.byPlace = Uint32Array.from({ length: MAX_KEY + 1 }, (_, key) => key).sort((a, b) => placeOf(a) - placeOf(b));
  for (const key of rows.byPlace) placesOf(rows)[key] = placeOf(key);
  const orders = IS_DESCENDING.map((isDescending, column) => openOrder(rows, column, isDescending));
  const reversed = orders.map((order, column) => openReverse(rows, column, order));
  const known = new Map<number, ListRow>();
  const watcher = {
    changed: (key: number, column: number) => orders[column]?.note(key),
    cleared(): void {
      for (const order of orders) order.clear();
    },
  };
  return {
    keysOf: (column: number) => [...(orders[column]?.keys() ?? [])],
    reversedKeysOf: (column: number) => [...(reversed[column]?.keys() ?? [])],
    known,
    take(given: readonly ListRow[], isAnew = false): void {
      for (const row of given) known.set(row[0], row);
      if (isAnew) readAllRows(rows, given, watcher);
      else readRows(rows, given, watcher);
    },
  };
}

describe("orders of rows", () => {
  it("are the same when they follow changes as when all rows are sorted", () => {
    const { keysOf, reversedKeysOf, known, take } = openRows();
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
      for (const column of IS_DESCENDING.keys()) {
        if (mix(round, 300 + column) % 3 === 0) continue;
        assert.deepEqual(keysOf(column), expected(known, column), `round ${round}`);
        assert.deepEqual(reversedKeysOf(column), expected(known, column, true), `round ${round}, reversed`);
      }
    }
  });

  it("are the same when more rows have changed than an order follows", () => {
    const { keysOf, known, take } = openRows();
    const toRows = (keys: number, seed: number) => Array.from({ length: keys }, (_, key) => toRow(key, key + seed));
    take(toRows(8000, 0), true);
    for (const [keys, seed] of [
      [1900, 100],
      [2100, 200],
      [8000, 300],
    ] as const) {
      keysOf(0);
      take(toRows(keys, seed));
      assert.deepEqual(keysOf(0), expected(known, 0));
    }
  });

  it("are by value, then by place, whatever the values", () => {
    const values = [0, 1, -1, 0.5, -0.5, 1e-9, -1e9, 2 ** 31, 2 ** 32 + 1, 1_774_000_000_123, null];
    const { keysOf, known, take } = openRows();
    const drawn = (key: number, salt: number) => values[mix(key, salt) % values.length] ?? null;
    take(
      Array.from({ length: 500 }, (_, key) => [key, "kalshi", "politics", "open", 1, 1, drawn(key, 7), drawn(key, 8)]),
      true,
    );
    for (const column of IS_DESCENDING.keys()) assert.deepEqual(keysOf(column), expected(known, column));
  });
});
