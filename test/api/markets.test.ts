import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { AppError } from "../../src/errors.ts";
import { aMarket, memoryContext } from "../support/service/context.ts";
import { startTestServer } from "../support/service/http.ts";

const halfPriced = { ...aMarket, platform: "manifold", id: "m1", yesPrice: 333_333, closesAt: null };
const context = memoryContext({ markets: { markets: [aMarket, halfPriced], total: 101, nextCursor: "abc" } });
const server = await startTestServer(context);

/** What the store was asked for a query string. */
async function askedFor(query: string) {
  const reply = await server.get(`/api/v1/markets?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return context.asked.markets.at(-1) ?? [];
}

async function errorsFor(query: string) {
  const reply = await server.get(`/api/v1/markets?${query}`);
  assert.equal(reply.status, 422, reply.text);
  assert.equal(reply.json.detail.error, "validation_error");
  assert.equal(context.asked.markets.length, 0);
  return reply.json.detail.errors.map((error: { parameter: string }) => error.parameter);
}

describe("GET /api/v1/markets", () => {
  beforeEach(() => {
    context.asked.markets.length = 0;
  });

  it("publishes each market with the fields of the specification and ours", async () => {
    const { json } = await server.get("/api/v1/markets");
    assert.deepEqual(json.data[0], {
      id: "KXRAIN-26NOV20-T1",
      title: "Will it rain tomorrow?",
      platform: "kalshi",
      yes_price: 0.9,
      no_price: 0.1,
      volume: 1234.56,
      volume_24h: 10.5,
      status: "open",
      url: "https://kalshi.com/markets/kxrain",
      last_updated: "2026-11-20T04:08:00.000Z",
      event_id: "KXRAIN-26NOV20",
      category: "climate",
      close_time: "2026-11-21T04:09:00.000Z",
      play_money: false,
    });
    const { yes_price, no_price, close_time, play_money } = json.data[1];
    assert.deepEqual([yes_price, no_price, close_time, play_money], [0.333333, 0.666667, null, true]);
  });

  it("prints prices that add up to 1 exactly, for every whole percentage", async () => {
    const markets = Array.from({ length: 101 }, (_, percent) => ({ ...aMarket, yesPrice: percent * 10_000 }));
    const all = await startTestServer(memoryContext({ markets: { markets, total: 101 } }));
    const { text } = await all.get("/api/v1/markets");
    const pairs = [...text.matchAll(/"yes_price":([\d.]+),"no_price":([\d.]+)/g)];
    assert.equal(pairs.length, 101);
    for (const [, yes = "", no = ""] of pairs) {
      assert.ok(yes.length <= 8 && no.length <= 8, `${yes} and ${no}`);
      assert.equal(Math.round(Number(yes) * 1e6) + Math.round(Number(no) * 1e6), 1_000_000);
    }
  });

  it("says which page of how many it is", async () => {
    const { json } = await server.get("/api/v1/markets?page=3&page_size=50");
    const { response_ms, ...meta } = json.meta;
    assert.equal(typeof response_ms, "number");
    assert.deepEqual(meta, { total: 101, page: 3, page_size: 50, total_pages: 3, next_cursor: "abc" });
  });

  it("has no page number when a cursor was followed", async () => {
    const { json } = await server.get("/api/v1/markets?cursor=abc");
    assert.equal("page" in json.meta, false);
    assert.equal(json.meta.total_pages, 3);
  });

  it("is an empty list with zero pages where nothing is found", async () => {
    const empty = await startTestServer(memoryContext());
    const { status, json } = await empty.get("/api/v1/markets?page=7");
    assert.equal(status, 200);
    assert.deepEqual(json.data, []);
    assert.deepEqual([json.meta.total, json.meta.page, json.meta.total_pages, json.meta.next_cursor], [0, 7, 0, null]);
  });

  it("asks for open markets by volume, 50 at a time, unless told otherwise", async () => {
    const [query, slice] = await askedFor("");
    assert.deepEqual(JSON.parse(JSON.stringify(query)), {
      status: "open",
      minVolume: 0,
      sort: "volume",
      order: "desc",
    });
    assert.deepEqual(slice, { page: 1, size: 50 });
  });

  it("passes every filter on in the units of the store", async () => {
    const [query, slice] = await askedFor(
      "platform=kalshi&category=Politics&status=all&min_volume=1.1&sort=price&order=asc&q=rain+tomorrow&event_id=E1" +
        "&ids=kalshi:A,manifold:b:c&updated_since=2026-11-19&closing_before=2026-11-21T00:00:00%2B01:00&page_size=200&page=2",
    );
    assert.deepEqual(query, {
      platform: "kalshi",
      category: "politics",
      status: "all",
      minVolume: 110,
      sort: "price",
      order: "asc",
      text: "rain tomorrow",
      eventId: "E1",
      ids: [
        { platform: "kalshi", id: "A" },
        { platform: "manifold", id: "b:c" },
      ],
      updatedSince: Date.UTC(2026, 10, 19),
      closingBefore: Date.UTC(2026, 10, 20, 23),
    });
    assert.deepEqual(slice, { page: 2, size: 200 });
  });

  it("sorts by closing time from the soonest unless told otherwise", async () => {
    assert.equal((await askedFor("sort=closing"))[0]?.order, "asc");
    assert.equal((await askedFor("sort=closing&order=desc"))[0]?.order, "desc");
  });

  it("never lets a market below min_volume pass by rounding", async () => {
    const rows: [string, number][] = [
      ["0", 0],
      ["0.001", 1],
      ["0.29", 29],
      ["1.1", 110],
      ["4.35", 435],
      ["1000000.10", 100_000_010],
    ];
    for (const [dollars, cents] of rows) {
      assert.equal((await askedFor(`min_volume=${dollars}`))[0]?.minVolume, cents, dollars);
    }
  });

  it("follows a cursor", async () => {
    assert.deepEqual((await askedFor("cursor=abc&page_size=10"))[1], { after: "abc", size: 10 });
  });

  const refused: [string, string[]][] = [
    ["platform=limitless", ["platform"]],
    ["platform=Kalshi", ["platform"]],
    ["platform=kalshi&platform=kalshi", ["platform"]],
    ["category=", ["category"]],
    ["status=resolved", ["status"]],
    ["min_volume=-1", ["min_volume"]],
    ["min_volume=1e3", ["min_volume"]],
    ["sort=title", ["sort"]],
    ["order=up", ["order"]],
    ["q=a", ["q"]],
    [`q=${"a".repeat(201)}`, ["q"]],
    ["ids=", ["ids"]],
    ["ids=kalshi", ["ids"]],
    ["ids=nowhere:A", ["ids"]],
    [`ids=${Array(101).fill("kalshi:A").join(",")}`, ["ids"]],
    ["updated_since=yesterday", ["updated_since"]],
    ["page=0", ["page"]],
    ["page_size=0", ["page_size"]],
    ["page_size=201", ["page_size"]],
    ["page=100001&page_size=100", ["page"]],
    ["page=1&cursor=abc", ["cursor"]],
    ["page=x&page_size=y&sort=z", ["sort", "page", "page_size"]],
  ];
  for (const [query, parameters] of refused) {
    it(`refuses ${query.slice(0, 40)}`, async () => assert.deepEqual(await errorsFor(query), parameters));
  }

  it("goes as far as ten million rows by page", async () => {
    assert.deepEqual((await askedFor("page=100000&page_size=100"))[1], { page: 100_000, size: 100 });
  });

  it("passes on that the store does not know a cursor", async () => {
    const known = memoryContext();
    const details = { errors: [{ parameter: "cursor", message: "unknown" }] };
    known.store.markets.list = () => {
      throw new AppError("validation_error", "cursor: unknown", { details });
    };
    const refusing = await startTestServer(known);
    const reply = await refusing.get("/api/v1/markets?cursor=zzz");
    assert.equal(reply.status, 422);
    assert.deepEqual(reply.json.detail.errors, details.errors);
  });

  it("can be asked for again with its entity tag", async () => {
    const { headers } = await server.get("/api/v1/markets");
    assert.equal(headers["cache-control"], "private, no-cache");
    const again = await server.get("/api/v1/markets", { "If-None-Match": String(headers.etag) });
    assert.equal(again.status, 304);
  });
});
