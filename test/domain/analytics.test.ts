import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toShares } from "../../src/domain/analytics.ts";
import fc from "../support/properties.ts";

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
