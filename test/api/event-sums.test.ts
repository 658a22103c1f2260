import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, event, market, page } from "../support/store/builders.ts";

type Quotes = Parameters<typeof market>[0];

/** Asks of 40¢, 35¢ and 30¢ with fees of 1.68¢, 1.6¢ and 1.47¢; bids of 38¢, 33¢ and 28¢, no with 1.65¢, 1.55¢ and 1.42¢. */
const OUTCOMES: readonly Quotes[] = [
  { id: "a", yesPrice: 390_000, bestBid: 380_000, bestAsk: 400_000 },
  { id: "b", yesPrice: 340_000, bestBid: 330_000, bestAsk: 350_000 },
  { id: "c", yesPrice: 290_000, bestBid: 280_000, bestAsk: 300_000 },
];

async function openEvent(outcomes: readonly Quotes[], isExclusive: boolean | null = true, platform = "kalshi") {
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
    assert.deepEqual(await (await openEvent(OUTCOMES)).sums(), [true, 1.0975, 0.9438]);
  });

  it("count a fee on winning, which all contracts of no pay but one", async () => {
    // PredictIt takes 10% of the profit: 6, 6.5 and 7¢ of the asks, 3.8, 3.3 and 2.8¢ of no at 62, 67 and 72¢.
    assert.deepEqual(await (await openEvent(OUTCOMES, true, "predictit")).sums(), [true, 1.245, 0.891]);
  });

  it("are of open outcomes alone", async () => {
    const closed = { id: "d", status: "closed", yesPrice: 10_000 } as const;
    assert.deepEqual(await (await openEvent([...OUTCOMES, closed])).sums(), [true, 1.0975, 0.9438]);
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
      const { sums } = await openEvent(outcomes, isExclusive);
      assert.deepEqual(await sums(), expected);
    });
  }

  it("are null once the prices are stale", async () => {
    const { test, sums } = await openEvent(OUTCOMES);
    test.clock.advance(DAY_MS);
    assert.deepEqual(await sums(), [true, null, null]);
  });
});
