import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { serve } from "../support/service/served.ts";
import { event, market, page, resolvedMarket } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const test = openTestWriter({
  scripts: {
    kalshi: {
      full: [
        page(
          [
            market({ id: "small", volume: 100 }),
            resolvedMarket({ id: "large", volume: 500_000 }),
            market({ id: "b", volume: 300 }),
            market({ id: "a", volume: 300 }),
            market({ id: "unpriced", yesPrice: null }),
            market({ id: "hidden", eventId: "e2", yesPrice: null }),
          ],
          [event({ id: "e1", title: "Rain", description: "About rain.", imageUrl: "https://example.com/rain.png" })],
        ),
      ],
    },
    manifold: { full: [page([market({ id: "m", eventId: "e1" })])] },
  },
});
await test.pass();
const server = await serve(test);

describe("GET /api/v1/events/{platform}/{event_id}", () => {
  it("publishes the event and all of its listed markets by volume", async () => {
    const { status, json } = await server.get("/api/v1/events/kalshi/e1");
    assert.equal(status, 200);
    const { markets, ...own } = json.data;
    assert.deepEqual(own, {
      id: "e1",
      title: "Rain",
      platform: "kalshi",
      category: "politics",
      status: "open",
      image_url: "https://example.com/rain.png",
      market_count: 4,
      total_volume: 5007,
      volume_24h: 40,
      liquidity: null,
      start_time: "2026-10-21T12:00:00.000Z",
      end_time: "2026-12-20T12:00:00.000Z",
      tags: [],
      description: "About rain.",
      play_money: false,
      url: "https://example.com/events/e1",
    });
    assert.deepEqual(
      markets.map(({ id, event_id }: { id: string; event_id: string }) => [id, event_id]),
      [
        ["large", "e1"],
        ["a", "e1"],
        ["b", "e1"],
        ["small", "e1"],
      ],
    );
  });

  it("shows each of its markets as the list of markets does", async () => {
    const { json } = await server.get("/api/v1/events/kalshi/e1");
    const list = await server.get("/api/v1/markets?event_id=e1&platform=kalshi&status=all");
    assert.deepEqual(json.data.markets, list.json.data);
  });

  it("tells events of the same id on two platforms apart", async () => {
    const { json } = await server.get("/api/v1/events/manifold/e1");
    assert.deepEqual([json.data.platform, json.data.play_money, json.data.markets.length], ["manifold", true, 1]);
  });

  it("shows an event none of whose markets has a price yet", async () => {
    const { json } = await server.get("/api/v1/events/kalshi/e2");
    assert.deepEqual([json.data.market_count, json.data.markets], [0, []]);
  });

  it("finds none of another id, nor of another platform", async () => {
    for (const path of ["kalshi/nothing", "polymarket/e1"]) {
      const reply = await server.get(`/api/v1/events/${path}`);
      assert.deepEqual([reply.status, reply.json.detail.error], [404, "event_not_found"]);
    }
  });
});
