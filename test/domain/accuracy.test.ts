import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  CRITERIA,
  createBins,
  createComparison,
  createEventErrors,
  createScores,
  dayOfPrice,
  endOf,
  keepKnown,
  toCriterionPrices,
} from "../../src/domain/accuracy.ts";
import { createRandom, judged } from "../support/accuracy/results.ts";
import fc from "../support/properties.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

describe("the prices a resolved market is judged by", () => {
  const points = [
    { at: 0, close: 200_000 },
    { at: 5 * DAY, close: 400_000 },
    { at: 9 * DAY + 23 * HOUR, close: 900_000 },
  ];

  it("are those in force at each moment of its life", () => {
    const found = toCriterionPrices(points, { startsAt: 0, endsAt: 10 * DAY });
    assert.deepEqual(found, {
      life_25: 200_000,
      life_50: 400_000,
      life_75: 400_000,
      // 5 days at .2, 4 days and 23 hours at .4, an hour at .9.
      life_mean: Math.round((120 * 200_000 + 119 * 400_000 + 900_000) / 240),
      last: 900_000,
      "1h": 900_000,
      "4h": 400_000,
      "12h": 400_000,
      "1d": 400_000,
      "3d": 400_000,
      "7d": 200_000,
      "14d": null,
      "30d": null,
      "60d": null,
      "90d": null,
      "180d": null,
    });
  });

  it("begin with the first price where nobody says when the market was made", () => {
    const found = toCriterionPrices([{ at: 6 * DAY, close: 300_000 }], { startsAt: null, endsAt: 10 * DAY });
    assert.deepEqual([found.life_50, found["1d"], found.last], [300_000, 300_000, 300_000]);
  });

  it("are none where no price was seen before the end", () => {
    for (const points of [[{ at: 10, close: 1_000_000 }], []]) {
      const found = toCriterionPrices(points, { startsAt: 0, endsAt: 10 });
      assert.ok(Object.values(found).every((price) => price === null));
    }
  });

  it("end with trading, at the close or with an early outcome", () =>
    assert.deepEqual([endOf(10, 20), endOf(20, 10), endOf(null, 5)], [10, 10, 5]));

  it("are of the day in UTC in which each was in force", () =>
    assert.deepEqual(
      (["1h", "1d", "life_75", "last"] as const).map((name) => dayOfPrice(name, 10 * DAY + 30 * 60, 10 * DAY)),
      [9, 9, 7, 10],
    ));

  it("stay what they were when they are found again, but those of a life whose past has grown", () => {
    const life = { startsAt: 0, endsAt: 10 * DAY };
    const [before, after] = [points, points.map(({ at, close }) => ({ at, close: close + 1 }))].map((given) =>
      toCriterionPrices(given, life),
    );
    assert.ok(before && after);
    const found = (isLonger: boolean) => keepKnown({ ...before, "7d": null }, after, isLonger);
    const ofShort = found(false);
    assert.deepEqual([ofShort.life_50, ofShort["1d"], ofShort["7d"]], [400_000, 400_000, 200_001]);
    const ofLonger = found(true);
    assert.deepEqual([ofLonger.life_50, ofLonger["1d"], ofLonger.last], [400_001, 400_000, 900_000]);
  });

  it("are prices that the market had", () => {
    const walk = fc.uniqueArray(fc.nat({ max: 400 * DAY }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(walk, fc.nat({ max: 400 * DAY }), (times, endsAt) => {
        const all = times.toSorted((a, b) => a - b).map((at) => ({ at, close: at % 1_000_001 }));
        const seen = all.filter(({ at }) => at < endsAt).map(({ close }) => close);
        const found = toCriterionPrices(all, { startsAt: null, endsAt });
        const { life_mean, ...prices } = found;
        if (life_mean === null) return assert.equal(seen.length, 0);
        assert.ok(life_mean >= Math.min(...seen) && life_mean <= Math.max(...seen));
        for (const price of Object.values(prices)) assert.ok(price === null || seen.includes(price));
        assert.deepEqual(Object.keys(found).toSorted(), [...CRITERIA].toSorted());
      }),
    );
  });
});

describe("intervals", () => {
  const PLATFORMS = 2000;
  const isNear95 = (share: number): boolean => share >= 0.94 && share <= 0.96;

  it("of a bin hold the true share in 95 of 100 platforms", () => {
    const random = createRandom(7);
    let held = 0;
    for (let platform = 0; platform < PLATFORMS; platform++) {
      const bins = createBins(1);
      const [truth, markets] = [0.05 + 0.9 * random(), 40 + Math.floor(160 * random())];
      for (let market = 0; market < markets; market++) bins.add(judged(truth, random() < truth));
      const [bin] = bins.list(0);
      if (bin !== undefined && bin.low <= truth && truth <= bin.high) held++;
    }
    assert.ok(isNear95(held / PLATFORMS), `${held}`);
  });

  it("of a Brier score hold the true one in 95 of 100 platforms, though markets of an event end alike", () => {
    const random = createRandom(11);
    const [price, truth] = [0.4, 0.4 * 0.6 ** 2 + 0.6 * 0.4 ** 2];
    let held = 0;
    for (let platform = 0; platform < PLATFORMS; platform++) {
      const scores = createScores(1, createEventErrors(40));
      for (let event = 0; event < 40; event++) {
        const market = judged(price, random() < price, event);
        for (let copy = 0; copy < 4; copy++) scores.add(market);
      }
      const { brierLow, brierHigh } = scores.list()[0] ?? {};
      if ((brierLow ?? 1) <= truth && truth <= (brierHigh ?? 0)) held++;
    }
    assert.ok(isNear95(held / PLATFORMS), `${held}`);
  });
});

describe("a score", () => {
  it("takes each price as .001 to .999, so that no single one is without bound", () => {
    for (const [price, isYes, expected] of [
      [1, true, -Math.log(0.999)],
      [1, false, -Math.log(0.001)],
    ] as const) {
      const scores = createScores(1, createEventErrors(1));
      scores.add(judged(price, isYes));
      assert.ok(Math.abs((scores.list()[0]?.logScore ?? 0) - expected) < 1e-9);
    }
  });

  it("is compared over answers with a price on the same day alone", () => {
    const comparison = createComparison();
    const answer = (platform: string, price: number, day: number) => ({ platform, price, isYes: true, day });
    comparison.add([answer("kalshi", 900_000, 1), answer("polymarket", 500_000, 2)]);
    assert.deepEqual(comparison.find("kalshi"), { relativeBrier: null, relativeN: 0 });
    comparison.add([answer("kalshi", 1_000_000, 1), answer("polymarket", 0, 1), answer("manifold", 0, 2)]);
    assert.deepEqual(comparison.find("kalshi"), { relativeBrier: -0.5, relativeN: 1 });
    assert.equal(comparison.find("manifold").relativeN, 0);
  });
});
