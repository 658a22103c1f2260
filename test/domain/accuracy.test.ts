import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { CRITERIA, endOf, toCriterionPrices } from "../../src/domain/accuracy.ts";

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

  const cases: { name: string; given: Parameters<typeof toCriterionPrices>; expected: unknown }[] = [
    {
      name: "leave out what came after the end, such as the settlement",
      given: [
        [
          { at: 0, close: 300_000 },
          { at: 10 * DAY, close: 1_000_000 },
        ],
        { startsAt: 0, endsAt: 10 * DAY },
      ],
      expected: [300_000, 300_000, 300_000],
    },
    {
      name: "are unknown before the first price that was seen",
      given: [[{ at: 6 * DAY, close: 300_000 }], { startsAt: 0, endsAt: 10 * DAY }],
      expected: [null, 300_000, 300_000],
    },
    {
      name: "begin with the first price where nobody says when the market was made",
      given: [[{ at: 6 * DAY, close: 300_000 }], { startsAt: null, endsAt: 10 * DAY }],
      expected: [300_000, 300_000, 300_000],
    },
  ];
  for (const { name, given, expected } of cases) {
    it(name, () => {
      const found = toCriterionPrices(...given);
      assert.deepEqual([found?.life_50, found?.["1d"], found?.last], expected);
    });
  }

  it("are none where no price was seen before the end", () => {
    assert.equal(toCriterionPrices([{ at: 10, close: 1_000_000 }], { startsAt: 0, endsAt: 10 }), undefined);
    assert.equal(toCriterionPrices([], { startsAt: 0, endsAt: 10 }), undefined);
  });

  it("are prices that the market had", () => {
    const walk = fc.uniqueArray(fc.nat({ max: 400 * DAY }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(walk, fc.nat({ max: 400 * DAY }), (times, endsAt) => {
        const all = times.toSorted((a, b) => a - b).map((at) => ({ at, close: at % 1_000_001 }));
        const seen = all.filter(({ at }) => at < endsAt).map(({ close }) => close);
        const found = toCriterionPrices(all, { startsAt: null, endsAt });
        if (found === undefined) return assert.equal(seen.length, 0);
        const { life_mean, ...prices } = found;
        assert.ok(life_mean >= Math.min(...seen) && life_mean <= Math.max(...seen));
        for (const price of Object.values(prices)) assert.ok(price === null || seen.includes(price));
        assert.deepEqual(Object.keys(found).toSorted(), [...CRITERIA].toSorted());
      }),
    );
  });
});

describe("the end of a market", () => {
  it("is its close, or its outcome where that came early", () => {
    assert.equal(endOf(null, 20), 20);
    assert.equal(endOf(10, 20), 10);
    assert.equal(endOf(30, 20), 20);
  });
});
