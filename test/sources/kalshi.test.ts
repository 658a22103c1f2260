import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UNPUBLISHED } from "../../src/domain/markets.ts";
import { openKalshi } from "../../src/sources/kalshi/kalshi.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { event, inCents, market, NOW, only, other, quote, source } from "../support/upstream/kalshi-pages.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";
import { describeSource } from "../support/upstream/source-contract.ts";

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
      ...UNPUBLISHED,
      id: "KXBRIDGE-27-MAR",
      eventId: "KXBRIDGE-27",
      title: "When will the bridge open? In March",
      outcomeLabel: "In March",
      description: "If it opens in March, Yes.\n\nElse No.",
      settlementSource: null,
      url: "https://kalshi.com/markets/kxbridges/event/kxbridge-27",
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
      latestClosesAt: Date.UTC(2027, 3),
      createdAt: Date.UTC(2026, 0, 5, 10, 0, 0, 123),
      outcome: null,
      settlementPrice: null,
      resolvedAt: null,
      historyKey: "KXBRIDGES",
    });
  });

  it("has an event with the category, the exclusiveness and the span of its markets", () => {
    const { events } = source.normalise(
      { events: [event([market(), other({ open_time: "2026-02-01T10:00:00Z", close_time: "2027-05-01T00:00:00Z" })])] },
      NOW,
    );
    assert.deepEqual(events, [
      {
        id: "KXBRIDGE-27",
        title: "When will the bridge open?",
        category: "politics",
        description: "In 2027",
        url: "https://kalshi.com/markets/kxbridges/event/kxbridge-27",
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

  it("has the liquidity of its markets, where they have one", () => {
    const markets = [market({ liquidity_dollars: "68148.0600" }), other({ liquidity_dollars: "0.0000" })];
    const [found] = source.normalise({ events: [event(markets)] }, NOW).events;
    assert.equal(found?.liquidity, 6_814_806);
  });

  it("has a partial event without a series when it comes without its event", () => {
    const { events, markets } = source.normalise({ markets: [market(), other()] }, NOW);
    assert.deepEqual(
      events.map((one) => [one.id, one.title, one.category, one.isPartial, one.url]),
      [["KXBRIDGE-27", "When will the bridge open?", "other", true, "https://kalshi.com/events/KXBRIDGE-27"]],
    );
    assert.deepEqual(
      markets.map((one) => [one.title, one.historyKey]),
      [
        ["When will the bridge open? In March", null],
        ["When will the bridge open? In April", null],
      ],
    );
  });

  it("counts only readable markets as those of its event", () => {
    const { markets } = source.normalise({ event: event([market(), {}]) }, NOW);
    assert.deepEqual(
      markets.map((one) => one.outcomeLabel),
      [null],
    );
  });

  it("is read alike in dollars and, as it was, in cents", () => {
    const whole = { ...only({ volume_fp: "1234.00", volume_24h_fp: "45.00" }) };
    const [old] = source.normalise(event([inCents(), other()]), NOW).markets;
    assert.deepEqual(old, whole);
  });

  it("is read from the dollar fields where both kinds are sent", () => {
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

  it("counts volumes and open interest in the dollars a contract pays", () => {
    const contracts = { volume_fp: "1234.56", volume_24h_fp: "100.00", open_interest_fp: "10.00" };
    const amountsOf = (notional_value_dollars: string | undefined) => {
      const { volume, volume24h, openInterest } = only({ ...contracts, notional_value_dollars });
      return [volume, volume24h, openInterest];
    };
    assert.deepEqual(amountsOf("0.5000"), [61_728, 5_000, 500]);
    assert.deepEqual(amountsOf(undefined), [123_456, 10_000, 1_000]);
    assert.deepEqual([only({ volume_fp: "-3.00" }).volume, only({ volume_fp: undefined }).rawVolume], [0, null]);
  });

  type Dollars = string | number | undefined;
  const PRICES: [string, bid: Dollars, ask: Dollars, last: Dollars, unknown[]][] = [
    ["a book without a bid", "0.0000", "0.0100", "0.0100", [10_000, "last"]],
    ["a book without an ask", "0.9700", "1.0000", "0.9800", [980_000, "last"]],
    ["an empty book, never traded", "0.0000", "1.0000", "0.0000", [null, null]],
    ["a spread of 10 cents", "0.2000", "0.3000", "0.2000", [250_000, "mid"]],
    ["a wider spread", "0.2000", "0.3001", "0.2000", [200_000, "last"]],
    ["a wider spread, never traded", "0.2000", "0.9000", "0.0000", [null, null]],
    ["parts of a cent", "0.0010", "0.0025", "0.2000", [1750, "mid"]],
    ["zeros all over", "0.0000", "0.0000", "0.0000", [null, null]],
    ["prices that are none", "abc", 7, "-1", [null, null]],
  ];
  for (const [name, bid, ask, last, expected] of PRICES) {
    it(`prices ${name}`, () => {
      const record = only({ yes_bid_dollars: bid, yes_ask_dollars: ask, last_price_dollars: last });
      assert.deepEqual(quote(record), expected);
    });
  }

  it("takes 0 and 1 for the empty sides of a book", () => {
    const record = only({ yes_bid_dollars: "0.0000", yes_ask_dollars: "1.0000" });
    assert.deepEqual([record.bestBid, record.bestAsk], [null, null]);
  });

  for (const status of ["active", "open", "inactive", "brand_new", undefined]) {
    it(`is open when its status is ${status}`, () => {
      const record = only({ status, result: "yes" });
      assert.deepEqual([record.status, record.outcome, record.settlementPrice], ["open", null, null]);
      const takesOrders = status !== "inactive" && status !== "brand_new";
      assert.equal(record.isTradable, takesOrders);
    });
  }

  for (const status of ["initialized", "unopened"]) {
    it(`is no market yet when its status is ${status}`, () => {
      const { markets, rejected, unopened } = source.normalise({ markets: [market({ status })] }, NOW);
      assert.deepEqual([markets, rejected, unopened], [[], [], ["KXBRIDGE-27-MAR"]]);
    });
  }

  const CLOSES: [string, fields: object, closesAt: string | null][] = [
    ["expected before it must", { expected_expiration_time: "2026-11-30T04:00:00Z" }, "2026-11-30T04:00:00.000Z"],
    ["expected after trading ends", { expected_expiration_time: "2027-06-01T00:00:00Z" }, "2027-04-01T00:00:00.000Z"],
    ["expected in the past", { expected_expiration_time: "2026-11-01T00:00:00Z" }, null],
    [
      "closed, as forecast or not",
      { status: "determined", close_time: "2026-11-10T00:00:00Z", expected_expiration_time: "2026-11-01T00:00:00Z" },
      "2026-11-10T00:00:00.000Z",
    ],
  ];
  for (const [what, fields, closesAt] of CLOSES) {
    it(`closes when people expect it: ${what}`, () => {
      const record = only(fields);
      assert.equal(record.closesAt === null ? null : new Date(record.closesAt).toISOString(), closesAt);
    });
  }

  const HALF = { fee_type: "quadratic", fee_multiplier: 0.5 };
  const FEES: [string, ofMarket: object, ofEvent: object, series: object | undefined, unknown][] = [
    ["of the series", {}, {}, HALF, ["quadratic", 35_000, "series"]],
    [
      "of the series with fees of makers",
      {},
      {},
      { ...HALF, fee_type: "quadratic_with_maker_fees" },
      ["quadratic", 35_000, "series"],
    ],
    ["none in a free series", {}, {}, { ...HALF, fee_multiplier: 0 }, ["none", 0, "series"]],
    ["unknown without its series", {}, {}, undefined, null],
    ["unknown where it is flat", {}, {}, { ...HALF, fee_type: "flat" }, null],
    ["of the event", {}, { fee_multiplier_override: 1 }, HALF, ["quadratic", 70_000, "event"]],
    [
      "of an event that is free",
      {},
      { fee_type_override: "quadratic", fee_multiplier_override: 0 },
      HALF,
      ["none", 0, "event"],
    ],
    [
      "waived for now",
      { fee_waiver_expiration_time: "2026-11-20T00:00:01Z" },
      { fee_multiplier_override: 1 },
      HALF,
      ["none", 0, "market"],
    ],
    [
      "waived until now, then unknown",
      { fee_waiver_expiration_time: "2026-11-20T00:00:00Z" },
      {},
      undefined,
      ["quadratic", 70_000, "platform"],
    ],
    [
      "waived until now",
      { fee_waiver_expiration_time: "2026-11-20T00:00:00Z" },
      {},
      HALF,
      ["quadratic", 35_000, "series"],
    ],
  ];
  for (const [what, ofMarket, ofEvent, series, expected] of FEES) {
    it(`has a fee: ${what}`, () => {
      const page = { events: [event([market(ofMarket)], ofEvent)], series_fees: { KXBRIDGES: series } };
      const [record] = source.normalise(page, NOW).markets;
      assert.ok(record !== undefined);
      const { fee } = record;
      assert.deepEqual(fee && [fee.feeKind, fee.feeRate, fee.feeSource], expected);
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

  it("has an unknown outcome when finalized without a result", () => {
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
    assert.equal((await allOf(source.fetchOpen(fetcher, NOW))).length, 2);
    assert.equal(asked[1]?.pathname, "/kalshi/events");
    assert.deepEqual(parameters(asked[2]), {
      status: "open",
      with_nested_markets: "true",
      limit: "200",
      cursor: "a b",
    });
  });

  it("what series charge, once a day; without an answer, fees stay unknown and the listing is read", async () => {
    const kalshi = openKalshi({ kalshi: "http://stand.in/kalshi" });
    const answers: (() => unknown)[] = [
      () => {
        throw new UpstreamError("http_503", "stand.in");
      },
      () => null,
      () => ({ series: [{ ticker: "KXBRIDGES", fee_type: "quadratic", fee_multiplier: 0.5 }, { ticker: "KXOTHER" }] }),
      () => ({ series: [{ ticker: "KXBRIDGES", fee_type: "quadratic", fee_multiplier: 2 }] }),
    ];
    const { fetcher } = scriptedFetcher((url) =>
      url.pathname.endsWith("/series") ? answers.shift()?.() : { events: [event([market()])], cursor: "" },
    );
    const ratesAt = async (now: number) => {
      const bodies = await allOf(kalshi.fetchOpen(fetcher, now));
      return bodies.flatMap((body) => kalshi.normalise(body, now).markets.map(({ fee }) => fee?.feeRate));
    };
    const hours = [0, 0.5, 1, 24, 26, 27];
    const rates = [];
    for (const hour of hours) rates.push(...(await ratesAt(NOW + hour * 3_600_000)));
    assert.deepEqual(rates, [undefined, undefined, 35_000, 35_000, 140_000, 140_000]);
  });

  it("pictures of the most traded events, once each, a few a pass; one that cannot be had is asked for again", async () => {
    const kalshi = openKalshi({ kalshi: "http://stand.in/kalshi" });
    const TRADED = 25;
    const events = Array.from({ length: TRADED + 1 }, (_, index) => ({
      ...event([{ ...market(), ticker: `M${index}`, event_ticker: `E${index}`, volume_24h_fp: `${index}.00` }]),
      event_ticker: `E${index}`,
    }));
    let isDown = true;
    const { fetcher, asked } = scriptedFetcher((url) => {
      if (url.pathname.endsWith("/series")) return null;
      if (!url.pathname.endsWith("/metadata")) return { events, cursor: "" };
      if (isDown) throw new UpstreamError("http_503", "stand.in");
      const [ticker] = url.pathname.split("/").slice(-2);
      if (ticker === "E24") return { image_url: "", featured_image_url: "" };
      return { image_url: `https://pictures.example/${ticker}.webp`, featured_image_url: "" };
    });
    const pass = async () => {
      asked.length = 0;
      const [body] = await allOf(kalshi.fetchOpen(fetcher, NOW));
      const pictures = kalshi.normalise(body, NOW).events.filter(({ imageUrl }) => imageUrl !== null);
      const requests = asked.filter(({ pathname }) => pathname.endsWith("/metadata")).length;
      return [requests, pictures.length, pictures.at(-1)?.imageUrl];
    };
    assert.deepEqual(await pass(), [0, 0, undefined], "nothing is known of volumes yet");
    assert.deepEqual(await pass(), [1, 0, undefined]);
    isDown = false;
    assert.deepEqual(await pass(), [20, 19, "https://pictures.example/E25.webp"]);
    assert.deepEqual(await pass(), [TRADED - 20, 24, "https://pictures.example/E25.webp"]);
    assert.deepEqual(await pass(), [0, 24, "https://pictures.example/E25.webp"]);
  });

  it("what changed and what closes soon, without combinations", async () => {
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

  it("events that settled, with their markets, as far as 40 pages", async () => {
    let pages = 0;
    const { fetcher, asked } = scriptedFetcher(() => ({
      events: [{ event_ticker: `KX-${++pages}` }],
      cursor: `${pages}`,
    }));
    assert.ok(source.fetchSettledEvents);
    assert.equal((await allOf(source.fetchSettledEvents(fetcher, NOW))).length, 40);
    assert.equal(asked[0]?.pathname, "/kalshi/events");
    assert.deepEqual(parameters(asked[0]), {
      status: "settled",
      with_nested_markets: "true",
      min_close_ts: "1795132800",
      limit: "200",
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

  it("smaller pages after one is too big, and an error for a page without markets", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => {
      if (url.searchParams.get("limit") === "200") throw new UpstreamError("too_large", url.host);
      return { events: [] };
    });
    await allOf(source.fetchOpen(fetcher, NOW));
    assert.deepEqual(
      asked.map((url) => url.searchParams.get("limit")),
      [null, "200", "100"],
    );
    const large = scriptedFetcher((url) => {
      if (url.pathname === "/kalshi/markets" && Number(url.searchParams.get("limit")) > 100)
        throw new UpstreamError("too_large", url.host);
      return { markets: [], cursor: "" };
    });
    assert.ok(source.fetchActive);
    await allOf(source.fetchActive(large.fetcher, NOW));
    assert.deepEqual(
      large.asked.slice(0, 4).map((url) => url.searchParams.get("limit")),
      ["1000", "500", "250", "100"],
    );
    const odd = scriptedFetcher(() => ({}));
    await assert.rejects(allOf(source.fetchOpen(odd.fetcher, NOW)), { code: "unexpected" });
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

  it("give events without markets on request", () => {
    const { events, markets, rejected } = read("2026-10/events.json");
    assert.deepEqual([events.length, markets.length, rejected.length], [3, 0, 0]);
    assert.ok(events.every((one) => one.category === "sports"));
  });
});
