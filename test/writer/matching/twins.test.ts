import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toNodes } from "../../../src/store/matching/twins.ts";

describe("twins of twins", () => {
  it("are one side, in whatever order they are found", () => {
    const found = [
      { marketKey: 3, twinKey: 2 },
      { marketKey: 9, twinKey: 8 },
      { marketKey: 2, twinKey: 1 },
      { marketKey: 8, twinKey: 3 },
    ];
    const expected = [1, 2, 3, 8, 9].map((key) => [key, 1]);
    for (const list of [found, found.toReversed()]) {
      assert.deepEqual(
        toNodes(list).sort(([a], [b]) => a - b),
        expected,
      );
    }
  });
});
