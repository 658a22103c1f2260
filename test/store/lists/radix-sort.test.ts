import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { sortByValue } from "../../../src/store/lists/radix-sort.ts";

const values = fc.array(
  fc.oneof(
    fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER, -1),
    fc.integer({ min: 0, max: 100 }),
    fc.double({ noNaN: true }).map((value) => value + 0),
  ),
  { minLength: 1, maxLength: 60 },
);

describe("sorting by value", () => {
  for (const isDescending of [false, true]) {
    it(`is what a stable sort gives: ${isDescending ? "from the greatest" : "from the least"}`, () => {
      fc.assert(
        fc.property(values, (given) => {
          const keys = Uint32Array.from(given, (_, key) => key);
          const sign = isDescending ? -1 : 1;
          const at = (key: number): number => given[key] ?? 0;
          const expected = [...keys].sort((a, b) => (at(a) === at(b) ? a - b : sign * (at(a) < at(b) ? -1 : 1)));
          sortByValue(keys, Float64Array.from(given), isDescending);
          assert.deepEqual([...keys], expected);
        }),
      );
    });
  }
});
