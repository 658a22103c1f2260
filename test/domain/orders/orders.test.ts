import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { assess, type Spread } from "../../../src/domain/arbitrage.ts";
import { CATEGORIES } from "../../../src/domain/categories/names.ts";
import { toOrders, toOrderText, toPairResult, toPayoff, toSummary } from "../../../src/domain/orders.ts";
import { PLATFORMS } from "../../../src/domain/platforms.ts";
import { fromMicros, ONE } from "../../../src/domain/prices.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;

const platform = fc.constantFrom(...PLATFORMS.map(({ id }) => id));
const price = fc.integer({ min: 1, max: ONE - 1 });
const category = fc.constantFrom(...CATEGORIES);

const spread: fc.Arbitrary<Spread> = fc
  .record({
    ...{ buyPrice: price, sellPrice: price, buyPlatform: platform, sellPlatform: platform },
    ...{ buyCategory: category, sellCategory: category },
  })
  .map((given) => ({
    ...given,
    groupKey: 1,
    buyMarketKey: 1,
    sellMarketKey: 2,
    score: ONE,
    hasBooks: true,
    volume: 0,
  }));

const close = fc.option(fc.integer({ min: -10, max: 4000 }).map((hours) => NOW + hours * 3_600_000));

function ordersOf(legs: Spread, [buyCloses, sellCloses]: readonly (number | null)[] = []) {
  const market = (id: string, closesAt: number | null = null, isInverted = false) => ({
    ...{ platform: id, closesAt, isInverted, isNamed: isInverted, title: `Will ${id} win?` },
  });
  const buy = market(legs.buyPlatform, buyCloses);
  const sell = market(legs.sellPlatform, sellCloses);
  return toOrders({ ...assess(legs, 0), legs, buy, sell });
}

/** Millionths as a published decimal, read back from its digits. */
function toDigits(amount: number): bigint {
  const [, sign = "", whole = "", decimals = ""] =
    /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(Number(fromMicros(amount)).toLocaleString("en", DIGITS)) ?? assert.fail();
  return BigInt(`${sign}${whole}${decimals.padEnd(6, "0")}`);
}
const DIGITS = { useGrouping: false, maximumFractionDigits: 20 } as const;

describe("two orders", () => {
  it("cost and earn the same to the last digit, whatever the prices and fees", () => {
    fc.assert(
      fc.property(spread, (legs) => {
        const orders = ordersOf(legs);
        const { cost, payout, profit } = toPairResult(orders, NOW);
        assert.equal(profit, assess(legs, 0).netSpread);
        const sum = orders.reduce((total, one) => total + toDigits(one.price) + toDigits(one.fee), 0n);
        assert.equal(sum, toDigits(cost));
        assert.equal(sum, toDigits(payout) - toDigits(profit));
      }),
      { numRuns: 2000 },
    );
  });

  it("tie money until the later close, and earn nothing a year without one ahead", () => {
    fc.assert(
      fc.property(spread, fc.tuple(close, close), (legs, closes) => {
        const { closesAt, profit, cost, annualizedPercent } = toPairResult(ordersOf(legs, closes), NOW);
        assert.equal(closesAt, closes.includes(null) ? null : Math.max(...closes.map(Number)));
        assert.equal(annualizedPercent === null, closesAt === null || closesAt <= NOW);
        if (annualizedPercent === null || closesAt === null) return;
        const days = Math.max(1, (closesAt - NOW) / DAY_MS);
        const percent = ((profit / cost) * 100 * 365) / days;
        assert.ok(Math.abs(annualizedPercent - percent) <= 0.005 + Math.abs(percent) * 1e-9);
      }),
    );
  });

  const legs: Spread = {
    ...{ groupKey: 1, buyMarketKey: 1, sellMarketKey: 2, score: ONE, hasBooks: true, volume: 0 },
    ...{ buyPrice: 195_500, sellPrice: 230_000, buyPlatform: "polymarket", sellPlatform: "kalshi" },
    ...{ buyCategory: "politics", sellCategory: "politics" },
  };

  for (const [hours, expected] of [
    [365 * 24, 1.61],
    [24, 586.33],
    [1, 586.33],
    [0, null],
  ] as const) {
    it(`earn ${expected} percent a year when they close in ${hours} hours`, () => {
      const at = NOW + hours * 3_600_000;
      assert.equal(toPairResult(ordersOf(legs, [at, at]), NOW).annualizedPercent, expected);
    });
  }

  it("are said in words with exact prices", () => {
    const orders = ordersOf(legs);
    assert.deepEqual(orders.map(toOrderText), ["Buy YES on Polymarket at 19.55¢", "Buy NO on Kalshi at 77¢"]);
    assert.equal(toSummary(orders), "Buy YES on Polymarket at 19.55¢ + Buy NO on Kalshi at 77¢");
    assert.equal(toPayoff(orders), `${toSummary(orders)}: 96.55¢ before fees, pays at least 100¢`);
  });

  it("name the side of the market, which is the other one where it asks the opposite", () => {
    const [buy, sell] = ordersOf(legs).map(({ market }) => ({ ...market, isInverted: true }));
    assert.ok(buy && sell);
    const orders = toOrders({ ...assess(legs, 0), legs, buy, sell });
    assert.equal(toSummary(orders), "Buy NO on Polymarket at 19.55¢ + Buy YES on Kalshi at 77¢");
  });

  it("name the market where a title above them may ask something else", () => {
    const [buy, sell] = ordersOf(legs).map(({ market }) => market);
    assert.ok(buy && sell);
    const named = { ...sell, isInverted: true, isNamed: true, title: "Will the Jets win?" };
    const orders = toOrders({ ...assess(legs, 0), legs, buy, sell: named });
    assert.equal(
      toSummary(orders),
      "Buy YES on Polymarket at 19.55¢ + Buy YES of “Will the Jets win?” on Kalshi at 77¢",
    );
  });
});
