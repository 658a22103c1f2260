import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { countChanges, toDailyShares, toDistribution, toShares, VOLUME_BUCKETS } from "../../src/domain/analytics.ts";

const hundredthsOf = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + Math.round(share * 100), 0);

describe("shares of a whole", () => {
  const rows: [string, number[], number[]][] = [
    ["are nothing of nothing", [], []],
    ["are all 0 when the sum is", [0, 0, 0], [0, 0, 0]],
    ["are 100 for the only one", [7], [100]],
    ["give what is left over to the earlier of equals", [1, 1, 1], [33.34, 33.33, 33.33]],
    ["give what is left over to the largest remainder", [2, 3, 1], [33.33, 50, 16.67]],
    ["round a trace down to 0 rather than exceed 100", [1_000_000_000, 1], [100, 0]],
    ["never raise what is 0", [0, 1, 1, 1], [0, 33.34, 33.33, 33.33]],
    ["are exact where cents times hundredths exceed a double", [9_007_199_254_740_990, 1, 1], [100, 0, 0]],
  ];
  for (const [name, amounts, expected] of rows) it(name, () => assert.deepEqual(toShares(amounts), expected));

  // Sums whose products a double holds exactly, such as are about as large as that, and larger ones.
  const amounts = fc.oneof(
    ...[1000, 1_000_000_000, 200_000_000_000, 1_000_000_000_000_000].map((max) =>
      fc.array(fc.nat({ max }), { minLength: 1, maxLength: 12 }),
    ),
  );

  it("add up to exactly 100, with two places, each within a hundredth of the true share", () => {
    fc.assert(
      fc.property(amounts, (given) => {
        const sum = given.reduce((total, amount) => total + BigInt(amount), 0n);
        const shares = toShares(given);
        assert.equal(hundredthsOf(shares), sum === 0n ? 0 : 10_000);
        for (const [index, share] of shares.entries()) {
          assert.equal(share, Number(share.toFixed(2)));
          if (sum === 0n) continue;
          const excess = BigInt(Math.round(share * 100)) * sum - BigInt(given[index] ?? 0) * 10_000n;
          assert.ok(excess < sum && excess > -sum, `${share} of ${given.join(", ")}`);
        }
      }),
    );
  });

  it("never order two amounts against their sizes", () => {
    fc.assert(
      fc.property(amounts, (given) => {
        const shares = toShares(given);
        for (const [index, amount] of given.entries()) {
          for (const [other, amountOther] of given.entries()) {
            if (amount > amountOther) assert.ok((shares[index] ?? 0) >= (shares[other] ?? 0));
          }
        }
      }),
    );
  });
});

describe("the distribution of volume", () => {
  it("has buckets that join without a gap and end open", () => {
    assert.equal(VOLUME_BUCKETS.length, 10);
    assert.equal(VOLUME_BUCKETS[0]?.min, 0);
    for (const [index, { max }] of VOLUME_BUCKETS.entries()) {
      assert.equal(max, VOLUME_BUCKETS[index + 1]?.min ?? null);
    }
  });

  it("adds the parts of a bucket up and lists empty ones", () => {
    const rows = toDistribution([
      { bucket: 1, markets: 2, volume: 50_000 },
      { bucket: 9, markets: 1, volume: 900_000_000 },
      { bucket: 1, markets: 1, volume: 20_000 },
    ]);
    assert.deepEqual(rows[1], { bucket: 1, markets: 3, volume: 70_000, sharePercent: 75 });
    assert.deepEqual(rows[9], { bucket: 9, markets: 1, volume: 900_000_000, sharePercent: 25 });
    assert.deepEqual(rows[5], { bucket: 5, markets: 0, volume: 0, sharePercent: 0 });
    assert.equal(rows.length, 10);
  });

  it("does not pass over a bucket it does not know", () => {
    assert.throws(() => toDistribution([{ bucket: 10, markets: 1, volume: 1 }]), /no volume bucket 10/);
  });
});

describe("the daily shares of platforms", () => {
  const volumeOf = (day: number, platform: string, volume: number) => ({ day, platform, volume, markets: 5 });
  const base = { firstDay: 10, lastDay: 12, platforms: ["b", "a"], recordedSince: new Map([["a", 1]]) };

  it("list every day and platform, by day and then platform", () => {
    const rows = toDailyShares({ ...base, volumes: [volumeOf(11, "b", 300), volumeOf(11, "a", 100)] });
    assert.deepEqual(
      rows.map(({ day, platform, volume, sharePercent, markets }) => [day, platform, volume, sharePercent, markets]),
      [
        [10, "a", 0, 0, 0],
        [10, "b", 0, 0, 0],
        [11, "a", 100, 25, 5],
        [11, "b", 300, 75, 5],
        [12, "a", 0, 0, 0],
        [12, "b", 0, 0, 0],
      ],
    );
  });

  const partial: [string, Map<string, number>, [number, string][]][] = [
    [
      "today alone when the records began long ago",
      new Map([
        ["a", 1],
        ["b", 9],
      ]),
      [
        [12, "a"],
        [12, "b"],
      ],
    ],
    [
      "the first day of a platform's records",
      new Map([
        ["a", 1],
        ["b", 10],
      ]),
      [
        [10, "b"],
        [12, "a"],
        [12, "b"],
      ],
    ],
    [
      "days before a platform's records",
      new Map([
        ["a", 1],
        ["b", 11],
      ]),
      [
        [10, "b"],
        [11, "b"],
        [12, "a"],
        [12, "b"],
      ],
    ],
    [
      "every day of a platform without records",
      new Map([["a", 1]]),
      [
        [10, "b"],
        [11, "b"],
        [12, "a"],
        [12, "b"],
      ],
    ],
  ];
  for (const [name, recordedSince, expected] of partial) {
    it(`call partial ${name}`, () => {
      const rows = toDailyShares({ ...base, recordedSince, volumes: [] }).filter(({ isPartial }) => isPartial);
      assert.deepEqual(
        rows.map(({ day, platform }) => [day, platform]),
        expected,
      );
    });
  }
});

describe("the count of price changes", () => {
  const rows: [string, number | undefined, number[], number][] = [
    ["is 0 without a price", undefined, [], 0],
    ["does not take the first price ever for a change", undefined, [5], 0],
    ["counts from the price that was in force", 5, [6, 7, 6], 3],
    ["passes over points at which only the volume changed", 5, [5, 6, 6, 6, 5], 2],
  ];
  for (const [name, before, prices, expected] of rows) {
    it(name, () => assert.equal(countChanges(before, prices), expected));
  }
});
