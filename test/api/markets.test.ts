import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, event, HOUR_MS, market, page, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

/** The real server over these markets, by platform. */
function serveMarkets(listed: Readonly<Record<string, readonly MarketRecord[]>>) {
  const events = (["climate", "politics"] as const).map((category) => event({ id: category, category }));
  const listings = Object.entries(listed).map(([platform, all]) => [platform, { full: [page(all, events)] }]);
  return openTestApi({ scripts: Object.fromEntries(listings) });
}

const vote = market({
  id: "a:b",
  eventId: "politics",
  title: "Will rain stop the vote?",
  volume: 7_000,
  closesAt: null,
  yesPrice: 333_333,
});
const poll = {
  id: "poll",
  eventId: "politics",
  yesPrice: 500_000,
  volume: 10,
  volume24h: 10,
  closesAt: START + DAY_MS,
};

const server = await serveMarkets({
  kalshi: [
    market({
      id: "T1",
      eventId: "climate",
      title: "Will it rain tomorrow?",
      yesPrice: 900_000,
      volume: 123_456,
      volume24h: 1_050,
      closesAt: START + 16 * HOUR_MS,
    }),
    market({
      id: "T2",
      eventId: "climate",
      title: "Will it snow?",
      yesPrice: 100_000,
      volume: 5_000,
      volume24h: 5_000,
    }),
    market({ id: "OLD", eventId: "climate", title: "Did it rain?", volume: 999_999, closesAt: START }),
  ],
  manifold: [vote, market(poll)],
});
// The last of them changes an hour after the others.
server.clock.advance(HOUR_MS);
const later = openTestWriter({
  file: server.writer.file,
  clock: server.clock,
  scripts: {
    manifold: { full: [page([vote, market({ ...poll, yesPrice: 510_000 })])] },
  },
});
await later.pass();

async function ask(query: string) {
  const { status, json, text } = await server.get(`/api/v1/markets?${query}`);
  assert.equal(status, 200, text);
  return json;
}

const idsOf = async (query: string): Promise<string[]> => (await ask(query)).data.map(({ id }: { id: string }) => id);

async function errorsFor(query: string) {
  const reply = await server.get(`/api/v1/markets?${query}`);
  assert.equal(reply.status, 422, reply.text);
  assert.equal(reply.json.detail.error, "validation_error");
  return reply.json.detail.errors.map((error: { parameter: string }) => error.parameter);
}

describe("GET /api/v1/markets", () => {
  it("publishes each market with the fields of the specification and ours", async () => {
    const { data } = await ask("");
    assert.deepEqual(data[0], {
      id: "T1",
      title: "Will it rain tomorrow?",
      platform: "kalshi",
      yes_price: 0.9,
      no_price: 0.1,
      best_bid: 0.39,
      best_ask: 0.41,
      volume: 1234.56,
      volume_24h: 10.5,
      price_change_1h: 0,
      price_change_24h: null,
      price_change_7d: null,
      status: "open",
      tradable: true,
      url: "https://example.com/markets/T1",
      last_updated: "2026-11-20T12:00:00.000Z",
      event_id: "climate",
      category: "climate",
      close_time: "2026-11-21T04:00:00.000Z",
      play_money: false,
      question_id: null,
      stale: false,
    });
    const { yes_price, no_price, close_time, play_money } = data[1];
    assert.deepEqual([yes_price, no_price, close_time, play_money], [0.333333, 0.666667, null, true]);
  });

  it("says which page of how many it is", async () => {
    const { response_ms, ...meta } = (await ask("page=2&page_size=3")).meta;
    assert.equal(typeof response_ms, "number");
    assert.deepEqual(meta, { total: 4, page: 2, page_size: 3, total_pages: 2, next_cursor: null });
    const { next_cursor, ...first } = (await ask("page_size=3")).meta;
    assert.deepEqual([first.page, typeof next_cursor], [1, "string"]);
  });

  it("is an empty list with zero pages where nothing is found", async () => {
    const { data, meta } = await ask("category=none&page=7");
    assert.deepEqual(data, []);
    assert.deepEqual([meta.total, meta.page, meta.total_pages, meta.next_cursor], [0, 7, 0, null]);
  });

  const filtered: readonly (readonly [query: string, ids: readonly string[]])[] = [
    ["", ["T1", "a:b", "T2", "poll"]],
    ["platform=kalshi", ["T1", "T2"]],
    ["category=Politics", ["a:b", "poll"]],
    ["status=closed", ["OLD"]],
    ["status=all", ["OLD", "T1", "a:b", "T2", "poll"]],
    ["q=rain", ["T1", "a:b"]],
    ["ids=kalshi:T2,manifold:a:b,kalshi:none", ["a:b", "T2"]],
    ["ids=kalshi:OLD,kalshi:T1&status=open", ["T1"]],
    ["updated_since=2026-11-20T13:00:00Z", ["poll"]],
    ["closing_before=2026-11-21T13:00:00Z", ["T1", "poll"]],
    ["closing_after=2026-11-21T04:00:00Z", ["T2", "poll"]],
    ["closing_after=2026-11-21T03:59:59.999Z", ["T1", "T2", "poll"]],
    ["min_price=0.333333", ["T1", "a:b", "poll"]],
    ["min_price=0.3333331", ["T1", "poll"]],
    ["max_price=0.333333", ["a:b", "T2"]],
    ["max_price=0.3333329", ["T2"]],
    ["real_money_only=true", ["T1", "T2"]],
    ["real_money_only=true&platform=manifold", []],
    ["platform=manifold,kalshi", ["T1", "a:b", "T2", "poll"]],
    ["category=Politics,climate", ["T1", "a:b", "T2", "poll"]],
    ["category=politics,none&platform=manifold,manifold", ["a:b", "poll"]],
    ["sort=volume_24h&platform=kalshi", ["T2", "T1"]],
    ["sort=closing", ["T1", "poll", "T2", "a:b"]],
    ["platform=kalshi&category=climate&status=all&min_volume=50.01&sort=price&order=asc&q=rain", ["OLD", "T1"]],
  ];
  for (const [query, ids] of filtered) {
    it(`answers ${query} with ${ids.join(", ")}`, async () => assert.deepEqual(await idsOf(query), ids));
  }

  it("says which of the ids asked for have no listed market, whatever the other filters let pass", async () => {
    const { meta } = await ask("ids=kalshi:T2,manifold:a:b,kalshi:none,manifold:T2&category=none");
    assert.ok(meta.warnings.includes("unknown market ids: kalshi:none, manifold:T2"), String(meta.warnings));
    assert.equal((await ask("ids=kalshi:OLD&status=open")).meta.warnings, undefined);
  });

  it("never lets a market below min_volume pass by rounding", async () => {
    const rows: [string, number][] = [
      ["0.001", 1],
      ["0.29", 29],
      ["1.1", 110],
      ["4.35", 435],
      ["1000000.10", 100_000_010],
    ];
    const markets = rows.flatMap(([, cents]) => [
      market({ id: `${cents}`, volume: cents }),
      market({ id: `below ${cents}`, volume: cents - 1 }),
    ]);
    const exact = await serveMarkets({ kalshi: markets });
    for (const [dollars, cents] of rows) {
      const { json } = await exact.get(`/api/v1/markets?min_volume=${dollars}&order=asc&page_size=1`);
      assert.equal(json.data[0].id, String(cents), dollars);
    }
    assert.equal((await exact.get("/api/v1/markets?min_volume=0")).json.meta.total, 2 * rows.length);
  });

  const refused: [string, string[]][] = [
    ["platform=kalshi,limitless", ["platform"]],
    ["ids=kalshi", ["ids"]],
    ["ids=nowhere:A", ["ids"]],
    [`ids=${Array(101).fill("kalshi:A").join(",")}`, ["ids"]],
    ["page=100001&page_size=100", ["page"]],
    ["page=1&cursor=abc", ["cursor"]],
  ];
  for (const [query, parameters] of refused) {
    it(`refuses ${query.slice(0, 40)}`, async () => assert.deepEqual(await errorsFor(query), parameters));
  }

  it("goes as far as ten million rows by page", async () => {
    const { data, meta } = await ask("page=100000&page_size=100");
    assert.deepEqual([data, meta.page, meta.total], [[], 100_000, 4]);
  });
});
