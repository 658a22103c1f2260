import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { openKalshi } from "../../src/sources/kalshi.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { payloadsMissing, readPayload } from "../support/payloads.ts";
import { allOf, scriptedFetcher } from "../support/scripted-fetcher.ts";
import { describeSource } from "../support/source-contract.ts";

const NOW = Date.UTC(2026, 10, 20);
const source = openKalshi({ kalshi: "http://stand.in/kalshi" });

const market = (more: object = {}): Record<string, unknown> => ({
  ticker: "KXBRIDGE-27-MAR",
  event_ticker: "KXBRIDGE-27",
  market_type: "binary",
  title: "When will the bridge open?",
  yes_sub_title: "In March",
  no_sub_title: "In March",
  status: "active",
  result: "",
  yes_bid_dollars: "0.2100",
  yes_ask_dollars: "0.2200",
  last_price_dollars: "0.2000",
  notional_value_dollars: "1.0000",
  volume_fp: "1234.56",
  volume_24h_fp: "45.50",
  open_interest_fp: "500.00",
  created_time: "2026-01-05T10:00:00.123456Z",
  open_time: "2026-01-06T10:00:00Z",
  close_time: "2027-04-01T00:00:00Z",
  rules_primary: "If it opens in March, Yes.",
  rules_secondary: "Else No.",
  ...more,
});

const other = (more: object = {}) => market({ ticker: "KXBRIDGE-27-APR", yes_sub_title: "In April", ...more });

const event = (markets: unknown, more: object = {}): Record<string, unknown> => ({
  event_ticker: "KXBRIDGE-27",
  series_ticker: "KXBRIDGES",
  title: "When will the bridge open?",
  sub_title: "In 2027",
  category: "Politics",
  mutually_exclusive: true,
  last_updated_ts: "0001-01-01T00:00:00Z",
  ...(markets === undefined ? {} : { markets }),
  ...more,
});

/** The same market as it was sent until March 2026: whole cents and whole counts. */
const inCents = (more: object = {}) => {
  const texts = Object.entries(market()).filter(([name]) => !/_dollars$|_fp$/.test(name));
  const cents = {
    yes_bid: 21,
    yes_ask: 22,
    last_price: 20,
    notional_value: 100,
    volume: 1234,
    volume_24h: 45,
    open_interest: 500,
  };
  return { ...Object.fromEntries(texts), ...cents, ...more };
};

function only(fields: object): MarketRecord {
  const listing = source.normalise({ events: [event([market(fields), other()])] }, NOW);
  assert.equal(listing.markets.length, 2, JSON.stringify(listing.rejected));
  return listing.markets[0] as MarketRecord;
}

const quote = ({ yesPrice, priceSource }: MarketRecord) => [yesPrice, priceSource];

describeSource("kalshi", {
  source,
  pages: [
    {
      events: [
        event([market(), other({ market_type: "scalar" })]),
        event([other()], { event_ticker: "KXB-28" }),
        event(undefined, { event_ticker: "KXB-29" }),
      ],
      cursor: "next",
      milestones: [],
    },
    {
      markets: [market(), other({ status: "finalized", result: "no", settlement_ts: "2026-11-01T00:00:00Z" })],
      cursor: "",
    },
    { event: event([market()]) },
    { event: event(undefined), markets: [market(), other()] },
    { market: market() },
    [market(), inCents({ ticker: "KXBRIDGE-27-MAY" })],
  ],
  markets: 10,
  rejected: 1,
  lists: (page) => {
    if (Array.isArray(page)) return [page];
    const body = page as { events?: { markets?: unknown[] }[]; event?: { markets?: unknown[] }; markets?: unknown[] };
    const events = [...(body.events ?? []), ...(body.event ? [body.event] : [])];
    const nested = events.flatMap((one) => (one.markets ? [one.markets] : []));
    return [...(body.events ? [body.events] : []), ...nested, ...(body.markets ? [body.markets] : [])];
  },
});

describe("a kalshi record", () => {
  it("is read whole", () => {
    assert.deepEqual(only({}), {
      id: "KXBRIDGE-27-MAR",
      eventId: "KXBRIDGE-27",
      title: "When will the bridge open?: In March",
      outcomeLabel: "In March",
      description: "If it opens in March, Yes.\n\nElse No.",
      url: "https://kalshi.com/markets/kxbridges",
      status: "open",
      yesPrice: 215_000,
      priceSource: "mid",
      bestBid: 210_000,
      bestAsk: 220_000,
      lastPrice: 200_000,
      volume: 123_456,
      volume24h: 4550,
      rawVolume: 1234.56,
      liquidity: null,
      openInterest: 50_000,
      closesAt: Date.UTC(2027, 3),
      createdAt: Date.UTC(2026, 0, 5, 10, 0, 0, 123),
      outcome: null,
      settlementPrice: null,
      resolvedAt: null,
      historyKey: "KXBRIDGES",
    });
  });

  it("has an event with the category, the exclusiveness and the span of its markets", () => {
    const { events } = source.normalise(
      { events: [event([market(), other({ close_time: "2027-05-01T00:00:00Z" })])] },
      NOW,
    );
    assert.deepEqual(events, [
      {
        id: "KXBRIDGE-27",
        title: "When will the bridge open?",
        category: "politics",
        description: "In 2027",
        url: "https://kalshi.com/markets/kxbridges",
        imageUrl: null,
        startsAt: Date.UTC(2026, 0, 6, 10),
        endsAt: Date.UTC(2027, 4),
        tags: ["Politics"],
        liquidity: null,
        isExclusive: true,
        isPartial: false,
      },
    ]);
  });

  it("makes its event partial, and leaves the series unknown, when it came without it", () => {
    const { events, markets } = source.normalise({ markets: [market(), other()] }, NOW);
    assert.deepEqual(
      events.map((one) => [one.id, one.title, one.category, one.isPartial, one.url]),
      [["KXBRIDGE-27", "When will the bridge open?", "other", true, "https://kalshi.com/markets/kxbridge"]],
    );
    assert.deepEqual(
      markets.map((one) => [one.title, one.historyKey]),
      [
        ["When will the bridge open?: In March", null],
        ["When will the bridge open?: In April", null],
      ],
    );
  });

  it("counts as one of its event's markets only what can be read as one", () => {
    const { markets } = source.normalise({ event: event([market(), {}]) }, NOW);
    assert.deepEqual(
      markets.map((one) => one.outcomeLabel),
      [null],
    );
  });

  const TITLES: [string, object, string][] = [
    [
      "a question that names the outcome",
      { title: "Will the bridge open in March?" },
      "Will the bridge open in March?",
    ],
    [
      "a question that names it in other order",
      { title: "Will it open, in this March?", yes_sub_title: "March, in" },
      "Will it open, in this March?",
    ],
    ["the outcome only", { title: "Reds win", yes_sub_title: "Reds" }, "When will the bridge open?: Reds"],
    [
      "another question",
      { title: "Will it open soon?", yes_sub_title: "Before June" },
      "When will the bridge open?: Before June",
    ],
    ["the event's title without an outcome", { yes_sub_title: "" }, "When will the bridge open?"],
    ["the event's title and the outcome is just yes", { yes_sub_title: "Yes" }, "When will the bridge open?"],
    ["something else without an outcome", { title: "March", yes_sub_title: null }, "When will the bridge open?: March"],
    ["nothing", { title: undefined }, "When will the bridge open?: In March"],
  ];
  for (const [name, fields, title] of TITLES) {
    it(`is named so that it stands alone when its own title is ${name}`, () => assert.equal(only(fields).title, title));
  }

  it("is read alike in dollars and, as it was, in cents", () => {
    const whole = { ...only({ volume_fp: "1234.00", volume_24h_fp: "45.00" }) };
    const [old] = source.normalise(event([inCents(), other()]), NOW).markets;
    assert.deepEqual(old, whole);
  });

  it("is read by the dollar fields where both families are sent", () => {
    const record = only({ yes_bid: 50, yes_ask: 60, last_price: 55, volume: 7 });
    assert.deepEqual(
      [record.bestBid, record.bestAsk, record.lastPrice, record.rawVolume],
      [210_000, 220_000, 200_000, 1234.56],
    );
  });

  it("takes decimal text without a suffix for dollars, as the historical endpoints send it", () => {
    const [record] = source.normalise(
      { market: inCents({ yes_bid: "0.2100", yes_ask: "0.2200", volume: "12.50" }) },
      NOW,
    ).markets;
    assert.deepEqual([record?.bestBid, record?.bestAsk, record?.rawVolume], [210_000, 220_000, 12.5]);
  });

  it("counts its volume at what a contract pays", () => {
    assert.equal(only({ notional_value_dollars: "0.5000" }).volume, 61_728);
    assert.equal(only({ notional_value_dollars: undefined }).volume, 123_456);
    assert.deepEqual([only({ volume_fp: "-3.00" }).volume, only({ volume_fp: undefined }).rawVolume], [0, null]);
  });

  const PRICES: [string, object, unknown[]][] = [
    [
      "a book without a bid",
      { yes_bid_dollars: "0.0000", yes_ask_dollars: "0.0100", last_price_dollars: "0.0100" },
      [10_000, "last"],
    ],
    [
      "a book without an ask",
      { yes_bid_dollars: "0.9700", yes_ask_dollars: "1.0000", last_price_dollars: "0.9800" },
      [980_000, "last"],
    ],
    [
      "an empty book, never traded",
      { yes_bid_dollars: "0.0000", yes_ask_dollars: "1.0000", last_price_dollars: "0.0000" },
      [null, null],
    ],
    ["a spread of 10 cents", { yes_bid_dollars: "0.2000", yes_ask_dollars: "0.3000" }, [250_000, "mid"]],
    ["a wider spread", { yes_bid_dollars: "0.2000", yes_ask_dollars: "0.3001" }, [200_000, "last"]],
    [
      "a wider spread, never traded",
      { yes_bid_dollars: "0.2000", yes_ask_dollars: "0.9000", last_price_dollars: "0.0000" },
      [null, null],
    ],
    ["parts of a cent", { yes_bid_dollars: "0.0010", yes_ask_dollars: "0.0025" }, [1750, "mid"]],
    [
      "zeros all over",
      { yes_bid_dollars: "0.0000", yes_ask_dollars: "0.0000", last_price_dollars: "0.0000" },
      [null, null],
    ],
    ["prices that are none", { yes_bid_dollars: "abc", yes_ask_dollars: 7, last_price_dollars: "-1" }, [null, null]],
  ];
  for (const [name, fields, expected] of PRICES) {
    it(`prices ${name}`, () => assert.deepEqual(quote(only(fields)), expected));
  }

  it("takes 0 and 1 for the empty sides of a book", () => {
    const record = only({ yes_bid_dollars: "0.0000", yes_ask_dollars: "1.0000" });
    assert.deepEqual([record.bestBid, record.bestAsk], [null, null]);
  });

  for (const status of ["active", "open", "inactive", "initialized", "brand_new", undefined]) {
    it(`is open when its status is ${status}`, () => {
      const record = only({ status, result: "yes" });
      assert.deepEqual([record.status, record.outcome, record.settlementPrice], ["open", null, null]);
    });
  }

  for (const status of ["closed", "determined", "disputed", "amended"]) {
    it(`is closed without an end when its status is ${status}, result or not`, () => {
      const record = only({ status, result: "yes", settlement_ts: "2026-11-01T00:00:00Z" });
      assert.deepEqual(
        [record.status, record.outcome, record.settlementPrice, record.resolvedAt, ...quote(record)],
        ["closed", "unknown", null, null, 215_000, "mid"],
      );
    });
  }

  const ENDINGS: [object, unknown[]][] = [
    [{ result: "yes" }, ["yes", 1_000_000, 1_000_000, "settlement"]],
    [{ result: "no", status: "settled" }, ["no", 0, 0, "settlement"]],
    [{ result: "scalar", settlement_value_dollars: "0.5000" }, ["split", 500_000, 500_000, "settlement"]],
    [{ result: "scalar", settlement_value: 37 }, ["split", 370_000, 370_000, "settlement"]],
    [{ result: "scalar" }, ["split", null, 215_000, "mid"]],
  ];
  for (const [fields, expected] of ENDINGS) {
    it(`has ended when finalized with ${JSON.stringify(fields)}`, () => {
      const record = only({ status: "finalized", settlement_ts: "2026-11-01T09:30:00Z", ...fields });
      assert.deepEqual([record.outcome, record.settlementPrice, ...quote(record)], expected);
      assert.deepEqual([record.status, record.resolvedAt], ["closed", Date.UTC(2026, 10, 1, 9, 30)]);
    });
  }

  it("has an unknown end when finalized without a result", () => {
    for (const result of ["", null, "tie"]) {
      const record = only({ status: "finalized", result, settlement_ts: "2026-11-01T09:30:00Z" });
      assert.deepEqual([record.outcome, record.settlementPrice, record.resolvedAt], ["unknown", null, null]);
    }
  });

  it("does not take the year 1 for a time", () => {
    assert.equal(only({ created_time: "0001-01-01T00:00:00Z" }).createdAt, Date.UTC(2026, 0, 6, 10));
  });

  const REJECTED: [string, object, string][] = [
    ["a scale", { market_type: "scalar" }, "not_binary"],
    ["a combination, by its collection", { mve_collection_ticker: "KXMVE-1" }, "not_binary"],
    ["a combination, by its legs", { mve_selected_legs: [{ side: "yes" }] }, "not_binary"],
    ["a combination, by its ticker", { ticker: "KXMVESPORTS-1" }, "not_binary"],
    ["no ticker", { ticker: "" }, "malformed"],
  ];
  for (const [name, fields, reason] of REJECTED) {
    it(`is rejected for ${name}, alone`, () => {
      const { markets, rejected } = source.normalise(event([market(fields), other()]), NOW);
      assert.deepEqual(
        markets.map((one) => one.id),
        ["KXBRIDGE-27-APR"],
      );
      assert.deepEqual(
        rejected.map((one) => one.reason),
        [reason],
      );
    });
  }

  it("is rejected without an event, and an event without a title", () => {
    assert.deepEqual(source.normalise({ market: market({ event_ticker: null }) }, NOW).rejected, [
      { id: "KXBRIDGE-27-MAR", reason: "malformed" },
    ]);
    const { rejected } = source.normalise({ events: [event([market()], { title: "" }), event([other()])] }, NOW);
    assert.deepEqual(rejected, [{ id: "KXBRIDGE-27", reason: "malformed" }]);
  });

  it("is not rejected for empty marks of a combination", () => {
    assert.equal(only({ mve_collection_ticker: "", mve_selected_legs: [] }).id, "KXBRIDGE-27-MAR");
  });
});

describe("kalshi fetches", () => {
  const parameters = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);

  it("everything open with its markets, until the cursor is empty", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => ({
      events: [],
      cursor: url.searchParams.has("cursor") ? "" : "a b",
    }));
    assert.equal((await allOf(source.fetchOpen(fetcher))).length, 2);
    assert.equal(asked[0]?.pathname, "/kalshi/events");
    assert.deepEqual(parameters(asked[1]), {
      status: "open",
      with_nested_markets: "true",
      limit: "200",
      cursor: "a b",
    });
  });

  it("what changed and what is about to close, leaving out combinations", async () => {
    const { fetcher, asked } = scriptedFetcher(() => ({ markets: [], cursor: "" }));
    assert.ok(source.fetchActive);
    await allOf(source.fetchActive(fetcher, NOW));
    const [changed, closing] = asked.map(parameters);
    assert.deepEqual(changed, { mve_filter: "exclude", min_updated_ts: "1795132800", limit: "1000" });
    assert.deepEqual(closing, {
      mve_filter: "exclude",
      min_close_ts: "1795132800",
      max_close_ts: "1795305600",
      limit: "1000",
    });
  });

  it("what settled since a time", async () => {
    const { fetcher, asked } = scriptedFetcher(() => ({ markets: [] }));
    assert.ok(source.fetchResolved);
    await allOf(source.fetchResolved(fetcher, NOW + 999));
    assert.deepEqual(parameters(asked[0]), {
      mve_filter: "exclude",
      status: "settled",
      min_settled_ts: "1795132800",
      limit: "1000",
    });
  });

  it("markets by ticker, a hundred at a time, and old ones from the historical listing", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => {
      const tickers = url.searchParams.get("tickers")?.split(",") ?? [];
      const isOld = url.pathname.includes("/historical/");
      const held = tickers.filter((ticker) => ticker !== "T-NONE" && (ticker === "T-OLD") === isOld);
      return { markets: held.map((ticker) => market({ ticker })), cursor: "" };
    });
    const ids = [...Array.from({ length: 100 }, (_, index) => `T-${index}`), "T-OLD", "T-NONE"];
    assert.ok(source.fetchMarkets);
    const bodies = await allOf(source.fetchMarkets(fetcher, ids));
    const read = bodies.flatMap((body) => source.normalise(body, NOW).markets.map((record) => record.id));
    assert.deepEqual(read.toSorted(), ids.slice(0, 101).toSorted());
    assert.deepEqual(
      asked.map((url) => url.pathname),
      ["/kalshi/markets", "/kalshi/markets", "/kalshi/historical/markets"],
    );
  });

  it("smaller pages once one is too big, and no page for what is none", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => {
      if (url.searchParams.get("limit") === "200") throw new UpstreamError("too_large", url.host);
      return { events: [] };
    });
    await allOf(source.fetchOpen(fetcher));
    assert.deepEqual(
      asked.map((url) => url.searchParams.get("limit")),
      ["200", "100"],
    );
    const odd = scriptedFetcher(() => ({}));
    await assert.rejects(allOf(source.fetchOpen(odd.fetcher)), { code: "unexpected" });
  });
});

describe("captured kalshi responses", { skip: payloadsMissing }, () => {
  const read = (file: string) => source.normalise(readPayload(`kalshi/${file}`), NOW);

  it("are read completely and priced within their book, or at the last trade", () => {
    for (const [file, count] of [
      ["markets_fed_5_dollars-only_2026-08-12.json", 5],
      ["2026-10/events__event_ticker.json", 2],
      ["2026-10/markets__ticker.json", 1],
      ["2026-01/event_single.json", 1],
    ] as const) {
      const { markets, rejected } = read(file);
      assert.deepEqual([markets.length, rejected.length], [count, 0], file);
      for (const { yesPrice, bestBid, bestAsk, lastPrice, priceSource } of markets) {
        if (priceSource === "last") assert.equal(yesPrice, lastPrice);
        else assert.ok(yesPrice !== null && yesPrice >= (bestBid ?? 1e6) && yesPrice <= (bestAsk ?? 0), file);
      }
    }
  });

  it("are rejected where they are combinations", () => {
    for (const file of ["markets_mve_5_dollars-only_2026-06-21.json", "2026-01/markets_list.json"]) {
      const { markets, rejected } = read(file);
      assert.deepEqual([markets.length, rejected.map((one) => one.reason)], [0, Array(5).fill("not_binary")], file);
    }
  });

  it("give events without markets where these were not asked for", () => {
    const { events, markets, rejected } = read("2026-10/events.json");
    assert.deepEqual([events.length, markets.length, rejected.length], [3, 0, 0]);
    assert.ok(events.every((one) => one.category === "sports"));
  });
});
