import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { anEvent, memoryContext } from "../support/service/context.ts";
import { startTestServer } from "../support/service/http.ts";

const context = memoryContext({ events: { events: [anEvent, { ...anEvent, liquidity: 12_345 }], total: 2 } });
const server = await startTestServer(context);

describe("GET /api/v1/events", () => {
  it("publishes each event with the fields of the specification", async () => {
    const { json } = await server.get("/api/v1/events");
    assert.deepEqual(json.data[0], {
      id: "KXRAIN-26NOV20",
      title: "Rain tomorrow",
      platform: "kalshi",
      category: "climate",
      status: "open",
      image_url: null,
      market_count: 3,
      total_volume: 3703.68,
      volume_24h: 31.5,
      liquidity: null,
      start_time: null,
      end_time: "2026-11-21T04:09:00.000Z",
      tags: ["weather"],
    });
    assert.equal(json.data[1].liquidity, 123.45);
    const { response_ms: _, ...meta } = json.meta;
    assert.deepEqual(meta, { total: 2, page: 1, page_size: 50, total_pages: 1, next_cursor: null });
  });

  it("passes filters, sort and slice on to the store", async () => {
    await server.get(
      "/api/v1/events?platform=kalshi&category=CLIMATE&status=closed&q=rain&sort=markets&order=asc&cursor=c",
    );
    const [query, slice] = context.asked.events.at(-1) ?? [];
    assert.deepEqual(query, {
      platform: "kalshi",
      category: "climate",
      status: "closed",
      text: "rain",
      sort: "markets",
      order: "asc",
    });
    assert.deepEqual(slice, { after: "c", size: 50 });
  });

  it("asks for open events by volume unless told otherwise", async () => {
    await server.get("/api/v1/events");
    const [query] = context.asked.events.at(-1) ?? [];
    assert.deepEqual(JSON.parse(JSON.stringify(query)), { status: "open", sort: "volume", order: "desc" });
  });

  for (const query of ["sort=price", "platform=x", "status=", "q=a", "page=1&cursor=c", "page_size=500"]) {
    it(`refuses ${query}`, async () => assert.equal((await server.get(`/api/v1/events?${query}`)).status, 422));
  }
});
