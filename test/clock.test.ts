import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toIso } from "../src/clock.ts";
import fc from "./support/properties.ts";

/** What a Date can hold. */
const FARTHEST = 8_640_000_000_000_000;

describe("a moment as text", () => {
  it("is what a Date gives", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (ms) => {
        if (Math.abs(ms) > FARTHEST) assert.throws(() => toIso(ms), RangeError);
        else assert.equal(toIso(ms), new Date(ms).toISOString());
      }),
    );
    for (const ms of [0, -1, 999, 86_399_999, 86_400_000, FARTHEST, -FARTHEST]) {
      assert.equal(toIso(ms), new Date(ms).toISOString());
    }
  });

  it("is none for what is no moment", () => {
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(() => toIso(ms), RangeError);
  });
});
