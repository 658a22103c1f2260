import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ArchivedMarket, createArchive, listPast } from "../../src/demo/archive.ts";
import { figuresAt, priceOf } from "../../src/demo/figures.ts";
import { createCatalogue } from "../../src/demo/listings.ts";
import { createWalk } from "../../src/demo/walk.ts";
import { createBins, toCriterionPrices } from "../../src/domain/accuracy.ts";
import { judged } from "../support/accuracy/results.ts";
import fc from "../support/properties.ts";
import { START } from "../support/store/builders.ts";

const NOW = Date.UTC(2026, 10, 20, 5, 40, 17, 250);
const SEED = 11;
const demo = { seed: SEED, walk: createWalk(SEED) };
const listed = createCatalogue(NOW).events.flatMap((event) => event.markets);
const archive = createArchive(listed, SEED, NOW);
const stored = listed.map((market): ArchivedMarket => {
  const figures = figuresAt(demo, market, NOW);
  const yesPrice = figures.phase === "settled" ? figures.payout : priceOf(market, figures);
  const cents = market.platform === "manifold" ? figures.volume : figures.volume * 100;
  return { platform: market.platform, id: market.id, yesPrice: Math.round(yesPrice * 1e6), volume: Math.round(cents) };
});

const anyMarket: fc.Arbitrary<ArchivedMarket> = fc.oneof(
  fc.constantFrom(...stored),
  fc.record({
    platform: fc.constantFrom("polymarket", "kalshi", "limitless"),
    id: fc.string({ minLength: 1 }),
    yesPrice: fc.integer({ min: 0, max: 1_000_000 }),
    volume: fc.integer({ min: 0, max: 1e12 }),
    createdAt: fc.option(fc.integer({ min: NOW - 1e11, max: NOW + 1e9 })),
  }),
);

describe("the demo's archive", () => {
  it("rises in time, never falls in volume, and ends at the stored market", () => {
    fc.assert(
      fc.property(anyMarket, (market) => {
        const points = archive(market);
        assert.deepEqual(points.at(-1), {
          at: Math.floor(NOW / 1000),
          yesPrice: market.yesPrice,
          volume: market.volume,
        });
        for (const [index, point] of points.entries()) {
          const before = points[index - 1];
          assert.ok(Number.isInteger(point.yesPrice) && point.yesPrice >= 0 && point.yesPrice <= 1_000_000);
          assert.ok(Number.isInteger(point.volume) && point.volume >= 0);
          assert.ok(before === undefined || (point.at > before.at && point.volume >= before.volume));
          assert.ok(point.at > NOW / 1000 - 31 * 86_400);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("has what a settled market pays from its settlement on, also of one that asks the opposite", () => {
    const settled = listed.flatMap((market, index) => {
      const { phase, settledAt, payout } = figuresAt(demo, market, NOW);
      return phase === "settled" ? [{ market, settledAt, payout, archived: stored[index] ?? assert.fail() }] : [];
    });
    assert.ok(settled.some(({ market }) => market.event.edition.isInverted));
    for (const { settledAt, payout, archived } of settled) {
      const prices = archive(archived).filter(({ at }) => at >= Math.floor(settledAt / 1000));
      const paid = new Set(prices.map(({ yesPrice }) => yesPrice));
      assert.deepEqual([...paid], [Math.round(payout * 1e6)], archived.id);
    }
  });

  it("has the last point only for a market that the demo does not list", () => {
    const market = { platform: "limitless", id: "x", yesPrice: 400_000, volume: 9, createdAt: NOW - 90 * 86_400_000 };
    assert.deepEqual(archive(market), [{ at: Math.floor(NOW / 1000), yesPrice: 400_000, volume: 9 }]);
  });
});

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const ONE = 1_000_000;

describe("what resolved in the demo's past", () => {
  const results = SEEDS.flatMap((seed) => [...listPast(seed, START)].flat());

  it("spans two years, and is the same for the same seed", () => {
    const ends = results.map(({ record }) => record.resolvedAt);
    assert.ok(Math.max(...ends) < START && Math.min(...ends) < START - 700 * 86_400_000);
    assert.deepEqual([...listPast(3, START)], [...listPast(3, START)]);
  });

  it("has ids of its own", () => {
    const once = [...listPast(1, START)].flat().map(({ platform, record }) => `${platform}:${record.id}`);
    assert.equal(new Set(once).size, once.length);
  });

  it("was priced right on Kalshi, too surely on Polymarket, not surely enough on Manifold and PredictIt", () => {
    // Of the bins that say something, those whose interval lies above or below the price.
    const findBiases = (platform: string) => {
      const bins = createBins(1);
      for (const { record, points, ...one } of results) {
        if (one.platform !== platform || (record.outcome !== "yes" && record.outcome !== "no")) continue;
        const closes = points.map(({ at, yesPrice }) => ({ at, close: yesPrice }));
        const { "12h": price } = toCriterionPrices(closes, {
          startsAt: Number(record.createdAt) / 1000,
          endsAt: Number(record.closesAt) / 1000,
        });
        if (price !== null) bins.add(judged(price / ONE, record.outcome === "yes"));
      }
      const found = bins.list(0).filter(({ n }) => n >= 50);
      const low = found.filter(({ meanPrice, low }) => meanPrice < 0.4 && low > meanPrice).length;
      const high = found.filter(({ meanPrice, high }) => meanPrice < 0.4 && high < meanPrice).length;
      return { low, high };
    };
    const [kalshi, polymarket, manifold, predictit] = ["kalshi", "polymarket", "manifold", "predictit"].map(findBiases);
    assert.ok(kalshi && kalshi.low + kalshi.high <= 2, JSON.stringify(kalshi));
    // Unlikely outcomes come true more often than it says.
    assert.ok(polymarket && polymarket.low >= 3 && polymarket.high === 0, JSON.stringify(polymarket));
    assert.ok(manifold && manifold.high >= 4 && manifold.low === 0, JSON.stringify(manifold));
    assert.ok(predictit && predictit.low + predictit.high >= 1, JSON.stringify(predictit));
  });
});
