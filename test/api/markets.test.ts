import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { openTestApi, type TestServer } from "../support/service/api.ts";
import { DAY_MS, event, HOUR_MS, MINUTE_MS, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { foldAll } from "../support/store/points.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

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

const endedAt = (hoursAgo: number) => ({ resolvedAt: START - hoursAgo * HOUR_MS });

const resolvedServer = await openTestApi({
  scripts: {
    kalshi: {
      full: [
        page([
          resolvedMarket({ id: "yes", ...endedAt(2) }),
          resolvedMarket({ id: "no", ...endedAt(3), outcome: "no", yesPrice: 0, settlementPrice: 0 }),
          resolvedMarket({ id: "void", ...endedAt(1), outcome: "void", yesPrice: 300_000, settlementPrice: null }),
          resolvedMarket({ id: "unsaid", outcome: null, settlementPrice: null, resolvedAt: null }),
          resolvedMarket({ id: "unpriced", ...endedAt(1), yesPrice: null }),
          market({ id: "open" }),
        ]),
      ],
    },
    manifold: {
      full: [page([resolvedMarket({ id: "split", ...endedAt(2), outcome: "split", settlementPrice: 250_001 })])],
    },
  },
});

const PRICES = [
  ...["1h", "4h", "12h", "1d", "3d", "7d", "14d", "30d", "60d", "90d", "180d"].map((span) => `price_${span}_before`),
  ...["last_price_before_close", "price_at_25_percent", "price_at_50_percent", "price_at_75_percent"],
  "price_time_average",
];

async function resolved(query = "") {
  const reply = await resolvedServer.get(`/api/v1/markets/resolved?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
}

const popularIdsOf = (data: readonly { id: string }[]): string[] => data.map(({ id }) => id);

async function popular(server: TestServer, query = "") {
  const reply = await server.get(`/api/v1/markets/popular?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
}

const day = (id: string, dollars: number, more: Parameters<typeof market>[0] | object = {}) =>
  market({ id, volume: 10_000_000, volume24h: dollars * 100, ...more });

const popularServer = await openTestApi({
  scripts: {
    kalshi: {
      full: [
        page([
          day("busy", 900),
          day("quiet", 1),
          day("closed", 5_000, { status: "closed" }),
          day("over", 5_000, { closesAt: START }),
          day("unpriced", 5_000, { yesPrice: null }),
        ]),
      ],
    },
    polymarket: { full: [page([day("busy", 900), day("busiest", 1_000)])] },
    // 60,000 mana.
    manifold: { full: [page([day("mana", 600, { rawVolume: 6_000_000 })])] },
    predictit: { full: [page([day("7", 0), day("8", 0)])] },
  },
});

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

describe("GET /api/v1/markets/resolved", () => {
  it("lists markets whose outcome is final, the latest first", async () => {
    const data = await resolved();
    assert.deepEqual(
      data.map((one: Record<string, unknown>) => [one.id, one.outcome, one.settlement_price, one.resolved_at]),
      [
        ["void", "void", null, "2026-11-20T11:00:00.000Z"],
        ["yes", "yes", 1, "2026-11-20T10:00:00.000Z"],
        ["split", "split", 0.250001, "2026-11-20T10:00:00.000Z"],
        ["no", "no", 0, "2026-11-20T09:00:00.000Z"],
      ],
    );
  });

  it("has the fields of a market beside those of its end", async () => {
    const [, first] = await resolved();
    const [market] = (await resolvedServer.get("/api/v1/markets?ids=kalshi:yes")).json.data;
    const resolved_at = "2026-11-20T10:00:00.000Z";
    // They were never seen open.
    const prices = Object.fromEntries(PRICES.map((name) => [name, null]));
    assert.deepEqual(first, { ...market, outcome: "yes", settlement_price: 1, resolved_at, ...prices });
  });

  it("can be narrowed to a platform and to a number", async () => {
    const all = await resolved();
    assert.deepEqual(await resolved("limit=3"), all.slice(0, 3));
    assert.deepEqual(await resolved("platform=manifold"), [all[2]]);
    assert.deepEqual(await resolved("platform=polymarket"), []);
    assert.deepEqual(await resolved("platform=polymarket,manifold"), [all[2]]);
    assert.deepEqual(
      await resolved("real_money_only=true"),
      all.filter(({ play_money }: { play_money: boolean }) => !play_money),
    );
    assert.deepEqual(await resolved("category=Politics,none"), all);
    assert.deepEqual(await resolved("category=sports"), []);
    assert.deepEqual(await resolved("resolved_since=2026-11-20T10:00:00Z"), all.slice(0, 3));
    assert.deepEqual(await resolved("resolved_since=2026-11-20T10:00:00.001Z"), all.slice(0, 1));
  });

  it("goes on page by page", async () => {
    const all = await resolved();
    for (const name of ["limit", "page_size"]) {
      const pages = [1, 2, 3].map((number) => resolved(`${name}=2&page=${number}`));
      assert.deepEqual(await Promise.all(pages), [all.slice(0, 2), all.slice(2), []], name);
    }
  });

  it("says how many there are, and goes on with a cursor to the last", async () => {
    const query = "page_size=2&resolved_since=2026-11-20T10:00:00Z";
    const first = (await resolvedServer.get(`/api/v1/markets/resolved?${query}`)).json;
    const { total, page, page_size, total_pages, next_cursor } = first.meta;
    assert.deepEqual([total, page, page_size, total_pages], [3, 1, 2, 2]);
    const second = (await resolvedServer.get(`/api/v1/markets/resolved?${query}&cursor=${next_cursor}`)).json;
    assert.deepEqual([second.meta.total, second.meta.page, second.meta.next_cursor], [3, 2, null]);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    assert.deepEqual(ids, ["void", "yes", "split"]);
  });
});

describe("GET /api/v1/markets/popular", () => {
  it("lists open markets with a price by their 24-hour volume in dollars, ranked from 1", async () => {
    const data = await popular(popularServer);
    assert.deepEqual(
      data.map(({ rank, platform, id }: { rank: number; platform: string; id: string }) => [rank, platform, id]),
      [
        [1, "polymarket", "busiest"],
        [2, "kalshi", "busy"],
        [3, "polymarket", "busy"],
        [4, "manifold", "mana"],
        [5, "kalshi", "quiet"],
        [6, "predictit", "7"],
        [7, "predictit", "8"],
      ],
    );
  });

  it("goes on page by page with its ranks, among those that its filters let pass", async () => {
    const all = await popular(popularServer);
    const pages = await Promise.all([1, 2, 3, 4].map((number) => popular(popularServer, `limit=3&page=${number}`)));
    assert.deepEqual(pages, [all.slice(0, 3), all.slice(3, 6), all.slice(6), []]);
    assert.deepEqual(popularIdsOf(await popular(popularServer, "real_money_only=true&limit=4")), [
      "busiest",
      "busy",
      "busy",
      "quiet",
    ]);
    assert.deepEqual(popularIdsOf(await popular(popularServer, "platform=manifold,predictit")), ["mana", "7", "8"]);
    assert.equal((await popular(popularServer, "category=POLITICS,none")).length, all.length);
    assert.deepEqual(await popular(popularServer, "category=sports"), []);
  });

  it("says how many have a rank, and goes on with a cursor to the last", async () => {
    const walked: unknown[] = [];
    let cursor: string | null = "";
    for (let page = 1; cursor !== null; page++) {
      const { json } = await popularServer.get(`/api/v1/markets/popular?page_size=3${cursor && `&cursor=${cursor}`}`);
      assert.deepEqual([json.meta.total, json.meta.page, json.meta.total_pages], [7, page, 3]);
      walked.push(...json.data);
      cursor = json.meta.next_cursor;
    }
    assert.deepEqual(walked, await popular(popularServer));
    const other = (await popularServer.get("/api/v1/markets?page_size=3")).json.meta.next_cursor;
    assert.equal((await popularServer.get(`/api/v1/markets/popular?cursor=${other}`)).status, 422);
  });

  it("adds rank, activity and price change to the fields of a market", async () => {
    const [first] = await popular(popularServer, "platform=kalshi");
    const [market] = (await popularServer.get("/api/v1/markets?ids=kalshi:busy")).json.data;
    assert.deepEqual(first, { ...market, rank: 1, activity_24h: 0, price_change_24h: null });
  });

  it("gives 20 unless told otherwise", async () => {
    const many = Array.from({ length: 30 }, (_, index) => day(`m${index}`, index));
    const data = await popular(await openTestApi({ scripts: { kalshi: { full: [page(many)] } } }));
    assert.deepEqual([data.length, data[0].id, data[19].id], [20, "m29", "m10"]);
  });
});

describe("the activity of popular markets", () => {
  /** Reads three markets of one volume; the price of `still` stays, only its lifetime volume rises. */
  async function readMoving() {
    const script: Script = { full: [] };
    const moving = openTestWriter({ scripts: { kalshi: script } });
    const read = async (afterMs: number, a: number, b: number): Promise<void> => {
      moving.clock.advance(afterMs);
      const later = { closesAt: START + 90 * DAY_MS };
      const volume = 10_000_000 + (moving.clock.now() - START) / 1000;
      script.full = [
        page([
          day("a", 5, { yesPrice: a, ...later }),
          day("b", 5, { yesPrice: b, ...later }),
          day("still", 5, { volume, ...later }),
        ]),
      ];
      await moving.pass();
    };
    await read(0, 100_000, 100_000);
    await read(HOUR_MS, 200_000, 200_000);
    await read(DAY_MS, 300_000, 250_000);
    await read(MINUTE_MS, 300_000, 350_000);
    return { moving, server: await openTestApi({ writer: moving }) };
  }

  const briefly = (data: readonly Record<string, unknown>[]) =>
    data.map((one) => [one.id, one.activity_24h, one.price_change_24h]);

  const EXPECTED = [
    ["b", 2, 0.15],
    ["a", 1, 0.1],
    ["still", 0, 0],
  ];

  it("counts price changes of the last 24 hours and decides among equal volumes", async () => {
    const { server } = await readMoving();
    assert.deepEqual(briefly(await popular(server)), EXPECTED);
    assert.deepEqual(popularIdsOf(await popular(server, "limit=1")), ["b"]);
  });

  it("is the same once the points are folded", async () => {
    const { moving, server } = await readMoving();
    foldAll(moving.writer.writing);
    assert.deepEqual(briefly(await popular(server)), EXPECTED);
  });

  it("is over a day later, when the prices are old", async () => {
    const { moving, server } = await readMoving();
    moving.clock.advance(DAY_MS);
    assert.deepEqual(
      briefly(await popular(server)),
      ["a", "b", "still"].map((id) => [id, 0, null]),
    );
  });
});
