import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { keepAllCriterionPrices } from "../../../src/writer/maintenance/maintenance.ts";
import { openTestApi } from "../../support/service/api.ts";
import { DAY_MS, HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openListed, type Script } from "../../support/store/writer.ts";

const times = { createdAt: START, closesAt: START + 2 * DAY_MS };
const ended = resolvedMarket({ id: "m", ...times, resolvedAt: START + 2 * DAY_MS + HOUR_MS });

/** A market at .4, a day later at .7, that closes another day later and then resolves to yes. */
async function openResolved(given: Partial<MarketRecord> = {}, more: Omit<Script, "full"> = {}) {
  const test = await openListed(page([market({ id: "m", ...times, ...given, yesPrice: 400_000 })]), more);
  test.clock.advance(DAY_MS);
  await test.read([market({ id: "m", ...times, ...given, yesPrice: 700_000 })]);
  test.clock.advance(DAY_MS + 2 * HOUR_MS);
  await test.read([{ ...ended, ...given }]);
  return test;
}

const PRICES = "SELECT life_25, life_75, life_mean, last, hours_1, days_1, days_3 FROM criterion_prices";
const NONE = [null, null, null, null, null, null, null];
const EXPECTED = [[400_000, 700_000, 550_000, 700_000, 700_000, 700_000, null]];

describe("prices by which markets are judged", () => {
  it("are kept when a market resolves, and published with its outcome", async () => {
    const test = await openResolved();
    assert.deepEqual(test.rows(PRICES), EXPECTED);
    const server = await openTestApi({ writer: test });
    const [resolved] = (await server.get("/api/v1/markets/resolved")).json.data;
    assert.equal(resolved.last_price_before_close, 0.7);
    assert.equal(resolved.price_1h_before, 0.7);
    assert.equal(resolved.price_1d_before, 0.7);
    assert.equal(resolved.price_7d_before, null);
  });

  it("are kept once more for what resolved before they were", async () => {
    const test = await openResolved();
    test.write(() => test.db.exec("DELETE FROM criterion_prices"));
    assert.deepEqual(await keepAllCriterionPrices(test.writer.writing), { markets: 1 });
    assert.deepEqual(test.rows(PRICES), EXPECTED);
    assert.deepEqual(await keepAllCriterionPrices(test.writer.writing), { markets: 0 });
  });

  it("stay when the archive has thinned out and the outcome is corrected", async () => {
    const test = await openResolved();
    const day = START / 1000 - ((START / 1000) % 86_400);
    test.write(() => {
      test.db.exec("DELETE FROM history_points; DELETE FROM history_recent");
      test.db.exec(`INSERT INTO history_candles SELECT market_key, 86400, ${day}, 1, 1, 1, 100000, 0, 1 FROM markets`);
    });
    await test.read([{ ...ended, outcome: "no", settlementPrice: 0, yesPrice: 0 }]);
    assert.deepEqual(test.rows(PRICES), [[400_000, 700_000, 550_000, 700_000, 700_000, 700_000, null]]);
  });

  it("are those of its end once that is corrected", async () => {
    const test = await openResolved();
    await test.read([{ ...ended, closesAt: START + DAY_MS }]);
    assert.deepEqual(test.rows("SELECT life_75, last, days_1 FROM criterion_prices"), [[400_000, 400_000, 400_000]]);
  });

  it("are those of its whole life once its past was asked for", async () => {
    const history = async () => [{ at: START - 2 * DAY_MS, yesPrice: 100_000 }];
    const test = await openResolved({ createdAt: null }, { history });
    assert.deepEqual(test.rows(PRICES), EXPECTED);
    test.writer.backfills.request({ platform: "kalshi", id: "m" });
    await test.writer.backfills.whenIdle();
    assert.deepEqual(test.rows(PRICES), [[100_000, 700_000, 325_000, 700_000, 700_000, 700_000, 100_000]]);
  });

  it("are none of a market that was only seen with its outcome", async () => {
    const test = await openListed(page([resolvedMarket({ id: "m" })]));
    await keepAllCriterionPrices(test.writer.writing);
    assert.deepEqual(test.rows(PRICES), [[null, null, null, null, null, null, null]]);
  });
});

describe("prices of markets that were never seen open", () => {
  const MADE = START - 10 * DAY_MS;
  const open = async (history: NonNullable<Script["history"]>) => {
    const past = { createdAt: MADE, closesAt: MADE + 2 * DAY_MS, resolvedAt: MADE + 2 * DAY_MS + HOUR_MS };
    return openListed(page(["a", "b"].map((id) => resolvedMarket({ id, ...past }))), { history });
  };

  it("are fetched from their platform, each market once, up to its end", async () => {
    const asked: unknown[] = [];
    const test = await open(async (_, { id }, { from, to }) => {
      asked.push([id, from - MADE, to - MADE]);
      if (id === "b") return [];
      return [
        { at: MADE + DAY_MS, yesPrice: 700_000 },
        { at: MADE, yesPrice: 400_000 },
        { at: MADE + 2 * DAY_MS, yesPrice: 1_000_000 },
      ];
    });
    assert.deepEqual(await test.writer.fetchCriterionPrices(), { markets: 2 });
    assert.deepEqual(await test.writer.fetchCriterionPrices(), { markets: 0 });
    assert.deepEqual(asked, [
      ["a", 0, 2 * DAY_MS],
      ["b", 0, 2 * DAY_MS],
    ]);
    assert.deepEqual(test.rows(`${PRICES} ORDER BY market_key`), [...EXPECTED, NONE]);
    // Nothing of it goes into the archive.
    assert.equal(test.value("SELECT count(*) FROM history_points WHERE at < ?", START / 1000), 0);
  });

  it("wait for a platform that fails, and are asked for again", async () => {
    let isDown = true;
    const test = await open(async () => {
      if (isDown) throw new UpstreamError("http_503", "kalshi");
      return [{ at: MADE, yesPrice: 400_000 }];
    });
    assert.deepEqual(await test.writer.fetchCriterionPrices(), { markets: 0 });
    isDown = false;
    assert.deepEqual(await test.writer.fetchCriterionPrices(), { markets: 2 });
  });

  it("are given up of a market that its platform refuses to tell of", async () => {
    const test = await open(async (_, { id }) => {
      if (id === "a") throw new UpstreamError("http_400", "kalshi");
      return [{ at: MADE, yesPrice: 400_000 }];
    });
    assert.deepEqual(await test.writer.fetchCriterionPrices(), { markets: 2 });
    assert.deepEqual(test.rows("SELECT last FROM criterion_prices ORDER BY market_key"), [[null], [400_000]]);
  });
});
