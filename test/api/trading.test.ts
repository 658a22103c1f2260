import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readKalshi } from "../../src/sources/kalshi/records.ts";
import { readPolymarket } from "../../src/sources/polymarket/records.ts";
import { closePassed } from "../../src/writer/maintenance/maintenance.ts";
import { openTestApi } from "../support/service/api.ts";
import { HOUR_MS, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";
import * as kalshi from "../support/upstream/kalshi-pages.ts";
import * as polymarket from "../support/upstream/polymarket-pages.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

const HALF_CENT = { feesEnabled: true, feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true } };
const BOOK = { bestBid: 0.49, bestAsk: 0.5, outcomePrices: '["0.495", "0.505"]', lastTradePrice: 0.5 };
const CENTS = { yes_bid_dollars: "0.5500", yes_ask_dollars: "0.5600", last_price_dollars: "0.5500" };

const augmented = (id: string, markets: readonly object[]) =>
  polymarket.event(markets, { id, title: `The slots of ${id}?`, negRisk: true, negRiskAugmented: true });

const listings = {
  polymarket: readPolymarket(
    {
      events: [
        polymarket.event([polymarket.market({ id: "game", ...BOOK, ...HALF_CENT })], { id: "e1" }),
        polymarket.event([polymarket.market({ id: "late", ...BOOK, endDate: iso(START - HOUR_MS) })], { id: "e2" }),
        polymarket.event([polymarket.market({ id: "halted", ...BOOK, acceptingOrders: false })], { id: "e3" }),
        augmented("e4", [
          polymarket.market({ id: "named", ...BOOK, feesEnabled: false }),
          polymarket.market({ id: "second", ...BOOK, outcomePrices: '["0.2", "0.8"]', bestBid: 0.19, bestAsk: 0.2 }),
          polymarket.market({
            id: "slot",
            question: "Will Other win?",
            active: false,
            outcomePrices: '["0.5", "0.5"]',
          }),
        ]),
      ],
    },
    START,
  ),
  kalshi: readKalshi(
    {
      events: [
        kalshi.event([kalshi.market({ ticker: "half", event_ticker: "K1", ...CENTS })], { event_ticker: "K1" }),
        kalshi.event([kalshi.market({ ticker: "paused", event_ticker: "K2", ...CENTS, status: "inactive" })], {
          event_ticker: "K2",
        }),
        kalshi.event(
          [
            kalshi.market({
              ticker: "far",
              event_ticker: "K3",
              ...CENTS,
              expected_expiration_time: iso(START + HOUR_MS),
            }),
          ],
          { event_ticker: "K3", fee_multiplier_override: 0 },
        ),
        kalshi.event([kalshi.market({ ticker: "soon", event_ticker: "K4", ...CENTS, status: "initialized" })], {
          event_ticker: "K4",
        }),
      ],
      series_fees: { KXBRIDGES: { fee_type: "quadratic", fee_multiplier: 0.5 } },
    },
    START,
  ),
};

const scripts = { polymarket: { full: [listings.polymarket] }, kalshi: { full: [listings.kalshi] } };
const test = openTestWriter({ scripts });
await test.writer.runOnce(new Set());
group(test, [
  { a: "polymarket", b: "kalshi", id: "game", idOfB: "half" },
  { a: "polymarket", b: "kalshi", id: "halted", idOfB: "far" },
  { a: "polymarket", b: "kalshi", id: "late", idOfB: "paused" },
]);
const server = await openTestApi({ writer: test });

async function data(path: string) {
  const { status, json, text } = await server.get(`/api/v1${path}`);
  assert.equal(status, 200, text);
  return json.data;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).sort();
const detail = (platform: string, id: string) => data(`/markets/${platform}/${id}/detail`);

describe("what of a platform's listing is open", () => {
  it("are markets past their end date too, paused ones, and none whose trading has not begun", async () => {
    assert.deepEqual(idsOf(await data("/markets?page_size=200")), [
      ...["far", "game", "half", "halted", "late", "named", "paused", "second"],
    ]);
    assert.deepEqual(idsOf(await data("/markets?status=closed")), []);
  });

  it("closes when people expect it, and says when trading ends at the latest", async () => {
    const late = await detail("polymarket", "late");
    assert.deepEqual([late.status, late.tradable, late.close_time], ["open", true, null]);
    const far = await detail("kalshi", "far");
    assert.deepEqual([far.close_time, far.latest_close_time], [iso(START + HOUR_MS), "2027-04-01T00:00:00.000Z"]);
  });

  it("is tradable where orders are taken, in lists, files and details", async () => {
    assert.deepEqual(idsOf(await data("/markets?tradable=false")), ["halted", "paused"]);
    assert.deepEqual(idsOf(await data("/markets?tradable=true&platform=kalshi")), ["far", "half"]);
    const { text } = await server.get("/api/v1/markets?tradable=false&platform=kalshi&format=csv");
    const [head = "", row = ""] = text.split("\r\n");
    assert.equal(row.split(",")[head.split(",").indexOf("tradable")], "false");
    const refused = await server.get("/api/v1/markets?tradable=perhaps");
    assert.equal(refused.status, 422);
    assert.match(refused.text, /tradable/);
  });

  it("counts slots without a name in no sum", async () => {
    const event = await data("/events/polymarket/e4");
    assert.deepEqual([event.market_count, idsOf(event.markets)], [2, ["named", "second"]]);
    assert.ok(event.sum_of_asks > 0.7 && event.sum_of_asks < 0.71, `${event.sum_of_asks}`);
  });
});

describe("the fee of a market", () => {
  const rows: [platform: string, id: string, kind: string, rate: number, source: string][] = [
    ["polymarket", "game", "quadratic", 0.05, "market"],
    ["polymarket", "named", "none", 0, "market"],
    ["polymarket", "late", "quadratic", 0.04, "platform"],
    ["kalshi", "half", "quadratic", 0.035, "series"],
    ["kalshi", "far", "none", 0, "event"],
  ];
  for (const [platform, id, kind, rate, source] of rows) {
    it(`of ${id} is ${rate}, as its ${source} says`, async () => {
      assert.deepEqual((await detail(platform, id)).fee, { kind, rate, source });
    });
  }

  it("is what a question and its spread cost", async () => {
    const { question_id } = await detail("polymarket", "game");
    const { markets } = await data(`/questions/${question_id}`);
    const offers = markets.map((one: { platform: string; buy_yes: { ask: number; fee: number } }) => [
      one.platform,
      one.buy_yes.ask,
      one.buy_yes.fee,
    ]);
    // 100 at 50¢ cost $1.25, at 56¢ 86.24¢, rounded up to the cent.
    assert.deepEqual(offers, [
      ["kalshi", 0.56, 0.0087],
      ["polymarket", 0.5, 0.0125],
    ]);
    const [found, ...others] = await data("/arbitrage?all=true&min_confidence=low");
    assert.deepEqual(others, [], "no leg of a spread takes no orders");
    assert.deepEqual(
      found.legs.map((leg: { platform: string; price: number; fee: number }) => [leg.platform, leg.price, leg.fee]),
      [
        ["polymarket", 0.5, 0.0125],
        ["kalshi", 0.45, 0.0087],
      ],
    );
    assert.equal(found.net_spread_cents, 2.88);
  });
});

describe("a market that takes no orders", () => {
  it("has a price and no offer", async () => {
    const { question_id, yes_price } = await detail("polymarket", "halted");
    assert.equal(yes_price, 0.495);
    const { markets } = await data(`/questions/${question_id}`);
    const halted = markets.find((one: { id: string }) => one.id === "halted");
    assert.deepEqual([halted.tradable, halted.buy_yes, halted.buy_no], [false, null, null]);
    const other = markets.find((one: { id: string }) => one.id === "far");
    assert.deepEqual([other.tradable, other.buy_yes.best], [true, true]);
  });

  it("takes part again with its next listing, and leaves when it is paused", async () => {
    const spreads = async (): Promise<string[]> =>
      (await data("/arbitrage?all=true&min_confidence=low")).flatMap((one: { legs: { market_id: string }[] }) =>
        one.legs.map(({ market_id }) => market_id),
      );
    const pause = (status: string) =>
      readKalshi(
        {
          events: [
            kalshi.event([kalshi.market({ ticker: "half", event_ticker: "K1", ...CENTS, status })], {
              event_ticker: "K1",
            }),
          ],
        },
        START,
      );
    const kept = listings.kalshi;
    const without = { ...kept, markets: kept.markets.filter(({ id }) => id !== "half") };
    assert.ok((await spreads()).includes("half"));
    scripts.kalshi.full = [without, pause("inactive")];
    await test.writer.runOnce(new Set());
    assert.ok(!(await spreads()).includes("half"));
    assert.equal((await detail("kalshi", "half")).status, "open");
    scripts.kalshi.full = [without, pause("active")];
    await test.writer.runOnce(new Set());
    assert.ok((await spreads()).includes("half"));
    // A pass that does not know the series keeps what was known of its fee.
    assert.equal((await detail("kalshi", "half")).fee.rate, 0.035);
  });

  it("leaves all lists when its platform says that it is none yet, and comes back", async () => {
    const read = (active: boolean) =>
      readPolymarket({ events: [augmented("e4", [polymarket.market({ id: "second", ...BOOK, active })])] }, START);
    const unpriced = readPolymarket(
      {
        events: [
          augmented("e4", [
            polymarket.market({ id: "blank", outcomePrices: undefined, lastTradePrice: 0, bestBid: 0, bestAsk: 1 }),
          ]),
        ],
      },
      START,
    );
    const blank = readPolymarket(
      { events: [augmented("e4", [polymarket.market({ id: "blank", active: false })])] },
      START,
    );
    const kept = {
      ...listings.polymarket,
      markets: listings.polymarket.markets.filter(({ id }) => id !== "second"),
    };
    const statuses = async () => [
      idsOf((await data("/events/polymarket/e4")).markets),
      idsOf(await data("/markets?status=all&event_id=e4")),
    ];
    scripts.polymarket.full = [listings.polymarket, unpriced];
    await test.writer.runOnce(new Set());
    assert.equal((await data("/events/polymarket/e4")).sum_of_asks, null, "an outcome without a price");
    scripts.polymarket.full = [listings.polymarket, blank];
    await test.writer.runOnce(new Set());
    assert.ok((await data("/events/polymarket/e4")).sum_of_asks > 0.7);
    scripts.polymarket.full = [kept, read(false), blank];
    await test.writer.runOnce(new Set());
    assert.deepEqual(await statuses(), [["named"], ["named"]]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
    scripts.polymarket.full = [kept, read(true), blank];
    await test.writer.runOnce(new Set());
    assert.deepEqual(await statuses(), [
      ["named", "second"],
      ["named", "second"],
    ]);
    await closePassed(test.writer.writing, test.clock);
    assert.equal((await detail("polymarket", "second")).status, "open");
  });
});
