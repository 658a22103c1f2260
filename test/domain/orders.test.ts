import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dealOf, feeOf, grossOf, type Leg, netOf } from "../../src/domain/arbitrage.ts";
import { CATEGORIES } from "../../src/domain/categories/names.ts";
import { earningsOf, type Order, toOrderText, toPayoff, toSummary } from "../../src/domain/orders.ts";
import { feeOfPlatform, PLATFORMS } from "../../src/domain/platforms.ts";
import { ONE } from "../../src/domain/prices.ts";
import fc from "../support/properties.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;

const leg: fc.Arbitrary<Leg> = fc
  .record({
    marketKey: fc.integer(),
    side: fc.constantFrom("yes", "no"),
    price: fc.integer({ min: 1, max: ONE - 1 }),
    platform: fc.constantFrom(...PLATFORMS.map(({ id }) => id)),
    category: fc.constantFrom(...CATEGORIES),
  })
  .map(({ category, ...one }) => ({ ...one, ...feeOfPlatform(one.platform, category) }));
const legs = fc.tuple(leg, leg);
const stake = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents * 10_000);
const size = fc.option(fc.integer({ min: 0, max: 5000 }));
const close = fc.option(fc.integer({ min: -10, max: 4000 }).map((hours) => NOW + hours * 3_600_000));

const terms = { closesAt: null, now: NOW };

describe("two orders", () => {
  it("leave of the payout what their prices and fees do not take", () => {
    fc.assert(
      fc.property(legs, (pair) => {
        const prices = pair.reduce((sum, { price }) => sum + price, 0);
        const fees = pair.reduce((sum, one) => sum + feeOf(one), 0);
        assert.deepEqual(
          [grossOf({ legs: pair, pays: ONE }), netOf({ legs: pair, pays: ONE })],
          [ONE - prices, ONE - prices - fees],
        );
      }),
    );
  });

  it("cost no more than the stake, for no more contracts than are offered, and one more would be too many", () => {
    fc.assert(
      fc.property(legs, stake, size, (pair, most, offered) => {
        const deal = dealOf({ legs: pair, pays: ONE }, { ...terms, stake: most, size: offered });
        assert.ok(Number.isSafeInteger(deal.contracts) && deal.contracts <= (offered ?? deal.contracts));
        assert.ok(deal.cost <= most);
        assert.equal(deal.payout, deal.contracts * ONE);
        assert.equal(deal.profit, deal.payout - deal.cost);
        assert.equal(
          deal.legs.reduce((sum, { cost }) => sum + cost, 0),
          deal.cost,
        );
        for (const [index, { cost, fee }] of deal.legs.entries())
          assert.equal(cost - fee, (pair[index]?.price ?? 0) * deal.contracts);
        if (deal.contracts === offered) return;
        const more = dealOf(
          { legs: pair, pays: ONE },
          { ...terms, stake: Number.MAX_SAFE_INTEGER, size: deal.contracts + 1 },
        );
        assert.ok(more.cost > most, `${more.cost} for one more`);
      }),
      { numRuns: 2000 },
    );
  });

  const kalshi: Leg = {
    marketKey: 1,
    side: "yes",
    price: 410_000,
    platform: "kalshi",
    ...feeOfPlatform("kalshi", "politics"),
  };
  const polymarket: Leg = {
    marketKey: 2,
    side: "no",
    price: 560_000,
    platform: "polymarket",
    ...feeOfPlatform("polymarket", "politics"),
  };
  const pair = [kalshi, polymarket] as const;

  for (const [dollars, offered, contracts, fees, cost] of [
    // 0.07 × 100 × 0.41 × 0.59 = 1.6933, up to the cent; 0.04 × 100 × 0.56 × 0.44 = 0.9856.
    [100, null, 100, [1_700_000, 985_600], 99_685_600],
    [100, 7, 7, [120_000, 68_990], 6_978_990],
    [1, null, 1, [20_000, 9_860], 999_860],
    [0.9, null, 0, [0, 0], 0],
    [1000, 1500, 1003, [16_990_000, 9_885_570], 999_785_570],
    [100, 0, 0, [0, 0], 0],
  ] as const) {
    it(`buy ${contracts} contracts each for $${dollars} where ${offered ?? "any number"} are offered`, () => {
      const deal = dealOf({ legs: pair, pays: ONE }, { ...terms, stake: dollars * ONE, size: offered });
      assert.deepEqual([deal.contracts, deal.legs.map(({ fee }) => fee), deal.cost], [contracts, fees, cost]);
    });
  }

  it("tie money until the close, and earn nothing a year without one ahead", () => {
    fc.assert(
      fc.property(close, stake, stake, (closesAt, cost, payout) => {
        const { profit, annualizedPercent } = earningsOf({ cost, payout, closesAt, now: NOW });
        assert.equal(profit, payout - cost);
        assert.equal(annualizedPercent === null, closesAt === null || closesAt <= NOW);
        if (annualizedPercent === null || closesAt === null) return;
        const percent = ((profit / cost) * 100 * 365) / Math.max(1, (closesAt - NOW) / DAY_MS);
        assert.ok(Math.abs(annualizedPercent - percent) <= 0.005 + Math.abs(percent) * 1e-9);
      }),
    );
  });

  for (const [hours, expected] of [
    [365 * 24, 1.61],
    [24, 586.33],
    [1, 586.33],
    [0, null],
  ] as const) {
    it(`earn ${expected} percent a year when they close in ${hours} hours`, () => {
      const outlay = { cost: 984_190, payout: ONE, closesAt: NOW + hours * 3_600_000, now: NOW };
      assert.equal(earningsOf(outlay).annualizedPercent, expected);
    });
  }

  const order = ({ platform, side, price }: Leg, given: { isInverted?: boolean; isNamed?: boolean } = {}) => ({
    ...({ action: "buy", side, price, fee: 0 } as const),
    market: { platform, title: `Will ${platform} win?`, isInverted: false, isNamed: false, ...given },
  });

  it("are said in words with exact prices", () => {
    const orders: Order<ReturnType<typeof order>["market"]>[] = [
      order({ ...polymarket, side: "yes", price: 195_500 }),
      order({ ...kalshi, side: "no", price: 770_000 }),
    ];
    assert.deepEqual(orders.map(toOrderText), ["Buy YES on Polymarket at 19.55¢", "Buy NO on Kalshi at 77¢"]);
    assert.equal(toSummary(orders), "Buy YES on Polymarket at 19.55¢ + Buy NO on Kalshi at 77¢");
    assert.equal(toPayoff(orders), `${toSummary(orders)}: 96.55¢ before fees, pays at least 100¢`);
  });

  it("name the market where a title above them may ask something else", () => {
    const named = order(kalshi, { isInverted: true, isNamed: true });
    assert.equal(toOrderText(named), "Buy YES of “Will kalshi win?” on Kalshi at 41¢");
  });
});
