import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { immediately } from "../../src/store/database/db.ts";
import { rollUpHistory } from "../../src/store/history/history.ts";
import { openTestApi, type TestServer } from "../support/service/api.ts";
import { DAY_MS, event, HOUR_MS, MINUTE_MS, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { foldAll } from "../support/store/points.ts";
import { openTestWriter, type TestWriter } from "../support/store/writer.ts";

const ODD_IDS = ["a.b", "..", "a/b", "a%2Fb", "50% & more?#", "crème brûlée", "今年🎉", "detail", "popular"];

const full = market({
  id: "full",
  title: "Will it rain?",
  description: "Resolves yes if it rains.",
  settlementSource: { name: "The weather service", url: "https://www.weather.gov/" },
  yesPrice: 123_457,
  bestBid: 123_000,
  bestAsk: 124_000,
  lastPrice: 120_000,
  volume: 123_456,
  volume24h: 1_050,
  liquidity: 5_005,
  openInterest: 77_700,
});
const rain = event({ id: "e1", title: "Rain", category: "climate", tags: ["weather"], liquidity: 990 });

const server = await openTestApi({
  scripts: {
    kalshi: {
      full: [
        page(
          [
            full,
            market({ id: "unpriced", yesPrice: null, bestBid: null, bestAsk: null, lastPrice: null, volume: 0 }),
            market({ id: "small", volume: 1_000, settlementSource: { name: null, url: "https://apnews.com/" } }),
            market({ id: "large", volume: 900_000 }),
            resolvedMarket({ id: "ended", volume: 0, yesPrice: 500_000, outcome: "split", settlementPrice: 500_000 }),
            market({ id: "alone", eventId: "e2", closesAt: null, createdAt: null }),
            ...ODD_IDS.map((id) => market({ id, eventId: "odd" })),
          ],
          [rain],
        ),
      ],
    },
    manifold: { full: [page([market({ id: "same", yesPrice: 900_000 }), market({ id: "unsure" })])] },
    predictit: { full: [page([market({ id: "7", volume: 0, volume24h: 0, rawVolume: null })])] },
  },
});

const detail = async (platform: string, id: string, from: TestServer = server) => {
  const reply = await from.get(`/api/v1/markets/${platform}/${encodeURIComponent(id)}/detail`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
};

const test = openTestWriter({
  scripts: {
    kalshi: {
      full: [page([market({ id: "alone", eventId: "e2" }), market({ id: "small" }), market({ id: "large" })])],
    },
    manifold: { full: [page([market({ id: "same", yesPrice: 900_000 }), market({ id: "unsure" })])] },
    predictit: { full: [page([market({ id: "7", volume: 0, volume24h: 0, rawVolume: null })])] },
  },
});
await test.pass();
const matchedServer = await openTestApi({ writer: test });

const matchedDetail = async (platform: string, id: string) => {
  const reply = await matchedServer.get(`/api/v1/markets/${platform}/${id}/detail`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
};

describe("GET /api/v1/markets/{platform}/{market_id}/detail", () => {
  it("publishes all that is known of a market", async () => {
    const { event, siblings, matches, related, ...own } = await detail("kalshi", "full");
    const [market] = (await server.get("/api/v1/markets?ids=kalshi:full")).json.data;
    assert.deepEqual(own, {
      ...market,
      description: "Resolves yes if it rains.",
      settlement_source: { name: "The weather service", url: "https://www.weather.gov/" },
      liquidity: 50.05,
      open_interest: 777,
      last_price: 0.12,
      order_book: null,
      price_source: "mid",
      price_change_24h: null,
      volume_reported: true,
      latest_close_time: "2026-12-20T12:00:00.000Z",
      fee: { kind: "quadratic", rate: 0.07, source: "platform" },
      created_at: "2026-10-21T12:00:00.000Z",
      outcome: null,
      settlement_price: null,
      resolved_at: null,
    });
    const listed = (await server.get("/api/v1/events?platform=kalshi")).json.data;
    assert.deepEqual(
      event,
      listed.find(({ id }: { id: string }) => id === "e1"),
    );
    assert.deepEqual([matches, related], [[], []]);
    assert.deepEqual(
      siblings.map(({ id }: { id: string }) => id),
      ["large", "small", "ended"],
    );
    assert.equal("description" in siblings[0], false);
  });

  it("has no siblings for the only market of an event", async () => {
    const { siblings, close_time, created_at, ...own } = await detail("kalshi", "alone");
    assert.deepEqual([siblings, close_time, created_at], [[], null, null]);
    assert.deepEqual([own.description, own.settlement_source], [null, null]);
  });

  it("shows a market that has no price yet, which no list does", async () => {
    const { yes_price, no_price, price_source, price_change_24h, siblings } = await detail("kalshi", "unpriced");
    assert.deepEqual([yes_price, no_price, price_source, price_change_24h], [null, null, null, null]);
    assert.equal(siblings.length, 4);
    const { json } = await server.get("/api/v1/markets?ids=kalshi:unpriced&status=all");
    assert.equal(json.meta.total, 0);
  });

  it("says how a market ended", async () => {
    const { status, outcome, settlement_price, resolved_at } = await detail("kalshi", "ended");
    assert.deepEqual(
      [status, outcome, settlement_price, resolved_at],
      ["closed", "split", 0.5, "2026-11-20T12:00:00.000Z"],
    );
  });

  it("says when a platform publishes no volume, and when its money is play money", async () => {
    const { volume_reported, volume } = await detail("predictit", "7");
    assert.deepEqual([volume_reported, volume], [false, 0]);
    assert.equal((await detail("manifold", "same")).play_money, true);
  });

  for (const id of ODD_IDS) {
    it(`finds the id '${id}'`, async () => assert.equal((await detail("kalshi", id)).id, id));
  }

  it("shows at most 50 siblings, those with most volume", async () => {
    const many = Array.from({ length: 60 }, (_, index) => market({ id: `m${index}`, volume: index }));
    const crowded = await openTestApi({ scripts: { kalshi: { full: [page(many)] } } });
    const { siblings } = await detail("kalshi", "m59", crowded);
    assert.deepEqual([siblings.length, siblings[0].id, siblings[49].id], [50, "m58", "m9"]);
  });

  const missing: [string, number, string][] = [
    ["kalshi/nothing", 404, "market_not_found"],
    ["manifold/full", 404, "market_not_found"],
    ["kalshi/%00", 404, "market_not_found"],
    ["kalshi/a/b", 404, "not_found"],
  ];
  for (const [path, status, code] of missing) {
    it(`answers ${path.slice(0, 30)} with ${code}`, async () => {
      const reply = await server.get(`/api/v1/markets/${path}/detail`);
      assert.deepEqual([reply.status, reply.json.detail.error], [status, code]);
    });
  }
});

describe("price_change_24h", () => {
  /** A writer that has read the market at prices: the time since the one before, then the price, again and again. */
  async function readAt(prices: readonly number[]): Promise<TestWriter> {
    const script = { full: [page([])] };
    const moving = openTestWriter({ scripts: { kalshi: script } });
    for (let at = 0; at < prices.length; at += 2) {
      moving.clock.advance(prices[at] ?? 0);
      script.full = [page([market({ id: "m", yesPrice: prices[at + 1] ?? null, closesAt: START + 90 * DAY_MS })])];
      await moving.pass();
    }
    return moving;
  }

  const changeOf = async (moving: TestWriter) =>
    (await detail("kalshi", "m", await openTestApi({ writer: moving }))).price_change_24h;

  /** What happened, the prices, and how far they moved in a day. */
  const rows: readonly (readonly [name: string, prices: readonly number[], expected: number | null])[] = [
    ["is null while the archive is younger than a day", [0, 400_000, DAY_MS - MINUTE_MS, 500_000], null],
    ["is 0 for a price a day old that never changed", [0, 400_000, DAY_MS, 400_000], 0],
    ["is exact in millionths", [0, 300_000, 2 * DAY_MS, 200_001], -0.099999],
    ["starts from the price in force a day ago", [0, 100_000, HOUR_MS, 200_000, DAY_MS, 250_000], 0.05],
    ["takes no later price for it", [0, 100_000, HOUR_MS, 200_000, DAY_MS - 1000, 250_000], 0.15],
  ];
  for (const [name, prices, expected] of rows) {
    it(name, async () => assert.equal(await changeOf(await readAt(prices)), expected));
  }

  it("is beside those of an hour and a week in lists", async () => {
    const moving = await readAt([0, 100_000, 6 * DAY_MS, 200_000, DAY_MS, 400_000, HOUR_MS, 500_000]);
    const [found] = (await (await openTestApi({ writer: moving })).get("/api/v1/markets")).json.data;
    const { price_change_1h, price_change_24h, price_change_7d } = found;
    assert.deepEqual([price_change_1h, price_change_24h, price_change_7d], [0.1, 0.3, 0.4]);
  });

  it("is the same once the points are folded, and once they are rolled up", async () => {
    const moving = await readAt([0, 100_000, HOUR_MS, 200_000, 40 * DAY_MS, 700_000]);
    const server = await openTestApi({ writer: moving });
    const { writing } = moving.writer;
    const change = async () => (await detail("kalshi", "m", server)).price_change_24h;
    assert.equal(await change(), 0.5);
    foldAll(writing);
    assert.equal(moving.value("SELECT count(*) FROM history_recent"), 0);
    assert.equal(await change(), 0.5);
    for (const [rawDays, hourlyDays, kind] of [
      [31, 400, 3600],
      [31, 35, 86_400],
    ] as const) {
      const before = (days: number): number =>
        (Math.floor((moving.clock.now() - days * DAY_MS) / DAY_MS) * DAY_MS) / 1000;
      const step = { after: 0, markets: 100, rawBefore: before(rawDays), hourlyBefore: before(hourlyDays) };
      immediately(moving.db, () => rollUpHistory(writing.db, step));
      assert.deepEqual(moving.rows("SELECT DISTINCT span FROM history_candles"), [[kind]]);
      assert.equal(moving.value("SELECT count(*) FROM history_points"), 1);
      assert.equal(await change(), 0.5);
    }
  });
});

test.write(() => test.db.exec("DELETE FROM matches; DELETE FROM near_misses"));

describe("what other platforms have of a market's question", () => {
  it("shows the same question elsewhere, from either side, the surest first", async () => {
    const keyOf = (platform: string, id: string) =>
      test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id);
    const insert = test.db.prepare("INSERT INTO matches VALUES (?, ?, ?, ?, ?)");
    test.write(() => {
      insert.run(keyOf("kalshi", "alone"), keyOf("manifold", "unsure"), 700_000, "same", '["near"]');
      insert.run(keyOf("kalshi", "alone"), keyOf("manifold", "same"), 950_000, "inverted", '["same title"]');
    });
    const { matches } = await matchedDetail("kalshi", "alone");
    const brief = matches.map((match: Record<string, unknown>) => [match.id, match.match_score, match.relation]);
    assert.deepEqual(brief, [
      ["same", 0.95, "inverted"],
      ["unsure", 0.7, "same"],
    ]);
    assert.deepEqual([matches[0].reasons, matches[0].yes_price, matches[0].play_money], [["same title"], 0.9, true]);
    const back = await matchedDetail("manifold", "same");
    assert.deepEqual(
      back.matches.map(({ platform, id }: { platform: string; id: string }) => [platform, id]),
      [["kalshi", "alone"]],
    );
  });

  it("shows what comes near to the question apart from its matches, from either side, and says what differs", async () => {
    const keyOf = (platform: string, id: string) =>
      Number(test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id));
    const insert = test.db.prepare("INSERT INTO near_misses VALUES (?, ?, ?, ?, ?, NULL)");
    const [near, other, dated, club, far] = [
      keyOf("kalshi", "large"),
      ...["unsure", "same"].map((id) => keyOf("manifold", id)),
      keyOf("predictit", "7"),
      keyOf("kalshi", "small"),
    ];
    const miss = (a: number, b: number, score: number, veto: string, reasons: readonly string[]) =>
      insert.run(Math.min(a, b), Math.max(a, b), score, veto, JSON.stringify(reasons));
    test.write(() => {
      miss(near, other ?? 0, 800_000, "date", ["refused: date: 2026 against 2027", "both: rain"]);
      miss(near, dated ?? 0, 300_000, "number", ["refused: number: 1 against 2", "same year 2026"]);
      miss(near, club ?? 0, 900_000, "entity", ["refused: entity: a against b"]);
      miss(far ?? 0, other ?? 0, 999_000, "mode", ["refused: mode: touch against settle"]);
    });
    const { matches, related } = await matchedDetail("kalshi", "large");
    assert.deepEqual(matches, []);
    assert.deepEqual(
      related.map((match: Record<string, unknown>) => [match.id, match.match_score, match.relation, match.reasons]),
      [
        ["unsure", 0.49, "related", ["different date: there 2027, here 2026"]],
        ["same", 0.3, "related", ["different figure: there 2, here 1", "same year 2026"]],
      ],
    );
    assert.deepEqual(
      (await matchedDetail("manifold", "unsure")).related.map(({ id }: { id: string }) => id),
      ["small", "large"],
    );
  });

  it("names the platforms where a reason tells the two apart, the same from either side", async () => {
    const keyOf = (platform: string, id: string) =>
      Number(test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id));
    const [a, b] = [keyOf("kalshi", "small"), keyOf("predictit", "7")];
    const reasons = JSON.stringify(["both: zebra", "only the first: zebra", "only the second says 2027"]);
    const insert = test.db.prepare("INSERT INTO matches VALUES (?, ?, 900000, 'same', ?)");
    test.write(() => insert.run(Math.min(a, b), Math.max(a, b), reasons));
    const [, second] = a < b ? ["Kalshi", "PredictIt"] : ["PredictIt", "Kalshi"];
    const expected = [`only ${second} says 2027`];
    assert.deepEqual((await matchedDetail("kalshi", "small")).matches[0].reasons, expected);
    assert.deepEqual((await matchedDetail("predictit", "7")).matches[0].reasons, expected);
  });
});
