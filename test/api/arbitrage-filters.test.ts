import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../src/domain/questions.ts";
import { openTestApi } from "../support/service/api.ts";
import { book, openAsked, totalOf } from "../support/store/arbitrage.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";

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
    assert.deepEqual((await refused(`question_id=${id}&type=implied`)).errors, [
      {
        parameter: "type",
        message: "expected same or all together with question_id, got 'implied': its orders are of several questions",
      },
    ]);
    assert.equal((await refused("question_id=0123456789abcdef")).error, "question_not_found");
    group(test, []);
    assert.deepEqual((await refused(`question_id=${id}`)).former_market, { platform: "kalshi", id: "q" });
  });
});
