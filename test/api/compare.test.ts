import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../src/domain/questions.ts";
import { openTestApi } from "../support/service/api.ts";
import { market, page, resolvedMarket } from "../support/store/builders.ts";

const listing = (...markets: Parameters<typeof market>[0][]) => ({ full: [page(markets.map(market))] });

const server = await openTestApi({
  scripts: {
    kalshi: listing(
      { id: "q", title: "Will the Fed cut rates?", yesPrice: 400_000 },
      { id: "rain", title: "Will it rain?", yesPrice: 300_000, volume: 900_000 },
      { id: "alone", title: "Will the Fed hike rates?" },
      { id: "bet", title: "Bet A", yesPrice: 400_000, bestBid: 399_000, bestAsk: 401_000, volume: 10 },
    ),
    polymarket: listing(
      { id: "q", title: "Fed cut", yesPrice: 550_000 },
      { id: "rain", title: "Rain tomorrow", yesPrice: 350_000, bestBid: null, bestAsk: null },
      { id: "bet", title: "Bet B", yesPrice: 420_000, bestBid: 419_000, bestAsk: 421_000, volume: 10 },
    ),
    predictit: listing({ id: "q", title: "Rate cut by the Fed", yesPrice: 430_000 }),
    manifold: {
      full: [
        page([
          market({ id: "rain", title: "Rain?", yesPrice: null }),
          market({ id: "bet", title: "Bet C", yesPrice: 900_000, volume: 10 }),
          resolvedMarket({ id: "q", title: "Fed" }),
        ]),
      ],
    },
  },
  matches: [
    { a: "kalshi", b: "polymarket", isInverted: true },
    { a: "kalshi", b: "predictit", score: 600_000 },
    { a: "kalshi", b: "manifold" },
    { a: "kalshi", b: "polymarket", id: "rain" },
    { a: "kalshi", b: "manifold", id: "rain" },
    { a: "kalshi", b: "polymarket", id: "bet" },
    { a: "kalshi", b: "manifold", id: "bet" },
  ],
});

async function compare(query: string) {
  const reply = await server.get(`/api/v1/compare?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
}

const platformsOf = ({ markets }: { markets: { platform: string }[] }) => markets.map(({ platform }) => platform);
const titlesOf = (data: { title: string }[]) => data.map(({ title }) => title);

describe("GET /api/v1/compare", () => {
  it("puts the markets of one question side by side, an inverted one turned to the title", async () => {
    const [{ id, markets, ...found }, ...rest] = await compare("platform=kalshi&market_id=q");
    assert.deepEqual(rest, []);
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{12}$/);
    assert.deepEqual(found, {
      question_id: toQuestionId("kalshi", "q"),
      title: "Will the Fed cut rates?",
      match_score: 0.6,
      confidence: "low",
      gap_cents: 5,
      lowest: { platform: "kalshi", market_id: "q", yes_price: 0.4 },
      highest: { platform: "polymarket", market_id: "q", yes_price: 0.45 },
    });
    const brief = markets.map((one: Record<string, unknown>) => [
      ...[one.platform, one.yes_price, one.title_yes_price, one.relation, one.inverted],
      one.reasons,
    ]);
    const reasons = ["both by the end of 2026", "only Kalshi says May 2027"];
    assert.deepEqual(brief, [
      ["kalshi", 0.4, 0.4, "same", false, []],
      ["manifold", 1, 1, "same", false, reasons],
      ["polymarket", 0.55, 0.45, "inverted", true, reasons],
      ["predictit", 0.43, 0.43, "same", false, reasons],
    ]);
  });

  it("says of a question what the question says itself", async () => {
    for (const query of ["platform=kalshi&market_id=q", "platform=polymarket&market_id=q", "q=tomorrow"]) {
      const [{ question_id, title, gap_cents, markets }] = await compare(query);
      const { json } = await server.get(`/api/v1/questions/${question_id}`);
      assert.deepEqual([title, gap_cents], [json.data.title, json.data.gap_cents]);
      const costs = (one: Record<string, unknown>) => [one.platform, one.relation, one.buy_yes, one.buy_no];
      assert.deepEqual(markets.map(costs), json.data.markets.map(costs));
    }
  });

  it("counts no play money for the gap, and none for lowest and highest", async () => {
    const [found] = await compare("q=bet");
    assert.deepEqual(
      [platformsOf(found), found.gap_cents, found.highest.platform],
      [["kalshi", "manifold", "polymarket"], 2, "polymarket"],
    );
  });

  it("leaves out questions that are less surely the same than asked", async () => {
    assert.deepEqual(await compare("platform=predictit&market_id=q&min_match_score=0.7"), []);
    assert.equal((await compare("platform=predictit&market_id=q&min_match_score=0.6")).length, 1);
  });

  it("finds questions by the words of any of their titles, the best title first", async () => {
    assert.deepEqual(titlesOf(await compare("q=fed+cut")), ["Will the Fed cut rates?"]);
    assert.deepEqual(titlesOf(await compare("q=tomorrow")), ["Rain tomorrow"]);
    assert.deepEqual(titlesOf(await compare("q=will")), ["Rain tomorrow", "Will the Fed cut rates?"]);
    assert.deepEqual(titlesOf(await compare("q=will&limit=1")), ["Rain tomorrow"]);
    assert.deepEqual(await compare("q=hike"), []);
    assert.deepEqual(await compare("q=nothing+like+it"), []);
  });

  it("has the confidence of its opportunity", async () => {
    const [{ question_id, confidence }] = await compare("q=bet");
    const { json } = await server.get(`/api/v1/arbitrage?question_id=${question_id}&all=true&min_confidence=low`);
    assert.deepEqual([confidence, json.data[0].confidence], ["high", "high"]);
  });

  it("has nothing for a market without partners, and does not know one that is not there", async () => {
    assert.deepEqual(await compare("platform=kalshi&market_id=alone"), []);
    const { status, json } = await server.get("/api/v1/compare?platform=kalshi&market_id=no");
    assert.deepEqual([status, json.detail.error], [404, "market_not_found"]);
  });

  it("says when there is no word to look for", async () => {
    const { json } = await server.get(`/api/v1/compare?q=${encodeURIComponent("!!")}`);
    assert.deepEqual([json.data, json.meta.warnings.length], [[], 1]);
  });

  for (const [query, parameter] of [
    ["", "q"],
    ["q=fed&platform=kalshi&market_id=q", "q"],
    ["q=fed&market_id=q", "q"],
    ["platform=kalshi", "market_id"],
    ["market_id=q", "platform"],
  ] as const) {
    it(`refuses '${query}' for ${parameter}`, async () => {
      const { status, json } = await server.get(`/api/v1/compare?${query}`);
      assert.equal(status, 422);
      assert.deepEqual(
        json.detail.errors.map((error: { parameter: string }) => error.parameter),
        [parameter],
      );
    });
  }
});

describe("GET /api/v1/compare among thousands of markets", async () => {
  // Better known than the question, and more than are counted.
  const crowd = Array.from({ length: 3001 }, (_, n) => ({ id: `crowd${n}`, title: `Will crowded bet ${n} pay?` }));
  const bet = { id: "bet", title: "Bet A", volume: 10 };
  const api = await openTestApi({
    scripts: { kalshi: listing(bet, ...crowd), polymarket: listing(bet) },
    matches: [{ a: "kalshi", b: "polymarket", id: "bet" }],
  });

  it("finds the question of the least known", async () => {
    const { json } = await api.get("/api/v1/compare?q=bet");
    assert.deepEqual(titlesOf(json.data), ["Bet A"]);
  });
});
