import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { getPlatform, PLATFORMS } from "../../src/domain/platforms.ts";
import { feeOf, type Micros, ONE } from "../../src/domain/prices.ts";

const rows: [platform: string, category: string, price: Micros, fee: Micros][] = [
  ["kalshi", "politics", 500_000, 17_500],
  ["kalshi", "sports", 100_000, 6_300],
  ["kalshi", "politics", 10_000, 700],
  ["kalshi", "politics", 50_000, 3_400],
  ["kalshi", "politics", 950_000, 3_400],
  ["polymarket", "crypto", 500_000, 17_500],
  ["polymarket", "sports", 300_000, 6_300],
  ["polymarket", "politics", 500_000, 10_000],
  ["polymarket", "economics", 500_000, 12_500],
  ["polymarket", "climate", 500_000, 12_500],
  ["polymarket", "no such category", 500_000, 12_500],
  ["polymarket", "world", 500_000, 0],
  ["polymarket", "politics", 123_457, 4_330],
  ["predictit", "politics", 400_000, 60_000],
  ["predictit", "politics", 990_000, 1_000],
  ["manifold", "politics", 500_000, 0],
  ["limitless", "crypto", 500_000, 15_000],
];

describe("the fee for one contract", () => {
  for (const [platform, category, price, fee] of rows) {
    it(`is ${fee / 10_000} cents on ${platform} for ${category} at ${price / ONE}`, () => {
      assert.equal(feeOf(getPlatform(platform).fees, price, category), fee);
    });
  }

  it("is a whole number of millionths, never negative and less than a contract pays", () => {
    const price = fc.integer({ min: 10_001, max: 989_999 });
    fc.assert(
      fc.property(fc.constantFrom(...PLATFORMS), price, ({ fees }, at) => {
        const fee = feeOf(fees, at, "crypto");
        assert.ok(Number.isInteger(fee) && fee >= 0 && fee < ONE);
      }),
    );
  });

  it("is what each platform publishes", () => {
    for (const { fees } of PLATFORMS) {
      assert.match(fees.source, /^https:\/\//);
      assert.ok(fees.since === null || !Number.isNaN(Date.parse(fees.since)));
    }
  });
});
