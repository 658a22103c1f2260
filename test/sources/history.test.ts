import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openSources } from "../../src/sources/index.ts";
import { toRecords } from "../../src/sources/json-fields.ts";
import { readKalshiHistory } from "../../src/sources/kalshi/kalshi.ts";
import { readLimitlessHistory } from "../../src/sources/limitless.ts";
import { readBets } from "../../src/sources/manifold.ts";
import { readPolymarketHistory } from "../../src/sources/polymarket/polymarket.ts";
import type { Source } from "../../src/sources/source.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import fc from "../support/properties.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import { scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";

const DAY_MS = 86_400_000;
const TO = Date.UTC(2026, 10, 20);
const span = { from: TO - 20 * DAY_MS, to: TO };
const names = ["polymarket", "kalshi", "manifold", "limitless"];
const urls = Object.fromEntries([...names, "polymarket_clob"].map((name) => [name, `http://stand.in/${name}`]));
const sources = openSources(urls);
const past = { id: "m", eventId: "e", historyKey: null as string | null };

async function fetchPast(platform: string, market: typeof past, answer: (url: URL) => unknown) {
  const { fetcher, asked } = scriptedFetcher(answer);
  const source = sources.get(platform) as Source;
  const prices = await source.fetchHistory?.(fetcher, market, span);
  const queries = asked.map(({ searchParams }) => Object.fromEntries(searchParams));
  return { prices, queries, asked: asked.map(({ pathname }, index) => [pathname, queries[index]]) };
}

const seconds = (ms: number): string => `${ms / 1000}`;

describe("a polymarket market's past", () => {
  it("is fetched by the token of yes, hourly, at most 15 days at a time", async () => {
    const { prices, asked } = await fetchPast("polymarket", { ...past, historyKey: "123" }, (url) => ({
      history: [
        { t: Number(url.searchParams.get("startTs")), p: 0.25 },
        { t: "x", p: 0.5 },
        { t: 1_795_000_000, p: 2 },
      ],
    }));
    const middle = span.from + 15 * DAY_MS;
    const query = { market: "123", fidelity: "60" };
    assert.deepEqual(asked, [
      ["/polymarket_clob/prices-history", { ...query, startTs: seconds(span.from), endTs: seconds(middle) }],
      ["/polymarket_clob/prices-history", { ...query, startTs: seconds(middle), endTs: seconds(span.to) }],
    ]);
    assert.deepEqual(prices, [
      { at: span.from, yesPrice: 250_000 },
      { at: middle, yesPrice: 250_000 },
    ]);
  });

  it("is fetched at the grain of half a day where there is none finer", async () => {
    const { prices, asked } = await fetchPast("polymarket", { ...past, historyKey: "123" }, (url) =>
      url.searchParams.get("fidelity") === "720" ? { history: [{ t: 1_795_000_000, p: 1 }] } : { history: [] },
    );
    assert.equal(asked.length, 4);
    assert.equal(prices?.length, 2);
  });

  it("is fetched at one grain where that has a single price", async () => {
    let point: unknown = { t: 1_795_000_000, p: 0.5 };
    const { prices, asked } = await fetchPast("polymarket", { ...past, historyKey: "123" }, () => {
      const history = point === undefined ? [] : [point];
      point = undefined;
      return { history };
    });
    assert.deepEqual([prices?.length, asked.length], [1, 2]);
  });

  it("is not fetched without a token", async () => {
    assert.deepEqual(await fetchPast("polymarket", past, () => assert.fail()), { prices: [], queries: [], asked: [] });
  });

  it("is read from a captured response", { skip: payloadsMissing }, () => {
    const prices = readPolymarketHistory(readPayload("polymarket/clob_prices-history_1d_2026-02-07.json"));
    assert.equal(prices.length, 1440);
    assert.deepEqual(prices[0], { at: 1_770_394_157_000, yesPrice: 230_000 });
  });
});

const candle = (fields: object) => ({ candlesticks: [{ end_period_ts: 1_795_000_000, ...fields }] });

describe("a kalshi market's past", () => {
  const path = "/markets/m/candlesticks";
  const query = { start_ts: seconds(span.from), end_ts: seconds(span.to), period_interval: "60" };
  const book = candle({ yes_bid: { close_dollars: "0.4000" }, yes_ask: { close_dollars: "0.4200" }, price: {} });

  it("is fetched by its series", async () => {
    const { prices, asked } = await fetchPast("kalshi", { ...past, historyKey: "S" }, () => book);
    assert.deepEqual(asked, [[`/kalshi/series/S${path}`, query]]);
    assert.deepEqual(prices, [{ at: 1_795_000_000_000, yesPrice: 410_000 }]);
  });

  it("is fetched by the series of its event where the market has none", async () => {
    const { prices, asked } = await fetchPast("kalshi", past, (url) =>
      url.pathname === "/kalshi/events/e" ? { event: { series_ticker: "T" } } : book,
    );
    assert.deepEqual(
      asked.map(([place]) => place),
      ["/kalshi/events/e", `/kalshi/series/T${path}`],
    );
    assert.equal(prices?.length, 1);
  });

  it("comes from the historical endpoint once the live one has forgotten it", async () => {
    const { prices, asked } = await fetchPast("kalshi", { ...past, historyKey: "S" }, (url) =>
      url.pathname.includes("historical") ? book : null,
    );
    assert.deepEqual(
      asked.map(([place]) => place),
      [`/kalshi/series/S${path}`, `/kalshi/historical${path}`],
    );
    assert.equal(prices?.length, 1);
  });

  it("comes from the historical endpoint where the platform has forgotten the event too", async () => {
    const fetcher = {
      async json(url: string, { isOptional = false } = {}) {
        if (url.includes("historical")) return book;
        assert.ok(isOptional, "what is not found is no error");
        return null;
      },
    };
    const prices = await sources.get("kalshi")?.fetchHistory?.(fetcher, past, span);
    assert.equal(prices?.length, 1);
  });

  /** The last bid, ask and trade of a candle. */
  const closing = (bid: unknown, ask: unknown, price: object = { close: null }) =>
    candle({ yes_bid: { close: bid }, yes_ask: { close: ask }, price });
  const rows: readonly (readonly [string, object, number | undefined])[] = [
    ["dollars without a suffix", closing("0.0900", "0.1400"), 115_000],
    ["whole cents", closing(9, 14), 115_000],
    ["the last trade of a wide book", closing(9, 90, { close: 12 }), 120_000],
    ["an earlier trade when there was none", closing(0, 100, { previous: 11 }), 110_000],
    ["the last trade where nobody offered", closing(95, 100, { close: 91 }), 910_000],
    ["nothing where nothing was traded or quoted", closing(0, 100), undefined],
  ];
  for (const [name, fields, expected] of rows) {
    it(`is read from ${name}`, () => assert.equal(readKalshiHistory(fields)[0]?.yesPrice, expected));
  }

  it("is read from captured responses", { skip: payloadsMissing }, () => {
    const live = readKalshiHistory(readPayload("kalshi/2026-01/series_candlesticks.json"));
    assert.deepEqual(live[0], { at: 1_760_500_800_000, yesPrice: 95_000 });
    const { h60 } = readPayload("kalshi/historical/historical_candlesticks_h60_m1_KXNFLSPREAD_2026.json") as {
      h60: unknown;
    };
    assert.deepEqual(readKalshiHistory({ candlesticks: h60 })[0], { at: 1_767_592_800_000, yesPrice: 115_000 });
    const cents = readKalshiHistory(readPayload("kalshi/candlesticks_daily_11_cents_era_2025-10-31.json"));
    assert.deepEqual(cents[0], { at: 1_751_083_200_000, yesPrice: 45_000 });
  });
});

const bet = (id: string, more: object = {}) => ({
  id,
  createdTime: TO - 1000,
  probBefore: 0.4,
  probAfter: 0.5,
  ...more,
});

describe("a manifold market's past", () => {
  it("is the probability after each bet, and before the first of them", async () => {
    const { prices, asked } = await fetchPast("manifold", past, () => [
      bet("2"),
      bet("1", { createdTime: TO - 5000, probBefore: 0.3 }),
    ]);
    const query = { contractId: "m", limit: "1000", afterTime: `${span.from}`, beforeTime: `${span.to}` };
    assert.deepEqual(asked, [["/manifold/v0/bets", query]]);
    assert.deepEqual(prices, [
      { at: span.from, yesPrice: 300_000 },
      { at: TO - 1000, yesPrice: 500_000 },
      { at: TO - 5000, yesPrice: 500_000 },
    ]);
  });

  it("of an answer leaves out the bets on others", async () => {
    const { prices, queries } = await fetchPast("manifold", { ...past, id: "c.a", historyKey: "c" }, () => [
      bet("2", { answerId: "b" }),
      bet("1", { answerId: "a", probAfter: 0.7 }),
    ]);
    assert.equal(queries[0]?.contractId, "c");
    assert.deepEqual(
      prices?.map(({ yesPrice }) => yesPrice),
      [400_000, 700_000],
    );
  });

  it("is followed page by page, but not without end", async () => {
    const { prices, asked, queries } = await fetchPast("manifold", past, (url) =>
      Array.from({ length: 1000 }, (_, index) => bet(`${url.searchParams.get("before") ?? ""}.${index}`)),
    );
    assert.equal(asked.length, 10);
    assert.equal(queries[1]?.before, ".999");
    assert.equal(prices?.length, 10_000);
  });

  it("is read from a captured response", { skip: payloadsMissing }, () => {
    const prices = readBets(toRecords(readPayload("manifold/bets_45_2022.json")), null);
    assert.equal(prices.length, 45);
    assert.deepEqual(prices[0], { at: 1_655_298_929_711, yesPrice: 991_154 });
  });
});

describe("a limitless market's past", () => {
  it("is fetched by its slug", async () => {
    const { prices, asked } = await fetchPast("limitless", past, () => [
      {
        title: "Yes",
        prices: [
          { timestamp: "2026-11-01T00:00:00Z", price: "0.5" },
          { timestamp: 1_795_000_000_000, price: 0.6 },
        ],
      },
      { title: "No", prices: [{ timestamp: 1_795_000_000_000, price: 0.4 }] },
    ]);
    assert.equal(asked[0]?.[0], "/limitless/markets/m/historical-price");
    assert.deepEqual(prices, [
      { at: Date.UTC(2026, 10), yesPrice: 500_000 },
      { at: 1_795_000_000_000, yesPrice: 600_000 },
    ]);
  });

  it("may be one series, in percent, with times as text", () => {
    const body = {
      prices: [
        { timestamp: "1795000000000", price: 42 },
        { timestamp: 1, price: 0.5 },
      ],
    };
    assert.deepEqual(readLimitlessHistory(body), [{ at: 1_795_000_000_000, yesPrice: 420_000 }]);
  });
});

describe("the readers of pasts", () => {
  it("read any JSON without throwing or inventing prices", () => {
    const keys = fc.constantFrom(
      "history",
      "candlesticks",
      "prices",
      "t",
      "p",
      "price",
      "timestamp",
      "probAfter",
      "close",
    );
    const bodies = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.array(fc.dictionary(keys, fc.jsonValue()))));
    fc.assert(
      fc.property(bodies, (body) => {
        const readers = [readPolymarketHistory, readKalshiHistory, readLimitlessHistory];
        const all = [...readers.flatMap((read) => read(body)), ...readBets(toRecords(body), null)];
        for (const { at, yesPrice } of all) assert.ok(Number.isInteger(at) && yesPrice >= 0 && yesPrice <= 1_000_000);
      }),
    );
  });

  for (const name of names) {
    it(`have none where ${name} does not know the market`, async () => {
      const forgotten = (): never => {
        throw new UpstreamError("http_404", "stand.in");
      };
      const { prices, asked } = await fetchPast(name, { ...past, historyKey: "123" }, forgotten);
      assert.deepEqual(prices, []);
      assert.ok(asked.length > 0);
    });
  }

  it("has none for predictit, which tells no past", () => {
    assert.equal(sources.get("predictit")?.fetchHistory, undefined);
  });
});
