import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getPlan, includesTier, limitsOf, NO_OWN_LIMITS, PLANS, TIERS } from "../../../src/domain/accounts/plans.ts";

describe("plans", () => {
  it("exist for every tier, in the order of the tiers", () => {
    assert.deepEqual(
      PLANS.map((plan) => plan.tier),
      [...TIERS],
    );
  });
  it("allow what the specification promises", () => {
    const limits = TIERS.map((tier) => {
      const { perDay, perMonth, perMinute } = getPlan(tier);
      return [perDay, perMonth, perMinute];
    });
    assert.deepEqual(limits, [
      [1_000, 10_000, 30],
      [50_000, 500_000, 300],
      [null, null, 1_000],
    ]);
  });

  it("include the endpoints of cheaper ones", () => {
    const table = TIERS.map((tier) => TIERS.map((required) => includesTier(tier, required)));
    assert.deepEqual(table, [
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  it("give way, limit by limit, to those agreed for one key", () => {
    assert.deepEqual(limitsOf("free", NO_OWN_LIMITS), { perMinute: 30, perDay: 1_000, perMonth: 10_000 });
    const own = { perMinute: null, perDay: 5, perMonth: null };
    assert.deepEqual(limitsOf("enterprise", own), { perMinute: 1_000, perDay: 5, perMonth: null });
  });
});
