import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually, startTestService } from "../support/service/service.ts";

const OF_A_PAGE = 2;

const service = await startTestService({ isWholeDemo: true });

/** Every answer is held against the API's description on its way. */
async function get(path: string) {
  const { status, body } = await service.get(path);
  assert.equal(status, 200, path);
  return body;
}

interface Resolved {
  readonly platform: string;
  readonly id: string;
  readonly event_id: string;
  readonly close_time: string;
  readonly resolved_at: string;
  readonly settlement_price: number;
}

interface Point {
  readonly timestamp: string;
  readonly yes_price: number;
}

describe("the demo's data", () => {
  it("has sizes of its most profitable opportunities", async () => {
    // Their books are read once they are found.
    await eventually("a spread with the size of a book", async () => {
      const { data } = await get("/api/v1/arbitrage?sort=net");
      return data.some(
        ({ size, size_source }: { size: number; size_source: string }) => size > 0 && size_source === "book",
      );
    });
  });

  it("has results whose prices were open until the end", async () => {
    const { data } = await get("/api/v1/markets/resolved?limit=100");
    const firstOfEvents = new Map(data.map((market: Resolved) => [`${market.platform}:${market.event_id}`, market]));
    const checked = [...firstOfEvents.values()].slice(0, 12) as Resolved[];
    assert.ok(checked.length >= 5);
    for (const { platform, id, close_time, resolved_at, settlement_price } of checked) {
      assert.ok(close_time <= resolved_at, `${id} was resolved after it closed`);
      const { points } = (await get(`/api/v1/markets/${platform}/${id}/history?hours=720`)).data;
      const before = points.filter(({ timestamp }: Point) => timestamp < resolved_at);
      assert.ok(before.length > 10, id);
      for (const { yes_price } of before) assert.ok(yes_price > 0.001 && yes_price < 0.999, `${id} at ${yes_price}`);
      assert.equal(points.at(-1).yes_price, settlement_price);
    }
    assert.ok(new Set(checked.map(({ resolved_at }) => resolved_at)).size > 1, "not all at one time");
  });

  it("has a few implied opportunities, and none too good to be true", async () => {
    const { data } = await get("/api/v1/arbitrage?type=implied&min_confidence=low&min_spread=0.001&page_size=100");
    const gains = data.map(({ roi_percent }: { roi_percent: number }) => roi_percent);
    assert.ok(gains.length > 0 && gains.length < 20, `${gains.length} implied`);
    assert.ok(Math.max(...gains) < 10, `${Math.max(...gains)} %`);
  });

  it("is as described, in every list to its end, in details and in histories", async () => {
    let read = 0;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const next = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { data, meta } = await get(`/api/v1/markets?status=all&page_size=200${next}`);
      read += data.length;
      cursor = meta.next_cursor;
      for (const { platform, id, event_id } of data.slice(0, OF_A_PAGE)) {
        const market = `/api/v1/markets/${platform}/${encodeURIComponent(id)}`;
        await get(`${market}/detail`);
        await get(`${market}/history?hours=720`);
        await get(`${market}/history?hours=100&interval=1h`);
        await get(`/api/v1/events/${platform}/${encodeURIComponent(event_id)}`);
      }
      assert.ok(read <= meta.total);
    }
    assert.ok(read > 1000);
  });

  for (const path of [
    "/api/v1/status",
    "/api/v1/events?status=all&page_size=200",
    "/api/v1/search?q=will&limit=100",
    "/api/v1/markets/popular?limit=100",
    "/api/v1/markets/resolved?limit=100",
    "/api/v1/analytics/platform-share?days=365&real_money_only=false",
    "/api/v1/analytics/volume-distribution?real_money_only=false",
    "/api/v1/usage?days=90",
  ]) {
    it(`is as described at ${path}`, async () => {
      assert.ok((await get(path)).data);
    });
  }
});
