import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../src/domain/questions.ts";
import { openTestApi } from "../support/service/api.ts";
import { book, openAsked, type Quotes, totalOf } from "../support/store/arbitrage.ts";
import { MINUTE_MS, market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";

describe("GET /api/v1/arbitrage", () => {
  it("publishes all of an opportunity", async () => {
    const { ask } = await openAsked({ kalshi: book(400_000), polymarket: book(450_000, { volume: 123_456_789 }) });
    const { data, meta } = await ask();
    const [{ id, ...found }] = data;
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{12}$/);
    const { response_ms, ...figures } = meta;
    assert.ok(response_ms >= 0);
    assert.deepEqual(figures, { total: 1, page: 1, page_size: 50, total_pages: 1, next_cursor: null });
    const asOf = "2026-11-20T12:00:00.000Z";
    const seen = { inverted: false, as_of: asOf };
    const url = "https://example.com/markets/q";
    assert.deepEqual(found, {
      question_id: toQuestionId("kalshi", "q"),
      event_id: null,
      type: "same",
      title: "On polymarket",
      summary: "Buy YES on Kalshi at 41¢ + Buy NO on Polymarket at 56¢",
      platforms: ["kalshi", "polymarket"],
      prices: { kalshi: 0.4, polymarket: 0.45 },
      volumes: { kalshi: 20_000, polymarket: 1_234_567.89 },
      best_buy_platform: "kalshi",
      best_buy_price: 0.41,
      best_sell_platform: "polymarket",
      best_sell_price: 0.44,
      spread_cents: 3,
      spread_percent: 7.32,
      net_spread_cents: 0.3144,
      cost: 0.996856,
      payout: 1,
      profit: 0.003144,
      roi_percent: 0.32,
      annualized_percent: 3.84,
      at_stake: {
        ...{ stake: 100, contracts: 100, cost: 99.6856, payout: 100, profit: 0.3144 },
        annualized_percent: 3.84,
      },
      close_time: "2026-12-20T12:00:00.000Z",
      size: null,
      size_source: null,
      legs: [
        {
          ...{
            platform: "kalshi",
            side: "yes",
            price: 0.41,
            fee: 0.017,
            fee_cents: 1.7,
            text: "Buy YES on Kalshi at 41¢",
          },
          ...{ order_fee: 1.7, cost: 42.7 },
        },
        {
          ...{ platform: "polymarket", side: "no", price: 0.56, fee: 0.009856, fee_cents: 0.9856 },
          ...{ text: "Buy NO on Polymarket at 56¢", order_fee: 0.9856, cost: 56.9856 },
        },
      ].map((leg, index) => ({
        ...leg,
        action: "buy",
        contracts: 100,
        market_id: "q",
        market_title: `On ${leg.platform}`,
        market_url: url,
        quote: "executable",
        quote_age_seconds: 0,
        inverted: false,
        market_yes_price: [0.4, 0.45][index],
      })),
      confidence: "high",
      match_score: 0.95,
      relation: "same",
      reasons: ["both by the end of 2026", "only Kalshi says May 2027"],
      risks: [],
      feasibility_label: "unknown",
      min_side_volume: 20_000,
      markets: {
        kalshi: {
          ...{ id: "q", title: "On kalshi", url, yes_price: 0.4, best_bid: 0.39, best_ask: 0.41 },
          ...{ ...seen, market_yes_price: 0.4 },
        },
        polymarket: {
          ...{ id: "q", title: "On polymarket", url, yes_price: 0.45, best_bid: 0.44, best_ask: 0.46 },
          ...{ ...seen, market_yes_price: 0.45 },
        },
      },
      as_of: asOf,
    });
  });

  it("takes the lowest ask and the highest bid of three platforms", async () => {
    const { ask } = await openAsked({ kalshi: book(400_000), polymarket: book(350_000), predictit: book(500_000) });
    const { data } = await ask();
    assert.equal(data.length, 1);
    const [{ platforms, best_buy_platform, best_sell_platform, spread_cents, feasibility_label }] = data;
    assert.deepEqual(platforms, ["kalshi", "polymarket", "predictit"]);
    assert.deepEqual([best_buy_platform, best_sell_platform, spread_cents], ["polymarket", "predictit", 13]);
    assert.equal(feasibility_label, "unknown");
  });

  it("gives the chain of matches between legs that only a third platform joins", async () => {
    const matches = [
      { a: "kalshi", b: "predictit" },
      { a: "polymarket", b: "predictit" },
    ];
    const { ask } = await openAsked(
      { kalshi: book(400_000), polymarket: book(550_000), predictit: book(450_000) },
      matches,
    );
    const [{ best_buy_platform, best_sell_platform, reasons }] = (await ask()).data;
    assert.deepEqual([best_buy_platform, best_sell_platform], ["kalshi", "polymarket"]);
    assert.deepEqual(reasons, [
      "through PredictIt: Kalshi and PredictIt: both by the end of 2026; only Kalshi says May 2027",
      "through PredictIt: Polymarket and PredictIt: both by the end of 2026; only Polymarket says May 2027",
    ]);
  });

  it("leaves out legs that a third platform joins while a veto forbids their match", async () => {
    const matches = [
      { a: "kalshi", b: "predictit" },
      { a: "polymarket", b: "predictit" },
    ];
    const prices = { kalshi: book(400_000), polymarket: book(550_000), predictit: book(450_000) };
    const { test, ask } = await openAsked(prices, matches);
    test.write(() => {
      test.db.exec(`INSERT INTO near_misses
        SELECT a.market_key, b.market_key, 700000, 'date', '[]', NULL FROM markets AS a
        JOIN markets AS b ON a.market_key < b.market_key
        WHERE a.platform IN ('kalshi', 'polymarket') AND b.platform IN ('kalshi', 'polymarket')`);
      group(test, matches);
    });
    const [{ best_buy_platform, best_sell_platform }] = (await ask()).data;
    assert.deepEqual([best_buy_platform, best_sell_platform], ["predictit", "polymarket"]);
  });

  it("takes legs on different platforms where one has both the lowest ask and the highest bid", async () => {
    const wide = { bestBid: 300_000, bestAsk: 500_000 };
    const { ask } = await openAsked({
      kalshi: book(400_000),
      polymarket: book(400_000, wide),
      predictit: book(399_000),
    });
    const [found] = (await ask("min_spread=0")).data;
    assert.equal(found, undefined);
    const crossed = await openAsked({
      kalshi: book(400_000, { bestAsk: 400_000, bestBid: 399_000 }),
      polymarket: book(400_000, wide),
      predictit: book(400_000, { bestAsk: 410_000, bestBid: 400_000 }),
    });
    const [equal] = (await crossed.ask("min_spread=0")).data;
    assert.deepEqual(
      [equal.best_buy_platform, equal.best_sell_platform, equal.spread_cents],
      ["kalshi", "predictit", 0],
    );
  });

  it("turns an inverted market round", async () => {
    const inverted = [{ a: "kalshi", b: "polymarket", isInverted: true }];
    const { ask } = await openAsked({ kalshi: book(400_000), polymarket: book(550_000) }, inverted);
    const [found] = (await ask()).data;
    assert.deepEqual([found.best_buy_platform, found.best_sell_platform], ["kalshi", "polymarket"]);
    assert.deepEqual([found.best_buy_price, found.best_sell_price, found.relation], [0.41, 0.44, "inverted"]);
    assert.deepEqual(found.prices, { kalshi: 0.4, polymarket: 0.45 });
    const { side, price, inverted: isTurned, market_yes_price } = found.legs[1];
    assert.deepEqual([side, price, isTurned, market_yes_price], ["yes", 0.56, true, 0.55]);
    const { yes_price, best_bid, best_ask } = found.markets.polymarket;
    assert.deepEqual([yes_price, best_bid, best_ask], [0.45, 0.44, 0.46]);
  });

  it("sees none in an inverted pair that only looks like one", async () => {
    const inverted = [{ a: "kalshi", b: "polymarket", isInverted: true }];
    assert.equal(await totalOf(await openAsked({ kalshi: book(400_000), polymarket: book(600_000) }, inverted)), 0);
  });

  it("takes the price where there is no book, and says so", async () => {
    const { ask } = await openAsked({
      kalshi: book(400_000, { bestBid: null, bestAsk: null, priceSource: "last" }),
      polymarket: book(450_000),
    });
    const [found] = (await ask()).data;
    assert.deepEqual([found.best_buy_price, found.spread_cents, found.confidence], [0.4, 4, "medium"]);
    assert.deepEqual(
      found.legs.map(({ quote }: { quote: string }) => quote),
      ["indicative", "executable"],
    );
    assert.deepEqual([found.markets.kalshi.best_bid, found.markets.kalshi.best_ask], [null, null]);
  });

  it("does not trade on an empty side of a book", async () => {
    const noAsk = await openAsked({ kalshi: book(400_000, { bestAsk: null }), polymarket: book(450_000) });
    assert.equal(await totalOf(noAsk), 0);
    const noBid = await openAsked({ kalshi: book(400_000, { bestBid: null }), polymarket: book(450_000) });
    assert.equal(await totalOf(noBid), 1);
  });

  it("leaves out a platform that was not read for three of its rhythms", async () => {
    const opened = await openAsked({ kalshi: book(400_000), polymarket: book(450_000), predictit: book(440_000) });
    const { test, ask } = opened;
    test.write(() =>
      test.db.prepare("UPDATE ingest_runs SET finished_at = finished_at - ? WHERE platform = 'polymarket'").run(1000),
    );
    test.clock.advance(90 * MINUTE_MS - 1000);
    const [before] = (await ask()).data;
    assert.deepEqual([before.best_sell_platform, before.confidence], ["polymarket", "medium"]);
    assert.equal(before.as_of, "2026-11-20T11:59:59.000Z");
    test.clock.advance(1000);
    const [after] = (await ask()).data;
    assert.deepEqual([after.best_sell_platform, after.platforms], ["predictit", ["kalshi", "predictit"]]);
    assert.equal(after.id, before.id);
    test.clock.advance(1000);
    assert.equal(await totalOf(opened), 0);
  });

  it("trusts quotes less once they are older than ten minutes", async () => {
    const { test, ask } = await openAsked({ kalshi: book(400_000), polymarket: book(450_000) });
    test.clock.advance(10 * MINUTE_MS);
    assert.equal((await ask()).data[0].confidence, "high");
    test.clock.advance(1000);
    assert.equal((await ask()).data[0].confidence, "medium");
  });

  it("leaves a closed market out of the prices beside both legs", async () => {
    const books = { kalshi: book(400_000), polymarket: book(450_000), predictit: book(430_000) };
    const { test, scripts, ask } = await openAsked(books);
    assert.equal((await ask()).data[0].platforms.length, 3);
    Object.assign(scripts.predictit ?? {}, { full: [page([market({ id: "q", ...book(430_000), status: "closed" })])] });
    test.clock.advance(MINUTE_MS);
    await test.pass();
    assert.deepEqual((await ask()).data[0].platforms, ["kalshi", "polymarket"]);
  });

  it("follows a market that closes, opens and moves between two answers", async () => {
    const opened = await openAsked({ kalshi: book(400_000), polymarket: book(450_000) });
    const { test, scripts } = opened;
    assert.equal(await totalOf(opened), 1);
    const read = async (given: Quotes) => {
      scripts.kalshi = Object.assign(scripts.kalshi ?? { full: [] }, { full: [page([market({ id: "q", ...given })])] });
      test.clock.advance(MINUTE_MS);
      await test.pass();
      return totalOf(opened);
    };
    assert.equal(await read(book(400_000, { status: "closed" })), 0);
    assert.equal(await read(book(400_000)), 1);
    assert.equal(await read(book(440_000)), 0);
    assert.equal(await read(book(430_000)), 1);
    assert.equal(await read(book(420_000)), 1);
    group(test, []);
    assert.equal(await totalOf(opened), 0);
    assert.equal(test.value("SELECT count(*) FROM spreads"), 0);
  });

  for (const [price, expected] of [
    [10_000, 0],
    [10_001, 1],
    [989_999, 1],
    [990_000, 0],
  ] as const) {
    it(`${expected === 1 ? "takes" : "leaves out"} a market priced at ${price / 1_000_000}`, async () => {
      const isLow = price < 500_000;
      const near = { yesPrice: price, bestBid: null, bestAsk: null };
      const other = isLow ? book(60_000) : book(900_000);
      assert.equal(await totalOf(await openAsked({ kalshi: book(500_000, near), polymarket: other })), expected);
    });
  }
});

describe("GET /api/v1/arbitrage, filtered, sorted and paged", async () => {
  const listed = await openAsked({ kalshi: book(400_000), polymarket: book(450_000) });

  it("has play money only when asked", async () => {
    const opened = await openAsked({
      kalshi: book(400_000),
      manifold: book(450_000, { bestBid: null, bestAsk: null }),
    });
    assert.equal(await totalOf(opened), 0);
    const [found] = (await opened.ask("real_money_only=false")).data;
    assert.deepEqual([found.best_sell_platform, found.legs[1].fee_cents], ["manifold", 0]);
  });

  it("leaves play money out of a group of three, not the group", async () => {
    const { ask } = await openAsked({ kalshi: book(400_000), manifold: book(500_000), polymarket: book(450_000) });
    const [real] = (await ask()).data;
    assert.deepEqual([real.platforms, real.best_sell_platform], [["kalshi", "polymarket"], "polymarket"]);
    const [all] = (await ask("real_money_only=false")).data;
    assert.deepEqual([all.best_sell_platform, all.id], ["manifold", real.id]);
  });

  for (const [query, expected] of [
    ["min_spread=3", 1],
    ["min_spread=3.0001", 0],
    ["min_profit=0", 1],
    ["min_profit=0.3144", 1],
    ["min_profit=0.3145", 0],
    ["min_size=0", 0],
    ["min_match_score=0.95", 1],
    ["min_match_score=0.9500001", 0],
    ["min_confidence=high", 1],
    ["min_confidence=high&min_spread=3.0001", 0],
    ["platform=kalshi", 1],
    ["platform=predictit", 0],
    ["platform=predictit,polymarket", 1],
    ["q=on+kalshi", 1],
    ["q=kalshi+polymarket", 0],
    ["q=--", 0],
    ["category=Politics", 1],
    ["category=sports", 0],
    ["category=politics&q=kalshi&platform=polymarket", 1],
    ["page=2", 1],
  ] as const) {
    it(`counts ${expected} with ${query}`, async () => assert.equal(await totalOf(listed, query), expected));
  }

  it("shows equal prices with a spread of 0, when asked, and what fees make of it", async () => {
    const even = { bestBid: 400_000, bestAsk: 400_000 };
    const opened = await openAsked({ kalshi: book(400_000, even), polymarket: book(400_000, even) });
    assert.equal(await totalOf(opened, "min_spread=0.01"), 0);
    const { data } = await opened.ask();
    assert.deepEqual([data.length, data[0].spread_cents, data[0].spread_percent], [1, 0, 0]);
    assert.equal(data[0].net_spread_cents, -2.64);
  });

  it("has the direction and the title of its question, where both legs ask the opposite", async () => {
    const matches = ["kalshi", "polymarket"].map((b) => ({ a: "manifold", b, isInverted: true }));
    const quotes = { manifold: book(400_000), kalshi: book(550_000), polymarket: book(620_000) };
    const { ask } = await openAsked(quotes, matches);
    const [found] = (await ask()).data;
    assert.deepEqual(
      [found.title, found.relation, found.prices],
      ["On manifold", "same", { kalshi: 0.45, polymarket: 0.38 }],
    );
    assert.deepEqual([found.best_buy_price, found.spread_cents, found.confidence], [0.39, 5, "medium"]);
    assert.equal(
      found.summary,
      "Buy NO of “On polymarket” on Polymarket at 39¢ + Buy YES of “On kalshi” on Kalshi at 56¢",
    );
  });

  it("takes no market whose match is too unsure, and keeps the rest of its group", async () => {
    const matches = [
      { a: "kalshi", b: "polymarket" },
      { a: "kalshi", b: "predictit", score: 600_000 },
    ];
    const quotes = { kalshi: book(400_000), polymarket: book(450_000), predictit: book(600_000) };
    const { ask } = await openAsked(quotes, matches);
    const [sure] = (await ask()).data;
    assert.deepEqual([sure.platforms, sure.match_score], [["kalshi", "polymarket"], 0.95]);
    const [all] = (await ask("min_match_score=0.5")).data;
    assert.deepEqual([all.best_sell_platform, all.match_score, all.confidence], ["predictit", 0.6, "low"]);
    assert.equal(all.platforms.length, 3);
  });

  it("pages through all of them in one order, each once", async () => {
    const ids = Array.from({ length: 7 }, (_, index) => `m${index}`);
    const listed = (yesPrice: number) => ({ full: [page(ids.map((id) => market({ id, ...book(yesPrice) })))] });
    const server = await openTestApi({
      scripts: { kalshi: listed(400_000), polymarket: listed(450_000) },
      matches: ids.map((id) => ({ a: "kalshi", b: "polymarket", id })),
    });
    for (const sort of ["spread", "net", "profit", "return", "closing", "confidence", "volume"]) {
      const found: string[] = [];
      for (const number of [1, 2, 3]) {
        const { json } = await server.get(
          `/api/v1/arbitrage?all=true&min_confidence=low&sort=${sort}&page=${number}&page_size=3`,
        );
        assert.deepEqual([json.meta.total, json.meta.total_pages], [7, 3]);
        found.push(...json.data.map(({ id }: { id: string }) => id));
      }
      assert.deepEqual(found, found.toSorted());
      assert.equal(new Set(found).size, 7);
      const walked: string[] = [];
      const pages: number[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const { json } = await server.get(
          `/api/v1/arbitrage?all=true&min_confidence=low&sort=${sort}&page_size=3${cursor && `&cursor=${cursor}`}`,
        );
        walked.push(...json.data.map(({ id }: { id: string }) => id));
        pages.push(json.meta.page);
        // What a stake earns in a year is more with each second.
        server.clock.advance(1000);
        cursor = json.meta.next_cursor;
      }
      assert.deepEqual([walked, pages], [found, [1, 2, 3]]);
    }
    const { next_cursor } = (await server.get("/api/v1/arbitrage?all=true&min_confidence=low&sort=net&page_size=3"))
      .json.meta;
    for (const query of [`sort=volume&cursor=${next_cursor}`, `sort=net&page=2&cursor=${next_cursor}`]) {
      const { status, json } = await server.get(`/api/v1/arbitrage?${query}`);
      assert.deepEqual([status, json.detail.errors[0].parameter], [422, "cursor"]);
    }
  });

  it("takes only ids of questions, and says what became of one", async () => {
    const { ask, read, test } = await openAsked({ kalshi: book(400_000), polymarket: book(450_000) });
    const id = toQuestionId("kalshi", "q");
    for (const [query, expected] of [
      [`question_id=${id}`, 1],
      [`question_id=${id}&type=all`, 1],
      [`question_id=${id}&min_spread=4`, 0],
    ] as const) {
      assert.equal((await ask(query)).meta.total, expected, query);
    }
    const refused = async (query: string) => (await read(query)).detail;
    assert.match((await refused("question_id=zzz")).message, /question_id: expected a question id of 16 hex/);
    for (const type of ["implied", "event"]) {
      const message = `expected same or all together with question_id, got '${type}': its orders are of several questions`;
      assert.deepEqual((await refused(`question_id=${id}&type=${type}`)).errors, [{ parameter: "type", message }]);
    }
    assert.equal((await refused("question_id=0123456789abcdef")).error, "question_not_found");
    group(test, []);
    assert.deepEqual((await refused(`question_id=${id}`)).former_market, { platform: "kalshi", id: "q" });
  });
});
