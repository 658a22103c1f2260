import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import type { PastPrice } from "../../../src/sources/source.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { toPastPoints } from "../../../src/writer/ingest/backfill.ts";
import { keepAllCriterionPrices } from "../../../src/writer/maintenance/maintenance.ts";
import fc from "../../support/properties.ts";
import { openTestApi } from "../../support/service/api.ts";
import { DAY_MS, HOUR_MS, market, markets, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openListed, openTestWriter, type Script } from "../../support/store/writer.ts";

describe("the points kept of a told past", () => {
  it("rise in time, change the price, and end before our own, whatever is told", () => {
    const price = fc.record({ at: fc.integer({ min: 0, max: 100_000 }), yesPrice: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(price, { maxLength: 40 }), fc.nat(100), fc.nat(100), (prices, from, before) => {
        const points = toPastPoints(prices, { from, before });
        for (const [index, { at, yesPrice }] of points.entries()) {
          const earlier = points[index - 1];
          assert.ok(at < before && (index === 0 || at > from));
          assert.ok(earlier === undefined || (earlier.at < at && earlier.yesPrice !== yesPrice));
        }
        for (let second = from; second < before; second++) {
          const told = prices.filter(({ at }) => at < (second + 1) * 1000);
          const latest = Math.max(...told.map(({ at }) => at));
          const inForce = told.findLast(({ at }) => at === latest)?.yesPrice;
          assert.equal(points.findLast(({ at }) => at <= second)?.yesPrice, inForce);
        }
      }),
      { examples: [[[0, 8000].map((at) => ({ at, yesPrice: at })), 8, 9]] },
    );
  });
});

describe("asking for pasts", () => {
  async function openWaiting(count: number, isIngesting = true) {
    const asked: string[] = [];
    let running = 0;
    const history = async (_: unknown, { id }: { id: string }): Promise<readonly PastPrice[]> => {
      running++;
      assert.equal(running, 1, "one at a time");
      asked.push(id);
      await Promise.resolve();
      running--;
      return [{ at: 0, yesPrice: 1 }];
    };
    const scripts = { kalshi: { full: [page(markets(count))], history } };
    const test = openTestWriter({ scripts, config: { ingests: isIngesting } });
    await test.pass();
    return { test, asked, request: (id: string) => test.writer.backfills.request({ platform: "kalshi", id }) };
  }

  it("goes one by one, for a bounded number of markets", async () => {
    const { test, asked, request } = await openWaiting(205);
    const states = Array.from({ length: 205 }, (_, index) => request(`m${index + 1}`));
    assert.equal(states.filter((state) => state === "pending").length, 200);
    assert.equal(states.at(-1), "unavailable");
    assert.equal(request("m1"), "pending");
    await test.writer.backfills.whenIdle();
    assert.equal(asked.length, 200);
    assert.equal(new Set(asked).size, 200);
    assert.equal(request("m1"), "complete");
    assert.equal(request("m205"), "pending");
  });

  it("is refused for what is not known, and by a service that gathers nothing", async () => {
    const { request } = await openWaiting(1);
    assert.equal(request("unknown"), "unavailable");
    const silent = await openWaiting(1, false);
    assert.equal(silent.request("m1"), "unavailable");
    assert.deepEqual(silent.asked, []);
  });

  it("that was in vain under a clock that was ahead is done again once it is right", async () => {
    const history = () => Promise.resolve([]);
    const test = openTestWriter({ scripts: { kalshi: { full: [page(markets(1))], history } } });
    await test.pass();
    const request = () => test.writer.backfills.request({ platform: "kalshi", id: "m1" });
    test.clock.set(10 * 86_400_000);
    assert.equal(request(), "pending");
    await test.writer.backfills.whenIdle();
    assert.equal(request(), "unavailable");
    test.clock.set(-10 * 86_400_000);
    assert.equal(request(), "pending");
    await test.writer.backfills.whenIdle();
  });

  it("ends with the service", async () => {
    const { test, asked, request } = await openWaiting(50);
    for (let index = 1; index <= 50; index++) request(`m${index}`);
    await test.writer.close();
    assert.ok(asked.length <= 1);
    assert.equal(test.logged.length, 0);
  });
});

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
