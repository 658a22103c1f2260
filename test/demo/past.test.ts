import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listPast } from "../../src/demo/archive.ts";
import { createBins, toCriterionPrices } from "../../src/domain/accuracy.ts";
import { judged } from "../support/accuracy/results.ts";
import { START } from "../support/store/builders.ts";

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
