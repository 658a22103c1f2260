import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dayOf, toDate } from "../../src/clock.ts";
import { VOLUME_BUCKETS } from "../../src/domain/analytics.ts";
import type { Category } from "../../src/domain/categories/names.ts";
import { immediately, prepare } from "../../src/store/database/db.ts";
import { openTestApi, type TestServer } from "../support/service/api.ts";
import { event, market, page, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

async function ask(server: TestServer, path: string) {
  const reply = await server.get(`/api/v1/analytics/${path}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
}

describe("GET /api/v1/analytics/volume-distribution", async () => {
  // One market at the lower bound of each bucket and one a cent below its upper bound.
  const edges = VOLUME_BUCKETS.flatMap(({ min, max }, index) => [
    market({ id: `from${index}`, volume: min * 100 }),
    market({ id: `to${index}`, volume: max === null ? 1_000_000_000 : max * 100 - 1 }),
  ]);
  const server = await openTestApi({
    scripts: {
      kalshi: {
        full: [
          page([
            ...edges,
            market({ id: "closed", volume: 50_000, status: "closed" }),
            market({ id: "unpriced", volume: 50_000, yesPrice: null }),
          ]),
        ],
      },
      polymarket: { full: [page([market({ id: "p", volume: 50_000 })])] },
      manifold: { full: [page([market({ id: "m", volume: 12_345 })])] },
      predictit: { full: [page([market({ id: "silent" })])] },
    },
  });
  const distribution = (query = "") => ask(server, `volume-distribution?${query}`);
  const countsOf = (data: readonly { market_count: number }[]) => data.map(({ market_count }) => market_count);

  it("has ten buckets, the lower bound in and the upper bound out", async () => {
    const data = await distribution("platform=kalshi");
    assert.deepEqual(countsOf(data), Array(10).fill(2));
    assert.deepEqual(data[0], {
      bucket: "0-100",
      min: 0,
      max: 100,
      market_count: 2,
      share_percent: 10,
      total_volume: 99.99,
    });
    assert.deepEqual(data[9], {
      bucket: "5M+",
      min: 5_000_000,
      max: null,
      market_count: 2,
      share_percent: 10,
      total_volume: 15_000_000,
    });
    assert.deepEqual(
      data.map(({ bucket }: { bucket: string }) => bucket).join(" "),
      "0-100 100-1K 1K-5K 5K-10K 10K-50K 50K-100K 100K-500K 500K-1M 1M-5M 5M+",
    );
  });

  const rows: [string, string, number][] = [
    ["open markets for real money unless told otherwise", "", 3],
    ["closed markets", "status=closed", 1],
    ["open and closed markets", "status=all", 4],
    ["play money too when asked", "real_money_only=false", 4],
    ["a platform of play money asked for by its name", "platform=manifold", 1],
    ["nothing of such a platform for real money only", "platform=manifold&real_money_only=true", 0],
    ["one platform", "platform=polymarket&real_money_only=true", 1],
  ];
  for (const [name, query, expected] of rows) {
    it(`counts ${name}`, async () => assert.equal((await distribution(query))[1].market_count, expected));
  }

  it("has shares that add up to 100, or are all 0", async () => {
    const shares = (data: readonly { share_percent: number }[]) =>
      data.reduce((sum, { share_percent }) => sum + Math.round(share_percent * 100), 0);
    assert.equal(shares(await distribution()), 10_000);
    assert.equal(shares(await distribution("platform=predictit")), 0);
  });

  it("leaves out markets whose platform publishes no volume", async () => {
    assert.deepEqual(countsOf(await distribution("platform=predictit")), Array(10).fill(0));
    assert.equal(countsOf(await distribution())[0], 2);
  });
});

describe("GET /api/v1/analytics/platform-share", async () => {
  const test = openTestWriter();
  const today = dayOf(START);
  const insertPast = prepare(test.db, "volumes", "insertPast");
  immediately(test.db, () => {
    insertPast.run({ day: today - 40, platform: "kalshi", volume: 1 });
    insertPast.run({ day: today - 2, platform: "kalshi", volume: 10_000 });
    insertPast.run({ day: today - 2, platform: "polymarket", volume: 20_000 });
    insertPast.run({ day: today - 1, platform: "polymarket", volume: 12_345 });
    insertPast.run({ day: today - 1, platform: "manifold", volume: 99_999 });
    insertPast.run({ day: today - 1, platform: "limitless", volume: 55_555 });
    insertPast.run({ day: today, platform: "kalshi", volume: 300 });
    insertPast.run({ day: today + 1, platform: "kalshi", volume: 77_777 });
  });
  const server = await openTestApi({ writer: test });
  const share = (query = "") => ask(server, `platform-share?${query}`);
  const briefly = (data: readonly Record<string, unknown>[]) =>
    data.map((row) => [row.date, row.platform, row.volume, row.share_percent, row.partial]);

  it("lists each day up to today and each platform that trades real money", async () => {
    assert.deepEqual(briefly(await share("days=3")), [
      ["2026-11-18", "kalshi", 100, 33.33, false],
      ["2026-11-18", "polymarket", 200, 66.67, true],
      ["2026-11-18", "predictit", 0, 0, true],
      ["2026-11-19", "kalshi", 0, 0, false],
      ["2026-11-19", "polymarket", 123.45, 100, false],
      ["2026-11-19", "predictit", 0, 0, true],
      ["2026-11-20", "kalshi", 3, 100, true],
      ["2026-11-20", "polymarket", 0, 0, true],
      ["2026-11-20", "predictit", 0, 0, true],
    ]);
  });

  it("has play money in rows and shares only when asked", async () => {
    const data = (await share("days=2&real_money_only=false")).filter(
      ({ date }: { date: string }) => date === "2026-11-19",
    );
    assert.deepEqual(briefly(data), [
      ["2026-11-19", "kalshi", 0, 0, false],
      ["2026-11-19", "manifold", 999.99, 89.01, true],
      ["2026-11-19", "polymarket", 123.45, 10.99, false],
      ["2026-11-19", "predictit", 0, 0, true],
    ]);
  });

  it("covers 30 days unless told otherwise, and up to 365", async () => {
    for (const [query, days] of [
      ["", 30],
      ["days=1", 1],
      ["days=365", 365],
    ] as const) {
      const data = await share(query);
      assert.equal(data.length, 3 * days);
      assert.deepEqual([data[0].date, data.at(-1).date], [toDate(today - days + 1), "2026-11-20"]);
    }
  });
});

describe("GET /api/v1/analytics/category-volume", async () => {
  const inCategory = (category: Category, volume: number, given = {}) => ({
    markets: [market({ id: `${category}${volume}`, eventId: category, volume, ...given })],
    events: [event({ id: category, category })],
  });
  const listing = (...parts: ReturnType<typeof inCategory>[]) => ({
    full: [
      page(
        parts.flatMap(({ markets }) => markets),
        parts.flatMap(({ events }) => events),
      ),
    ],
  });
  const server = await openTestApi({
    scripts: {
      kalshi: listing(
        inCategory("sports", 10_000),
        inCategory("sports", 20_000),
        inCategory("crypto", 5_000, { status: "closed" }),
        inCategory("world", 7_000, { yesPrice: null }),
      ),
      polymarket: listing(inCategory("sports", 30_000), inCategory("economics", 40_000)),
      manifold: listing(inCategory("sports", 100_000)),
    },
  });
  const volume = async (query = "") => {
    const data: readonly Record<string, unknown>[] = await ask(server, `category-volume?${query}`);
    return data.map((row) => [row.category, row.platform, row.market_count, row.total_volume, row.share_percent]);
  };

  it("adds up listed open markets for real money, the largest volume first, of equal ones by category and platform", async () => {
    assert.deepEqual(await volume(), [
      ["economics", "polymarket", 1, 400, 40],
      ["sports", "kalshi", 2, 300, 30],
      ["sports", "polymarket", 1, 300, 30],
    ]);
  });

  it("has closed markets, one platform or play money when asked", async () => {
    assert.deepEqual(await volume("status=closed"), [["crypto", "kalshi", 1, 50, 100]]);
    assert.deepEqual(await volume("status=all&platform=kalshi"), [
      ["sports", "kalshi", 2, 300, 85.71],
      ["crypto", "kalshi", 1, 50, 14.29],
    ]);
    assert.deepEqual(await volume("platform=manifold"), [["sports", "manifold", 1, 1000, 100]]);
    assert.deepEqual(await volume("platform=manifold&real_money_only=true"), []);
    assert.deepEqual((await volume("real_money_only=false"))[0], ["sports", "manifold", 1, 1000, 50]);
  });
});
