import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { offersAll } from "../support/store/arbitrage.ts";
import { DAY_MS, event, MINUTE_MS, market, page, START } from "../support/store/builders.ts";

type Quotes = Parameters<typeof market>[0];

/** No of all costs 60¢, 65¢ and 65¢ with fees of 1.68¢, 1.6¢ and 1.6¢, and two of them pay. */
const DEAR: readonly Quotes[] = [
  { id: "a", yesPrice: 410_000, bestBid: 400_000, bestAsk: 420_000, volume: 300 },
  { id: "b", yesPrice: 360_000, bestBid: 350_000, bestAsk: 370_000, volume: 200 },
  { id: "c", yesPrice: 360_000, bestBid: 350_000, bestAsk: 370_000, volume: 100 },
];
/** Yes of all costs 30¢ each, with a fee of 1.47¢. */
const CHEAP: readonly Quotes[] = ["a", "b", "c"].map((id) => ({
  ...{ id, yesPrice: 290_000, bestBid: 280_000, bestAsk: 300_000 },
}));

async function openEvent(outcomes: readonly Quotes[], isExclusive: boolean | null = true) {
  const race = event({ id: "race", title: "Who wins the race?", isExclusive });
  const list = (given: readonly Quotes[]) =>
    page(
      given.map((one) => market({ eventId: "race", ...one })),
      [race],
    );
  const scripts = { kalshi: { full: [list(outcomes)], books: offersAll } };
  const server = await openTestApi({ scripts });
  const ask = async (query: string) => {
    const { status, json, text } = await server.get(`/api/v1/arbitrage?${query}`);
    assert.equal(status, 200, text);
    return json.data;
  };
  return { test: server.writer, list, scripts, ask };
}

describe("a spread over all outcomes of an event", () => {
  it("buys no of all where that costs less than the others pay", async () => {
    const { test, ask } = await openEvent([...DEAR, { id: "d", status: "closed", outcome: "no" }]);
    await test.writer.books.run();
    const [found, ...others] = await ask("type=event&stake=100");
    assert.equal(others.length, 0);
    assert.deepEqual(
      [found.type, found.event_id, found.question_id, found.title, found.relation, found.platforms],
      ["event", "race", null, "Who wins the race?", "exclusive", ["kalshi"]],
    );
    assert.equal(found.summary, "Buy NO of all 3 outcomes on Kalshi");
    assert.deepEqual(
      found.legs.map((leg: Record<string, unknown>) => [leg.market_id, leg.side, leg.price, leg.fee]),
      [
        ["a", "no", 0.6, 0.0168],
        ["b", "no", 0.65, 0.016],
        ["c", "no", 0.65, 0.016],
      ],
    );
    assert.deepEqual(
      [
        found.cost,
        found.payout,
        found.profit,
        found.spread_cents,
        found.net_spread_cents,
        found.size,
        found.confidence,
      ],
      [1.9488, 2, 0.0512, 10, 5.12, 1000, "high"],
    );
    // 51 of each: 99.3888 before the fees of three orders are rounded up to cents.
    assert.deepEqual(
      [found.at_stake.contracts, found.at_stake.cost, found.at_stake.payout, found.at_stake.profit],
      [51, 99.4, 102, 2.6],
    );
    assert.deepEqual([found.best_buy_platform, found.best_sell_price, found.markets], [null, null, {}]);
    const pages = await openTestApi({ writer: test, hasPages: true });
    const html = (await pages.get("/arbitrage?type=event")).text;
    assert.match(html, /<a href="[^"]*\/events\/kalshi\/race"[^>]*>Who wins the race\?/);
    assert.match(html, /<summary>Buy NO of all 3 outcomes on Kalshi<\/summary>/);
  });

  it("buys yes of all where that costs less than one pays, with low confidence: none of them may happen", async () => {
    const elsewhere = { id: "d", eventId: "another race", status: "closed", outcome: "yes" } as const;
    const { ask } = await openEvent([...CHEAP, elsewhere]);
    const [found] = await ask("type=event&all=true&min_confidence=low");
    assert.deepEqual(
      [found.summary, found.cost, found.payout, found.profit, found.confidence, found.size],
      ["Buy YES of all 3 outcomes on Kalshi", 0.9441, 1, 0.0559, "low", null],
    );
    assert.match(found.reasons.join(), /if none of them is, nothing is paid/);
  });

  it("is listed with others only where all types are asked for", async () => {
    const { ask } = await openEvent(DEAR);
    assert.equal((await ask("type=all&all=true")).length, 1);
    assert.equal((await ask("type=implied&all=true")).length, 0);
    assert.equal((await ask("all=true")).length, 0);
  });

  it("follows its prices", async () => {
    const { test, ask, list, scripts } = await openEvent(DEAR);
    scripts.kalshi.full = [list(DEAR.map((one) => ({ ...one, bestBid: 200_000 })))];
    await test.pass();
    assert.deepEqual(await ask("type=event&all=true"), []);
    scripts.kalshi.full = [list(CHEAP)];
    await test.pass();
    assert.equal((await ask("type=event&all=true&min_confidence=low"))[0].legs[0].side, "yes");
  });

  it("follows what can be traded, fees and when its outcomes close", async () => {
    const { test, ask, list, scripts } = await openEvent(DEAR);
    const [a, ...others] = DEAR;
    const read = async (given: Quotes) => {
      scripts.kalshi.full = [list([{ ...a, ...given }, ...others])];
      await test.pass();
      return ask("type=event&all=true");
    };
    const [before] = await read({ id: "a" });
    assert.equal(before.profit, 0.0512);
    const [free] = await read({ id: "a", fee: { feeKind: "none", feeRate: 0, feeSource: "market" } });
    assert.equal(free.profit, 0.0512 + before.legs[0].fee);
    const later = START + 300 * DAY_MS;
    assert.equal((await read({ id: "a", closesAt: later }))[0].close_time, new Date(later).toISOString());
    assert.deepEqual(test.rows("SELECT closes_at FROM spreads").flat(), [later]);
    assert.deepEqual(await read({ id: "a", isTradable: false }), []);
    assert.equal((await read({ id: "a", isTradable: true })).length, 1);
  });

  it("is one where bids and asks of all outcomes are a dollar each", async () => {
    const halves = ["a", "b"].map((id) => ({ id, yesPrice: 500_000, bestBid: 500_000, bestAsk: 500_000 }));
    const { ask } = await openEvent(halves);
    assert.equal((await ask("type=event&all=true&min_confidence=low")).length, 1);
  });

  it("is found by a category, by words of one of its outcomes, and by its platform", async () => {
    const titled = DEAR.map((one) => ({ ...one, title: `Does runner ${one.id} win?` }));
    const { ask } = await openEvent([
      ...titled,
      { id: "d", title: "Does a horse win?", status: "closed", outcome: "no" },
    ]);
    for (const [query, count] of [
      ["q=runner%20b", 1],
      ["q=runner%20b&category=politics", 1],
      ["q=runner%20b&category=sports", 0],
      ["q=runner%20b&platform=kalshi", 1],
      ["category=politics&platform=polymarket", 0],
      ["q=horse", 0],
      ["q=%3F%3F", 0],
    ] as const) {
      assert.equal((await ask(`type=event&all=true&${query}`)).length, count, query);
    }
  });

  const [first = { id: "" }, second = { id: "" }, third = { id: "" }] = CHEAP;
  for (const [why, outcomes, isExclusive] of [
    ["the platform does not say that its outcomes exclude each other", CHEAP, null],
    ["nobody sells one of them", [first, second, { ...third, bestAsk: null }], true],
    ["another outcome may have won", [...CHEAP, { id: "d", status: "closed", outcome: "yes" }], true],
    ["one is left", [first], true],
  ] as const) {
    it(`is none where ${why}`, async () => {
      const { ask } = await openEvent(outcomes, isExclusive);
      assert.deepEqual(await ask("type=event&all=true&min_confidence=low"), []);
    });
  }

  it("is none once a price is stale, unless each of them was read by itself since", async () => {
    const { test, ask } = await openEvent(DEAR);
    const readOf = (id: string): void =>
      test.write(() =>
        test.db
          .prepare("INSERT INTO lane_reads SELECT market_key, platform, ? FROM markets WHERE id = ?")
          .run(test.clock.now(), id),
      );
    const confidences = async () => (await ask("type=event&all=true")).map(({ confidence }: never) => confidence);
    test.clock.advance(15 * MINUTE_MS);
    assert.deepEqual(await confidences(), []);
    assert.equal((await ask("type=event&all=true&min_confidence=medium"))[0].confidence, "medium");
    test.clock.advance(DAY_MS);
    assert.deepEqual(await ask("type=event&all=true&min_confidence=low"), []);
    for (const id of ["a", "b"]) readOf(id);
    assert.deepEqual(await ask("type=event&all=true&min_confidence=low"), []);
    readOf("c");
    assert.deepEqual(await confidences(), ["high"]);
  });
});

/** Asks of 40¢, 35¢ and 30¢ with fees of 1.68¢, 1.6¢ and 1.47¢; bids of 38¢, 33¢ and 28¢, no with 1.65¢, 1.55¢ and 1.42¢. */
const OUTCOMES: readonly Quotes[] = [
  { id: "a", yesPrice: 390_000, bestBid: 380_000, bestAsk: 400_000 },
  { id: "b", yesPrice: 340_000, bestBid: 330_000, bestAsk: 350_000 },
  { id: "c", yesPrice: 290_000, bestBid: 280_000, bestAsk: 300_000 },
];

async function sumsOpenEvent(outcomes: readonly Quotes[], isExclusive: boolean | null = true, platform = "kalshi") {
  const listing = page(
    outcomes.map((given) => market({ eventId: "race", ...given })),
    [event({ id: "race", title: "Who wins the race?", isExclusive })],
  );
  const server = await openTestApi({ scripts: { [platform]: { full: [listing] } } });
  return {
    test: server.writer,
    async sums() {
      const { json, status, text } = await server.get(`/api/v1/events/${platform}/race`);
      assert.equal(status, 200, text);
      return [json.data.mutually_exclusive, json.data.sum_of_asks, json.data.sum_of_bids];
    },
  };
}

describe("the sums of an event whose outcomes exclude each other", () => {
  it("are what yes of all costs and is sold for, with the fees of the platform", async () => {
    assert.deepEqual(await (await sumsOpenEvent(OUTCOMES)).sums(), [true, 1.0975, 0.9438]);
  });

  it("count a fee on winning, which all contracts of no pay but one", async () => {
    // PredictIt takes 10% of the profit: 6, 6.5 and 7¢ of the asks, 3.8, 3.3 and 2.8¢ of no at 62, 67 and 72¢.
    assert.deepEqual(await (await sumsOpenEvent(OUTCOMES, true, "predictit")).sums(), [true, 1.245, 0.891]);
  });

  it("are of open outcomes alone", async () => {
    const closed = { id: "d", status: "closed", yesPrice: 10_000 } as const;
    assert.deepEqual(await (await sumsOpenEvent([...OUTCOMES, closed])).sums(), [true, 1.0975, 0.9438]);
  });

  const [first = { id: "" }, second = { id: "" }, third = { id: "" }] = OUTCOMES;
  for (const [why, outcomes, isExclusive, expected] of [
    ["the platform does not say that they exclude each other", OUTCOMES, null, [false, null, null]],
    ["nobody sells one of them", [first, second, { ...third, bestAsk: null }], true, [true, null, 0.9438]],
    ["nobody buys one of them", [first, second, { ...third, bestBid: null }], true, [true, 1.0975, null]],
    ["one has no order book", [first, second, { ...third, bestBid: null, bestAsk: null }], true, [true, null, null]],
    ["one is not priced", [...OUTCOMES, { id: "d", yesPrice: null }], true, [true, null, null]],
    ["one is left", [first], true, [true, null, null]],
  ] as const) {
    it(`are null where ${why}`, async () => {
      const { sums } = await sumsOpenEvent(outcomes, isExclusive);
      assert.deepEqual(await sums(), expected);
    });
  }

  it("are null once the prices are stale", async () => {
    const { test, sums } = await sumsOpenEvent(OUTCOMES);
    test.clock.advance(DAY_MS);
    assert.deepEqual(await sums(), [true, null, null]);
  });
});
