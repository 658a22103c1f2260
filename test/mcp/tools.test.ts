import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toOrderBook } from "../../src/domain/books.ts";
import { toQuestionId } from "../../src/domain/questions.ts";
import { describeAges } from "../../src/mcp/tool.ts";
import { openTestTools } from "../support/mcp/test-tools.ts";
import { DAY_MS, event, HOUR_MS, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const listing = (...markets: Parameters<typeof market>[0][]) => ({ full: [page(markets.map(market))] });

const test = openTestWriter({
  scripts: {
    kalshi: listing(
      { id: "fed", title: "Will the Fed cut?", yesPrice: 120_000, bestBid: 110_000, bestAsk: 125_000 },
      { id: "rain", title: "Will it rain?", yesPrice: 400_000, bestBid: 390_000, bestAsk: 410_000 },
    ),
    polymarket: listing({ id: "rain", title: "Rain?", yesPrice: 600_000, bestBid: 590_000, bestAsk: 610_000 }),
    predictit: listing({
      id: "fed",
      title: "A cut?",
      yesPrice: 110_000,
      bestBid: 100_000,
      bestAsk: 120_000,
      volume: 0,
    }),
    manifold: listing({ id: "rain", title: "Rain tomorrow?", yesPrice: 300_000, bestBid: null, bestAsk: null }),
  },
});
await test.writer.runOnce(new Set());
group(test, [
  { a: "kalshi", b: "predictit", id: "fed" },
  { a: "kalshi", b: "polymarket", id: "rain" },
  { a: "kalshi", b: "manifold", id: "rain" },
]);
// Just past every step.
test.clock.advance(61_000);
const ask = await openTestTools(test);
const FED = toQuestionId("kalshi", "fed");
const RAIN = toQuestionId("kalshi", "rain");

describe("what a contract costs", () => {
  it("has a fee on profit in it, as pages and the API have", async () => {
    const { data, text } = await ask("get_market", { market: "predictit:fed" });
    assert.deepEqual(data.buy_yes, { price: 12, cost: 13.16, fee: 1.16 });
    assert.match(text, /buy yes 13\.16¢ \(fee 1\.16, on the win\), buy no 90\.91¢ \(fee 0\.91, on the win\)/);
  });

  it("calls cheapest what costs least for what it pays", async () => {
    const { data, text } = await ask("get_question", { question: FED });
    // Kalshi: 12.5¢ and a fee of 0.77¢ for 100¢ are 13.27%. PredictIt: 12¢ for 91.2¢ are 13.16%.
    assert.deepEqual([data.cheapest_yes, data.cheapest_no], ["predictit:fed", "kalshi:fed"]);
    assert.match(text, /Cheapest: yes on PredictIt at 13\.16¢ \(fee 1\.16, on the win\)/);
    const { data: found } = await ask("find_questions", { query: "Fed cut" });
    assert.deepEqual(found.questions[0].markets[1].yes, { cost: 13.16, fee: 1.16 });
  });
});

it("a question is named by its id in capitals too", async () => {
  assert.match(RAIN, /[a-f]/);
  const { data } = await ask("get_question", { question: RAIN.toUpperCase() });
  assert.deepEqual(data, (await ask("get_question", { question: RAIN })).data);
});

describe("how old prices are", () => {
  for (const [ageMs, text] of [
    [42_000, "42 s"],
    [61_000, "1 min"],
    [90 * 60_000, "2 h"],
    [3 * HOUR_MS, "3 h"],
  ] as const) {
    it(`is said as ${text}`, () => {
      assert.match(describeAges([{ ageMs }], START).text, new RegExp(` ${text} ago`));
    });
  }

  it("is said of the newest and the oldest, and they hold as of the oldest", () => {
    assert.deepEqual(describeAges([{ ageMs: 42_000 }, { ageMs: 3 * HOUR_MS }], START), {
      fields: { as_of: "2026-11-20T09:00Z" },
      text: "Prices read 42 s to 3 h ago.",
    });
  });
});

describe("what is said of a platform", () => {
  it("marks play money in every row of markets, data and text", async () => {
    const { data, text } = await ask("find_markets", { query: "rain" });
    const played = data.markets.map((row: { market: string; play_money?: true }) => [row.market, row.play_money]);
    assert.deepEqual(new Map(played).get("manifold:rain"), true);
    assert.deepEqual(new Map(played).get("kalshi:rain"), undefined);
    assert.match(text, /\(manifold:rain\) \[play money\]: yes 30¢, volume Ṁ100,000, /);
    assert.match(text, /\(kalshi:rain\): yes 40¢/);
  });

  it("marks play money in movers", async () => {
    const manifold = listing({ id: "sun", title: "Sun tomorrow?", yesPrice: 200_000 });
    const moving = openTestWriter({ scripts: { manifold } });
    await moving.writer.runOnce(new Set());
    moving.clock.advance(25 * HOUR_MS);
    manifold.full = listing({ id: "sun", title: "Sun tomorrow?", yesPrice: 500_000 }).full;
    await moving.writer.runOnce(new Set());
    const { data, text } = await (await openTestTools(moving))("movers", {
      platform: "manifold",
      min_volume_24h: 0,
    });
    assert.deepEqual(data.movers, [
      { reference: "manifold:sun", title: "Sun tomorrow?", yes: 50, change_24h: 30, play_money: true },
    ]);
    assert.match(text, /\(manifold:sun\) \[play money\]: \+30¢/);
  });

  it("marks an event of play money, and play money elsewhere", async () => {
    const { data, text } = await ask("get_event", { event: "manifold:rain" });
    assert.equal(data.play_money, true);
    assert.match(text, /\(manifold:e1\) \[play money\], open/);
    const { data: market, text: said } = await ask("get_market", { market: "kalshi:rain" });
    const elsewhere = market.elsewhere.find((one: { market: string }) => one.market === "manifold:rain");
    assert.deepEqual(elsewhere, { market: "manifold:rain", yes: 30, relation: "same", play_money: true });
    assert.match(said, /manifold:rain \[play money\] yes 30¢/);
  });

  it("says that volume is not reported, never that it is 0", async () => {
    const { data, text } = await ask("get_market", { market: "predictit:fed" });
    assert.deepEqual([data.volume, data.volume_24h], [null, null]);
    assert.match(text, /volume not reported, 24 h not reported/);
    const { data: event, text: said } = await ask("get_event", { event: "predictit:e1" });
    assert.deepEqual([event.volume, event.markets[0].volume], [null, null]);
    assert.match(said, /volume not reported/);
    const { data: found } = await ask("find_markets", { query: "cut", platform: "predictit" });
    assert.equal(found.markets[0].volume, null);
    assert.equal((await ask("get_market", { market: "kalshi:rain" })).data.volume, 1000);
    assert.equal((await ask("get_market", { market: "Kalshi: rain " })).data.volume, 1000);
  });
});

describe("filters, orders and pages", async () => {
  const listed = (
    platform: string,
    rows: readonly (readonly [id: string, category: "politics" | "sports", days: number, volumes: number[]])[],
  ) =>
    page(
      rows.map(([id, , days, [volume = 0, volume24h = 0]]) =>
        market({
          id,
          eventId: `e${id}`,
          title: `Will ${id} happen on ${platform}?`,
          volume,
          volume24h,
          closesAt: START + days * DAY_MS,
        }),
      ),
      rows.map(([id, category]) => event({ id: `e${id}`, category })),
    );
  const kalshi = listed("kalshi", [
    ["a", "politics", 20, [3_000_000, 100_000]],
    ["b", "sports", 30, [2_000_000, 300_000]],
  ]);
  const over = market({ id: "over", eventId: "ea", title: "Will it have happened?", status: "closed" });
  const polymarket = listed("polymarket", [["c", "politics", 10, [1_000_000, 200_000]]]);
  const scripts = {
    kalshi: { full: [{ ...kalshi, markets: [...kalshi.markets, over] }] },
    polymarket: { full: [polymarket] },
  };
  const found = openTestWriter({ scripts });
  await found.writer.runOnce(new Set());
  const other = await openTestTools(found);
  const [a, b, c] = ["kalshi:a", "kalshi:b", "polymarket:c"];

  for (const [given, expected] of [
    [{}, [a, b, c]],
    [{ query: "will happen" }, [a, b, c]],
    [{ sort: "volume_24h" }, [b, c, a]],
    [{ sort: "closing" }, [c, a, b]],
    [{ query: "will", sort: "closing" }, [c, a, b]],
    [{ category: "Sports" }, [b]],
    [{ platform: "polymarket" }, [c]],
    [{ query: "will", category: "politics", platform: "kalshi" }, [a]],
    [{ status: "closed" }, ["kalshi:over"]],
    [{ query: "will", status: "closed" }, ["kalshi:over"]],
    [{ limit: 1, page: 2 }, [b]],
    [{ query: "will", limit: 1, page: 2 }, [b]],
  ] as const) {
    it(`find_markets has ${expected} with ${JSON.stringify(given)}`, async () => {
      const { data } = await other("find_markets", given);
      assert.deepEqual(
        data.markets.map((row: { market: string }) => row.market),
        expected,
      );
    });
  }

  for (const [given, expected] of [
    [{ sort: "volume_24h" }, ["kalshi:eb", "polymarket:ec", "kalshi:ea"]],
    [{ sort: "closing" }, ["polymarket:ec", "kalshi:ea", "kalshi:eb"]],
    [{ sort: "closing", category: "politics" }, ["polymarket:ec", "kalshi:ea"]],
    [{ platform: "polymarket" }, ["polymarket:ec"]],
    [{ sort: "closing", limit: 1, page: 3 }, ["kalshi:eb"]],
  ] as const) {
    it(`find_topics has ${expected} with ${JSON.stringify(given)}`, async () => {
      const { data } = await other("find_topics", given);
      assert.deepEqual(
        data.topics.map((row: { topic: string }) => row.topic),
        expected,
      );
    });
  }

  for (const [given, expected] of [
    [{}, [RAIN, FED]],
    [{ sort: "gap" }, [RAIN, FED]],
    [{ platform: "predictit" }, [FED]],
    [{ query: "fed", platform: "polymarket" }, []],
    [{ category: "sports" }, []],
    [{ limit: 1, page: 2 }, [FED]],
  ] as const) {
    it(`find_questions has ${expected.length} with ${JSON.stringify(given)}`, async () => {
      const { data } = await ask("find_questions", given);
      assert.deepEqual(
        data.questions.map((row: { question: string }) => row.question),
        expected,
      );
    });
  }

  it("of movers are the caller's, who learns how many there are", async () => {
    const moved = ({ events, markets, ...rest }: typeof kalshi, yesPrice: number) => [
      { ...rest, events, markets: markets.map((one) => ({ ...one, yesPrice: one.id === "b" ? 700_000 : yesPrice })) },
    ];
    found.clock.advance(25 * HOUR_MS);
    scripts.kalshi.full = moved(kalshi, 600_000);
    scripts.polymarket.full = moved(polymarket, 500_000);
    await found.writer.runOnce(new Set());
    const ofMovers = async (given: object) => {
      const { data, text } = await other("movers", { min_volume_24h: 0, ...given });
      return [
        data.movers.map((row: { reference: string }) => row.reference),
        data.total,
        /\d more: .*/.exec(text)?.[0],
      ];
    };
    assert.deepEqual(await ofMovers({ limit: 2 }), [[b, a], 3, "1 more: limit=3."]);
    assert.deepEqual(await ofMovers({ platform: "polymarket" }), [[c], 1, undefined]);
    assert.deepEqual(await ofMovers({ category: "politics" }), [[a, c], 2, undefined]);
    assert.deepEqual(await ofMovers({ min_volume_24h: 2500 }), [[b], 1, undefined]);
  });
});

describe("lists", () => {
  it("of markets name volume, and the question that other platforms ask too", async () => {
    const { data, text } = await ask("find_markets", { query: "rain", platform: "kalshi" });
    assert.deepEqual([data.markets[0].volume, data.markets[0].question], [1000, RAIN]);
    assert.match(text, /\(kalshi:rain\): yes 40¢, volume \$1,000, closes /);
    const alone = openTestWriter({ scripts: { kalshi: listing({ id: "sun", title: "Sun tomorrow?" }) } });
    await alone.writer.runOnce(new Set());
    const other = await openTestTools(alone);
    assert.equal("question" in (await other("find_markets", { query: "sun" })).data.markets[0], false);
  });

  it("of an event's outcomes begin with the likeliest, page by page", async () => {
    const { data } = await ask("get_event", { event: "kalshi:e1", limit: 1 });
    assert.deepEqual([data.markets[0].market, data.markets[0].yes], ["kalshi:rain", 40]);
    const { data: second } = await ask("get_event", { event: "kalshi:e1", limit: 1, page: 2 });
    assert.deepEqual([second.markets[0].market, second.markets[0].yes], ["kalshi:fed", 12]);
  });

  it("that are wide are whole in their data alone, and the text says so before its last line", async () => {
    const titles = Array.from({ length: 30 }, (_, index) => ({
      id: `m${index}`,
      title: `Will team ${index} win the cup of the league?`,
    }));
    const wide = openTestWriter({ scripts: { kalshi: listing(...titles) } });
    await wide.writer.runOnce(new Set());
    const { data, text } = await (await openTestTools(wide))("find_markets", { query: "cup", limit: 20 });
    assert.equal(data.markets.length, 20);
    const lines = text.split("\n");
    assert.ok(text.length < 2000 && lines.length > 5, text);
    assert.equal(
      lines.at(-2),
      `${20 - (lines.length - 2)} more lines are in the structured content; ask with a smaller limit to read all lines here.`,
    );
    assert.match(lines.at(-1) ?? "", /^Prices read .* 10 more markets: page=2\.$/);
  });
});

describe("get_market", () => {
  it("tells the volumes of a market, and how and when one ended", async () => {
    const full = [
      page([
        market({ id: "on", volume: 123_400, volume24h: 5_600 }),
        resolvedMarket({ id: "over", outcome: "no", resolvedAt: START - HOUR_MS }),
      ]),
    ];
    const ended = openTestWriter({ scripts: { kalshi: { full } } });
    await ended.writer.runOnce(new Set());
    const other = await openTestTools(ended);
    const { data: on, text } = await other("get_market", { market: "kalshi:on" });
    assert.deepEqual([on.volume, on.volume_24h, "outcome" in on, "resolved" in on], [1234, 56, false, false]);
    assert.match(text, /volume \$1,234, 24 h \$56/);
    const { data: over, text: said } = await other("get_market", { market: "kalshi:over" });
    assert.deepEqual([over.status, over.outcome, over.resolved], ["closed", "no", "2026-11-20T11:00Z"]);
    assert.match(said, /^Closed; outcome no, .*resolved 2026-11-20T11:00Z/m);
  });
});

describe("find_spreads", () => {
  it("finds no spreads of a question that is not there", async () => {
    const { isError, text } = await ask("find_spreads", { question: "0123456789abcdef" });
    assert.equal(isError, true);
    assert.match(text, /there is no question with this id/);
  });

  it("says why a question has none of type implied", async () => {
    const { isError, text } = await ask("find_spreads", { question: RAIN, type: "implied" });
    assert.equal(isError, true);
    assert.match(text, /^type: expected same or all together with question, got 'implied': its orders are of several/);
  });

  it("takes no platform of play money", async () => {
    const { isError, text } = await ask("find_spreads", { platform: "manifold" });
    assert.equal(isError, true);
    assert.match(text, /platform: expected a platform of real money: polymarket, kalshi, predictit, got 'manifold'/);
  });

  it("says what size counts, and names question and markets in words", async () => {
    const { text } = await ask("find_spreads", { question: RAIN, all: true, min_confidence: "low" });
    assert.match(text, /size unknown, closes .* \(question [0-9a-f]{16}, kalshi:rain, polymarket:rain\)/);
  });
});

it("find_spreads lists what books still offer, and says what the stake earns of it", async () => {
  const quote = (price: number) => ({ yesPrice: price, bestBid: price - 10_000, bestAsk: price + 10_000 });
  const [gone, there] = [toOrderBook([[10_000, 5]], [[990_000, 5]]), toOrderBook([[990_000, 7]], [[10_000, 7]])];
  const books = (ids: readonly string[]) => new Map(ids.map((id) => [id, id === "gone" ? gone : there]));
  const rows = (by: number) =>
    listing(
      { id: "gone", title: "Gone?", ...quote(300_000 + 3 * by) },
      { id: "there", title: "There?", ...quote(300_000 + 2 * by) },
    );
  const scripts = { kalshi: { ...rows(0), books }, polymarket: { ...rows(60_000), books } };
  const spread = openTestWriter({ scripts });
  await spread.writer.runOnce(new Set());
  group(spread, [
    { a: "kalshi", b: "polymarket", id: "gone" },
    { a: "kalshi", b: "polymarket", id: "there" },
  ]);
  await spread.writer.books.run();
  const other = await openTestTools(spread);
  const { data, text } = await other("find_spreads", { min_confidence: "low" });
  const [found, ...others] = data.spreads;
  assert.deepEqual([found.legs[0].market, found.size, others], ["kalshi:there", 7, []]);
  assert.match(text, /, 7 contracts at these prices now,/);
  // Yes at 31¢ and no at 59¢, with fees of 11¢ and 6.77¢ for the orders.
  assert.deepEqual([found.contracts, found.stake_profit], [7, 0.52227]);
  assert.match(text, /7 contracts each for \$6\.48 earn \$0\.52/);
  const legs = async (given: object) => {
    const { data } = await other("find_spreads", { all: true, min_confidence: "low", ...given });
    return data.spreads.map((row: { legs: readonly { market: string }[] }) => row.legs[0]?.market);
  };
  assert.deepEqual(await legs({}), ["kalshi:gone", "kalshi:there"]);
  assert.deepEqual(await legs({ limit: 1, page: 2 }), ["kalshi:there"]);
  assert.deepEqual(await legs({ platform: "predictit" }), []);
});

describe("a page past the end", () => {
  for (const [name, given] of [
    ["find_markets", { query: "rain" }],
    ["find_questions", {}],
    ["find_spreads", { all: true, min_confidence: "low" }],
    ["get_event", { event: "kalshi:e1" }],
  ] as const) {
    it(`is refused by ${name}, which names the last`, async () => {
      const { isError, text } = await ask(name, { ...given, limit: 1, page: 9 });
      assert.equal(isError, true);
      assert.match(text, /^page: 9 is past the end; the last is [1-3]$/);
    });
  }
});

describe("price_history", () => {
  for (const [hours, points, step, count] of [
    [1, 2, 60, 2],
    [24, 25, 60, 25],
    [1, 100, 1, 61],
  ] as const) {
    it(`covers all of ${hours} h with at most ${points} points`, async () => {
      for (const asked of ["kalshi:rain", RAIN]) {
        const { data } = await ask("price_history", { of: asked, hours, points });
        const now = test.clock.now();
        const ago = (Math.floor(now / 1000) - hours * 3600) * 1000;
        assert.deepEqual(
          [data.from, data.to],
          [ago, now].map((at) => `${new Date(at).toISOString().slice(0, 16)}Z`),
        );
        assert.equal(data.step_minutes, step);
        for (const { prices } of data.series) assert.equal(prices.length, count);
      }
    });
  }

  it("says the prices of a market, then the lowest and the highest", async () => {
    const script = listing({ id: "rain", yesPrice: 400_000 });
    const moving = openTestWriter({ scripts: { kalshi: script } });
    for (const yesPrice of [400_000, 600_000, 500_000]) {
      script.full = listing({ id: "rain", yesPrice }).full;
      await moving.writer.runOnce(new Set());
      moving.clock.advance(HOUR_MS);
    }
    const { data, text } = await (await openTestTools(moving))("price_history", {
      of: "kalshi:rain",
      hours: 3,
      points: 4,
    });
    assert.deepEqual(data.series, [{ market: "kalshi:rain", prices: [40, 60, 50, 50] }]);
    assert.match(text, /^kalshi:rain: now 50¢, low 40¢, high 60¢: 40 60 50 50$/m);
  });

  it("says so where one price is known, or none", async () => {
    const fresh = openTestWriter({
      scripts: { kalshi: listing({ id: "rain", yesPrice: 400_000 }, { id: "snow", yesPrice: null }) },
    });
    await fresh.writer.runOnce(new Set());
    const askFresh = await openTestTools(fresh);
    const textOf = async (of: string) => (await askFresh("price_history", { of, hours: 1, points: 2 })).text;
    assert.match(await textOf("kalshi:rain"), /^kalshi:rain: now 40¢, low 40¢, high 40¢: – 40$/m);
    assert.match(await textOf("kalshi:snow"), /^kalshi:snow: no prices in this time$/m);
  });
});
