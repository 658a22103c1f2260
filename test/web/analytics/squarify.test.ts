import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Rectangle, squarify } from "../../../src/web/analytics/squarify.ts";

const WITHIN: Rectangle = { x: 10, y: 20, width: 600, height: 400 };

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

const overlap = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

describe("tiles of a rectangle", () => {
  it("follow the example of the paper that describes them", () => {
    const placed = squarify(
      [6, 6, 4, 3, 2, 2, 1].map((area) => ({ area })),
      { x: 0, y: 0, width: 6, height: 4 },
    );
    const rounded = placed.map(({ x, y, width, height }) => [x, y, width, height].map((one) => Number(one.toFixed(2))));
    assert.deepEqual(rounded.slice(0, 5), [
      [0, 0, 3, 2],
      [0, 2, 3, 2],
      [3, 0, 1.71, 2.33],
      [4.71, 0, 1.29, 2.33],
      [3, 2.33, 1.2, 1.67],
    ]);
  });

  it("fill it in proportion to their areas, and none covers another", () => {
    const areas = fc.array(fc.integer({ min: 1, max: 1_000_000_000_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(areas, (given) => {
        const items = given.toSorted((a, b) => b - a).map((area) => ({ area }));
        const total = given.reduce((sum, area) => sum + area, 0);
        const placed = squarify(items, WITHIN);
        assert.deepEqual(
          placed.map(({ area }) => area),
          items.map(({ area }) => area),
        );
        for (const [index, tile] of placed.entries()) {
          assert.ok(near(tile.width * tile.height, (tile.area / total) * WITHIN.width * WITHIN.height));
          assert.ok(tile.x > WITHIN.x - 1e-6 && tile.x + tile.width < WITHIN.x + WITHIN.width + 1e-6);
          assert.ok(tile.y > WITHIN.y - 1e-6 && tile.y + tile.height < WITHIN.y + WITHIN.height + 1e-6);
          for (const other of placed.slice(index + 1)) assert.ok(overlap(tile, other) < 1e-6);
        }
      }),
    );
  });

  it("are none for nothing", () => assert.deepEqual(squarify([], WITHIN), []));
});
