import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { offerAt } from "../../src/domain/cost.ts";
import { type Micros, ONE } from "../../src/domain/prices.ts";
import { measureGap } from "../../src/domain/questions.ts";

const at = (platform: string, price: Micros, category = "politics") => ({ platform, price, category });

const feeAt = (terms: Parameters<typeof offerAt>[0], price: Micros): Micros => {
  const { fee, winFee } = offerAt(terms, "yes", price);
  return fee + winFee;
};

describe("the gap of a question with its fees", () => {
  const rows: [string, ReturnType<typeof at>[], ReturnType<typeof measureGap>][] = [
    ["is unknown without a price", [], undefined],
    ["is unknown for one price", [at("kalshi", 500_000)], undefined],
    // Yes at 0.50 on Polymarket costs 1¢, no at 0.49 on Kalshi 1.75¢.
    ["has the fee of each side", [at("kalshi", 510_000), at("polymarket", 500_000)], { gap: 10_000, fees: 27_500 }],
    ["turns with the prices", [at("kalshi", 500_000), at("polymarket", 510_000)], { gap: 10_000, fees: 27_500 }],
    [
      "leaves out what is between",
      [at("predictit", 505_000), at("kalshi", 510_000), at("polymarket", 500_000)],
      { gap: 10_000, fees: 27_500 },
    ],
    // A tenth of the profit of 0.60, and that of no at 0.30.
    ["has fees on a profit", [at("predictit", 400_000), at("predictit", 700_000)], { gap: 300_000, fees: 130_000 }],
    [
      "has the fees of each market's category",
      [at("kalshi", 510_000), at("polymarket", 500_000, "world")],
      { gap: 10_000, fees: 17_500 },
    ],
  ];
  for (const [name, members, expected] of rows) it(name, () => assert.deepEqual(measureGap(members), expected));

  it("is that of one pair of the prices, and no pair is further apart", () => {
    const member = fc.record({
      platform: fc.constantFrom("kalshi", "polymarket", "predictit", "limitless"),
      category: fc.constantFrom("politics", "crypto"),
      price: fc.integer({ min: 1, max: ONE - 1 }),
    });
    fc.assert(
      fc.property(fc.array(member, { minLength: 2, maxLength: 6 }), (members) => {
        const found = measureGap(members);
        const pairs = members.flatMap((low) =>
          members.map((high) => ({
            gap: high.price - low.price,
            fees: feeAt(low, low.price) + feeAt(high, ONE - high.price),
          })),
        );
        assert.ok(pairs.every(({ gap }) => gap <= (found?.gap ?? -1)));
        assert.ok(pairs.some(({ gap, fees }) => gap === found?.gap && fees === found?.fees));
      }),
    );
  });
});
