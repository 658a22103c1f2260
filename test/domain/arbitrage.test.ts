import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  assess,
  CONFIDENCES,
  confidenceOf,
  feasibilityOf,
  isAtLeast,
  netOf,
  rank,
  type Spread,
  toGroupId,
  weightOf,
} from "../../src/domain/arbitrage.ts";

const MINUTE_MS = 60_000;

const spread = (given: Partial<Spread> = {}): Spread => ({
  groupKey: 1,
  buyMarketKey: 1,
  sellMarketKey: 2,
  buyPrice: 400_000,
  sellPrice: 430_000,
  score: 950_000,
  hasBooks: true,
  volume: 5_000_000,
  buyPlatform: "kalshi",
  sellPlatform: "polymarket",
  buyCategory: "politics",
  sellCategory: "politics",
  ...given,
});

describe("confidence", () => {
  const sure = { score: 900_000, hasBooks: true, ageMs: 10 * MINUTE_MS, spreadPercent: 10 };
  const rows: [Partial<typeof sure>, string][] = [
    [{}, "high"],
    [{ score: 899_999 }, "medium"],
    [{ hasBooks: false }, "medium"],
    [{ ageMs: 10 * MINUTE_MS + 1 }, "medium"],
    [{ spreadPercent: 10.01 }, "medium"],
    [{ score: 800_000, hasBooks: false, ageMs: 90 * MINUTE_MS, spreadPercent: 20 }, "medium"],
    [{ score: 799_999 }, "low"],
    [{ spreadPercent: 20.01 }, "low"],
  ];
  for (const [given, expected] of rows) {
    it(`is ${expected} for ${JSON.stringify(given)}`, () => {
      assert.equal(confidenceOf({ ...sure, ...given }), expected);
    });
  }
});

describe("feasibility", () => {
  const rows: [Partial<Spread>, string][] = [
    [{ volume: 1_000_001 }, "good"],
    [{ volume: 1_000_000 }, "fair"],
    [{ volume: 100_000 }, "fair"],
    [{ volume: 99_999 }, "poor"],
    [{ volume: 0, sellPlatform: "predictit" }, "unknown"],
    [{ volume: 0, buyPlatform: "predictit" }, "unknown"],
  ];
  for (const [given, expected] of rows) {
    it(`is ${expected} for ${JSON.stringify(given)}`, () => assert.equal(feasibilityOf(spread(given)), expected));
  }
});

describe("the order of opportunities", () => {
  const plain = spread({ groupKey: 1, sellPrice: 440_000, score: 800_000, volume: 10 });
  const sure = spread({ groupKey: 2, sellPrice: 430_000, score: 990_000, volume: 10 });
  const costly = spread({ groupKey: 3, sellPrice: 430_000, score: 950_000, volume: 99, sellPlatform: "predictit" });
  const order = (weigh: (spread: Spread) => number) =>
    rank(
      [plain, sure, costly].map((one) => ({ groupKey: one.groupKey, weight: weigh(one) })),
      3,
    );

  it("is by volume, then by group", () =>
    assert.deepEqual(
      order(({ volume }) => volume),
      [3, 1, 2],
    ));

  it("is the same of a few as of all, equal ones left in", () => {
    const groups = [5, 3, 9, 3, 1, 5, 0].map((weight, index) => ({ groupKey: 7 - index, weight }));
    assert.deepEqual(rank(groups, 100), [5, 2, 7, 4, 6, 3, 1]);
    assert.deepEqual(rank(groups, 7), [5, 2, 7, 4, 6, 3, 1]);
    assert.deepEqual(rank(groups, 4), [5, 2, 7, 4, 6]);
    assert.deepEqual(rank(groups, 1), [5]);
    assert.deepEqual(rank([], 1), []);
  });

  it("is by confidence, then by what fees leave", () => {
    const weigh = (one: Spread) => weightOf(assess(one, 0).confidence, netOf(one));
    assert.deepEqual(order(weigh), [2, 3, 1]);
    const lighter = [
      spread({ score: 700_000, sellPrice: 990_000 }),
      spread({ score: 999_999, hasBooks: false, sellPrice: 410_000 }),
      spread({ score: 800_000, hasBooks: false, sellPrice: 470_000 }),
      spread({ score: 999_999, sellPrice: 430_000, sellPlatform: "predictit" }),
      spread({ score: 950_000, sellPrice: 430_000 }),
      spread({ score: 900_000, sellPrice: 430_100 }),
    ].map(weigh);
    assert.deepEqual(
      lighter.toSorted((a, b) => a - b),
      lighter,
    );
    assert.equal(new Set(lighter).size, lighter.length);
  });

  it("never has less confidence before more, whatever fees leave", () => {
    for (const net of [-2 * 1_000_000, 0, 1_000_000]) {
      assert.ok(weightOf("high", -2 * 1_000_000) > weightOf("medium", net));
      assert.ok(weightOf("medium", -2 * 1_000_000) > weightOf("low", net));
    }
    assert.deepEqual(
      CONFIDENCES.map((one) => CONFIDENCES.filter((min) => isAtLeast(one, min))),
      [["high", "medium", "low"], ["medium", "low"], ["low"]],
    );
  });
});

describe("a group's id", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ platform: "kalshi", id }));
  it("is the same for any order of its members, and differs with other members", () => {
    assert.ok(a && b && c);
    assert.match(toGroupId(255, [a, b]), /^000000ff-[0-9a-f]{12}$/);
    assert.equal(toGroupId(1, [a, b]), toGroupId(1, [b, a]));
    assert.notEqual(toGroupId(1, [a, b]), toGroupId(1, [a, b, c]));
  });

  it("sorts as group keys do", () => {
    const keys = [3, 20, 100, 5_000_000];
    const ids = keys.map((key) => toGroupId(key, []));
    assert.deepEqual(ids.toSorted(), ids);
  });
});
