import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getPlan, PLANS, TIERS } from "../../src/domain/plans.ts";

describe("plans", () => {
  it("exist for every tier, in the order of the tiers", () => {
    assert.deepEqual(
      PLANS.map((plan) => plan.tier),
      [...TIERS],
    );
  });
  it("allow what the specification says", () => {
    const limits = TIERS.map((tier) => {
      const { usdPerMonth, perDay, perMonth, perMinute } = getPlan(tier);
      return [usdPerMonth, perDay, perMonth, perMinute];
    });
    assert.deepEqual(limits, [
      [0, 1_000, 10_000, 30],
      [49, 50_000, 500_000, 300],
      [null, null, null, 1_000],
    ]);
  });
});
