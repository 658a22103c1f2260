import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../support/store/builders.ts";

const server = await openTestApi({
  scripts: {
    kalshi: {
      full: [
        page(
          [
            market({ id: "T1", eventId: "KXRAIN", volume: 300_000, volume24h: 2_000 }),
            market({ id: "T2", eventId: "KXRAIN", volume: 70_368, volume24h: 1_150 }),
            market({ id: "S1", eventId: "KXSNOW", volume: 200_000, volume24h: 9_000 }),
            market({ id: "S2", eventId: "KXSNOW", volume: 100, volume24h: 0 }),
            market({ id: "S3", eventId: "KXSNOW", volume: 100, volume24h: 0 }),
            market({ id: "O1", eventId: "KXOVER", volume: 10_000, closesAt: START }),
          ],
          [
            event({
              id: "KXRAIN",
              title: "Rain tomorrow",
              category: "climate",
              startsAt: null,
              endsAt: START + DAY_MS,
              tags: ["weather"],
            }),
            event({ id: "KXSNOW", title: "Snow in May", category: "climate", liquidity: 12_345 }),
            event({ id: "KXOVER", title: "Rain yesterday", category: "climate" }),
          ],
        ),
      ],
    },
    manifold: {
      full: [
        page(
          [market({ id: "m1", eventId: "vote", volume: 50 })],
          [event({ id: "vote", title: "Election of the rain" })],
        ),
      ],
    },
  },
});

const idsOf = async (query: string): Promise<string[]> => {
  const { status, json, text } = await server.get(`/api/v1/events?${query}`);
  assert.equal(status, 200, text);
  return json.data.map(({ id }: { id: string }) => id);
};

describe("GET /api/v1/events", () => {
  it("publishes each event with the fields of the specification", async () => {
    const { json } = await server.get("/api/v1/events");
    assert.deepEqual(json.data[0], {
      id: "KXRAIN",
      title: "Rain tomorrow",
      platform: "kalshi",
      category: "climate",
      status: "open",
      image_url: null,
      url: "https://example.com/events/KXRAIN",
      market_count: 2,
      total_volume: 3703.68,
      volume_24h: 31.5,
      liquidity: null,
      start_time: null,
      end_time: "2026-11-21T12:00:00.000Z",
      tags: ["weather"],
    });
    assert.equal(json.data[1].liquidity, 123.45);
    const { response_ms: _, ...meta } = json.meta;
    assert.deepEqual(meta, { total: 3, page: 1, page_size: 50, total_pages: 1, next_cursor: null });
  });

  const filtered: readonly (readonly [query: string, ids: readonly string[]])[] = [
    ["", ["KXRAIN", "KXSNOW", "vote"]],
    ["platform=manifold", ["vote"]],
    ["platform=manifold,kalshi", ["KXRAIN", "KXSNOW", "vote"]],
    ["real_money_only=true", ["KXRAIN", "KXSNOW"]],
    ["category=CLIMATE", ["KXRAIN", "KXSNOW"]],
    ["status=closed", ["KXOVER"]],
    ["status=all&platform=kalshi", ["KXRAIN", "KXSNOW", "KXOVER"]],
    ["q=rain", ["KXRAIN", "vote"]],
    ["page=2&page_size=2", ["vote"]],
  ];
  for (const [query, ids] of filtered) {
    it(`answers ${query} with ${ids.join(", ") || "none"}`, async () => assert.deepEqual(await idsOf(query), ids));
  }
});

const detail = await openTestApi({
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

describe("GET /api/v1/events/{platform}/{event_id}", () => {
  it("publishes the event and all of its listed markets by volume", async () => {
    const { status, json } = await detail.get("/api/v1/events/kalshi/e1");
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
      mutually_exclusive: false,
      sum_of_asks: null,
      sum_of_bids: null,
      url: "https://example.com/events/e1",
    });
    assert.deepEqual(
      markets.map(({ id, event_id }: { id: string; event_id: string }) => [id, event_id]),
      [
        ["large", "e1"],
        ["b", "e1"],
        ["a", "e1"],
        ["small", "e1"],
      ],
    );
  });

  it("shows each of its markets as the list of markets does", async () => {
    const { json } = await detail.get("/api/v1/events/kalshi/e1");
    const list = await detail.get("/api/v1/markets?event_id=e1&platform=kalshi&status=all");
    assert.deepEqual(json.data.markets, list.json.data);
  });

  it("tells events of the same id on two platforms apart", async () => {
    const { json } = await detail.get("/api/v1/events/manifold/e1");
    assert.deepEqual([json.data.platform, json.data.play_money, json.data.markets.length], ["manifold", true, 1]);
  });

  it("shows an event none of whose markets has a price yet", async () => {
    const { json } = await detail.get("/api/v1/events/kalshi/e2");
    assert.deepEqual([json.data.market_count, json.data.markets], [0, []]);
  });

  it("finds none of another id, nor of another platform", async () => {
    for (const path of ["kalshi/nothing", "polymarket/e1"]) {
      const reply = await detail.get(`/api/v1/events/${path}`);
      assert.deepEqual([reply.status, reply.json.detail.error], [404, "event_not_found"]);
    }
  });
});
