import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openLocalTools } from "../../src/mcp/tool-service.ts";
import { textOf } from "../support/mcp/client.ts";
import { openTestTools } from "../support/mcp/test-tools.ts";
import { openTestContext } from "../support/service/api.ts";
import { event, HOUR_MS, market, page, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const rain = [
  market({ id: "0", title: "Rain in Paris by December?" }),
  market({ id: "1", title: "Bitcoin above 90000?" }),
];
const writer = openTestWriter({
  scripts: {
    kalshi: { full: [page([...rain, market({ id: "2", title: "Republican nominee 2028: Hollister" })])] },
    polymarket: { full: [page([...rain, market({ id: "3", title: "Snow in Paris?" })])] },
    predictit: { full: [page([market({ id: "4", title: "Snow in Rome?" })])] },
  },
});
await writer.writer.runOnce(new Set());
group(writer, [
  { a: "kalshi", b: "polymarket", id: "0" },
  { a: "kalshi", b: "polymarket", id: "1" },
]);
const { store, clock, config } = await openTestContext({ writer });
const tools = openLocalTools({
  store,
  clock,
  platforms: config.platforms,
  onError: (error) => assert.fail(String(error)),
});

async function find(name: string, given: Record<string, unknown>) {
  const answer = await tools.call(name, given);
  const text = textOf(answer);
  assert.notEqual(answer.isError, true, text);
  return { text, data: answer.structuredContent ?? assert.fail("no data") };
}

describe("searches of the tools", () => {
  for (const [name, query, total, leftOut] of [
    ["find_questions", "what's the price of bitcoin", 1, ["what's", "the", "price", "of"]],
    ["find_questions", "Where is rain in Paris cheapest?", 1, ["Where", "is", "in", "cheapest"]],
    ["find_markets", "What would 2028 nominee Hollister cost me on each platform, fees included?", 1, undefined],
    ["find_markets", "rain paris", 2, undefined],
  ] as const) {
    it(`${name} leaves out words that only ask, and says so: ${query}`, async () => {
      const { text, data } = await find(name, { query });
      assert.equal(data.total, total, text);
      if (leftOut === undefined) return;
      assert.deepEqual(data.left_out, leftOut);
      assert.ok(text.startsWith(`Searched without: ${leftOut.join(", ")}.\n`), text);
    });
  }

  for (const name of ["find_questions", "find_markets"]) {
    for (const sort of ["volume", "closing"]) {
      it(`${name} by ${sort} offers what was meant, and finds nothing in its place`, async () => {
        const { text, data } = await find(name, { query: "bitcion", sort });
        assert.deepEqual([data.total, data.did_you_mean], [0, "bitcoin"]);
        assert.match(text, /^No title has all of these words\. Did you mean: bitcoin\?/);
      });
    }

    it(`${name} never leaves out the only name`, async () => {
      const { data } = await find(name, { query: "what is the price of zzyzx" });
      assert.equal(data.total, 0);
    });

    it(`${name} names the filter that removes all hits`, async () => {
      const { text } = await find(name, { query: "bitcoin", platform: "predictit" });
      assert.match(text, /None has platform 'predictit'; with another platform there are [12]\./);
    });
  }

  it("says where words are only on one platform, and that closed markets have them", async () => {
    const { text } = await find("find_questions", { query: "what is the price of snow" });
    assert.match(text, /No two platforms ask this, but 2 single markets .*find_markets with query 'snow'/);
    const closed = await find("find_markets", { query: "snow", status: "closed" });
    assert.match(closed.text, /None has status 'closed'; with another status there are 2\./);
  });
});

describe("games of a league", async () => {
  const kalshi = (id: string, title: string, outcomes: readonly string[]) => ({
    event: event({
      id,
      title,
      url: `https://kalshi.com/markets/${id.split("-")[0]?.toLowerCase()}/event/${id.toLowerCase()}`,
    }),
    markets: outcomes.map((name) => market({ id: `${id}-${name}`, eventId: id, title: `${title}: ${name}` })),
  });
  const listed = [
    kalshi("KXNBAGAME-26NOV20MILLAC", "Milwaukee at Los Angeles C", ["MIL", "LAC"]),
    kalshi("KXNBAGAME-26NOV21BOSNYK", "Boston at New York", ["BOS", "NYK"]),
    kalshi("KXNHLGAME-26NOV20BOSNYR", "Boston at New York", ["BOS", "NYR"]),
    kalshi("KXNBA-27", "2027 Pro Basketball Champion?", ["Boston"]),
    kalshi("KXEPLGAME-26NOV22ARSCHE", "Arsenal vs Chelsea", ["ARS"]),
  ];
  // Tests match markets of one id.
  const SAME = "KXNBAGAME-26NOV20MILLAC-MIL";
  const [BUCKS, ON_MANIFOLD] = [`polymarket:${SAME}`, `manifold:${SAME}`];
  const onPolymarket = event({ id: "p1", url: "https://polymarket.com/event/nba-mil-lac-2026-11-20" });
  const onManifold = event({ id: SAME, url: "https://manifold.markets/ann/bucks" });
  const writer = openTestWriter({
    scripts: {
      kalshi: {
        full: [
          page(
            listed.flatMap(({ markets }) => markets),
            listed.map(({ event }) => event),
          ),
        ],
      },
      polymarket: {
        full: [page([market({ id: SAME, eventId: "p1", title: "Bucks vs. Clippers: Bucks" })], [onPolymarket])],
      },
      manifold: {
        full: [page([market({ id: SAME, eventId: SAME, title: "Bucks beat the Clippers?" })], [onManifold])],
      },
    },
  });
  await writer.writer.runOnce(new Set());
  group(writer, [
    { a: "kalshi", b: "polymarket", id: SAME },
    { a: "kalshi", b: "manifold", id: SAME },
  ]);
  const ask = await openTestTools(writer);
  const [MIL, LAC, BOS, NYK] = ["20MILLAC-MIL", "20MILLAC-LAC", "21BOSNYK-BOS", "21BOSNYK-NYK"].map(
    (id) => `kalshi:KXNBAGAME-26NOV${id}`,
  );

  for (const [query, ids, leftOut] of [
    ["NBA tonight", [MIL, LAC, BUCKS, ON_MANIFOLD]],
    ["Who wins today's NBA games?", [MIL, LAC, BUCKS, ON_MANIFOLD]],
    ["pro basketball games tomorrow", [BOS, NYK]],
    ["NBA games", [MIL, LAC, BOS, NYK, BUCKS, ON_MANIFOLD]],
    ["NBA games Boston", [BOS, NYK]],
    ["NHL tomorrow", ["kalshi:KXNHLGAME-26NOV20BOSNYR-BOS", "kalshi:KXNHLGAME-26NOV20BOSNYR-NYR"], ["tomorrow"]],
    ["Premier League matches", ["kalshi:KXEPLGAME-26NOV22ARSCHE-ARS"]],
    ["Basketball Champion", ["kalshi:KXNBA-27-Boston"]],
  ] as const) {
    it(`are found by its name: ${query}`, async () => {
      const { data } = await ask("find_markets", { query, limit: 20 });
      assert.deepEqual(new Set(data.markets.map((row: { market: string }) => row.market)), new Set(ids));
      assert.deepEqual(data.left_out, leftOut);
    });
  }

  it("are found as questions too", async () => {
    const { data } = await ask("find_questions", { query: "NBA tonight" });
    assert.deepEqual(
      data.questions.map(({ markets }: { markets: readonly { market: string }[] }) => markets.map((row) => row.market)),
      [[MIL, ON_MANIFOLD, BUCKS]],
    );
  });

  it("are tonight's until six in the morning in UTC", async () => {
    for (const [hours, ids] of [
      [17, [MIL, LAC, BUCKS, ON_MANIFOLD]],
      [18, [BOS, NYK]],
    ] as const) {
      writer.clock.fixAt(START + hours * HOUR_MS);
      const { data } = await ask("find_markets", { query: "NBA tonight", limit: 20 });
      assert.deepEqual(new Set(data.markets.map((row: { market: string }) => row.market)), new Set(ids));
    }
    writer.clock.fixAt(START);
  });

  it("are not replaced by others where there are none", async () => {
    const { data } = await ask("find_markets", { query: "MLB games Boston" });
    assert.deepEqual([data.total, data.did_you_mean], [0, "Boston"], JSON.stringify(data));
  });
});
