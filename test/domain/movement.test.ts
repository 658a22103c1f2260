import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { averageChanges, NO_CHANGES, orientChanges } from "../../src/domain/questions.ts";

const first = { priceChange1h: 10_000, priceChange24h: null, priceChange7d: 40_000 };
const second = { priceChange1h: 30_000, priceChange24h: 20_000, priceChange7d: null };

describe("how far a question moved", () => {
  it("is the average of its markets over each span apart, weighted by volume, of those known then", () => {
    assert.deepEqual(
      averageChanges([
        { ...first, volume: 100 },
        { ...second, volume: 300 },
      ]),
      { priceChange1h: 25_000, priceChange24h: 20_000, priceChange7d: 40_000 },
    );
    assert.deepEqual(averageChanges([]), NO_CHANGES);
  });

  it("is turned round for a market that asks the opposite", () => {
    assert.deepEqual(orientChanges(first, true), {
      priceChange1h: -10_000,
      priceChange24h: null,
      priceChange7d: -40_000,
    });
    assert.deepEqual(orientChanges(first, false), first);
  });
});
