import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../src/domain/questions.ts";
import { openTestTools } from "../support/mcp/test-tools.ts";
import { market, page } from "../support/store/builders.ts";
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
  it("takes a fee on profit from the win, not from the buyer", async () => {
    const { data, text } = await ask("get_market", { market: "predictit:fed" });
    assert.deepEqual(data.buy_yes, { price: 12, cost: 12, fee: 0, win_fee: 8.8, payout: 91.2 });
    assert.match(text, /buy yes 12¢ \(8\.8 taken if it wins\), buy no 90¢ \(1 taken if it wins\)/);
  });

  it("calls cheapest what costs least for what it pays", async () => {
    const { data, text } = await ask("get_question", { question: FED });
    // Kalshi: 12.5¢ and a fee of 0.77¢ for 100¢ are 13.27%. PredictIt: 12¢ for 91.2¢ are 13.16%.
    assert.deepEqual([data.cheapest_yes, data.cheapest_no], ["predictit:fed", "kalshi:fed"]);
    assert.match(text, /Cheapest: yes on PredictIt at 12¢ \(8\.8 taken if it wins\)/);
    const { data: found } = await ask("find_questions", { query: "Fed cut" });
    assert.deepEqual(found.questions[0].markets[1].yes, { cost: 12, fee: 0, win_fee: 8.8, payout: 91.2 });
  });
});

describe("price_history", () => {
  for (const [hours, points, step, count] of [
    [1, 2, 60, 2],
    [24, 25, 60, 25],
    [24, 100, 15, 97],
    [7, 25, 20, 22],
    [1, 100, 1, 61],
    [719, 100, 719, 61],
  ] as const) {
    it(`covers all of ${hours} h with at most ${points} points`, async () => {
      for (const of of ["kalshi:rain", RAIN]) {
        const { data } = await ask("price_history", { of, hours, points });
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
});
