import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { openLimitless } from "../../src/sources/limitless.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";
import { describeSource } from "../support/upstream/source-contract.ts";

const NOW = Date.UTC(2026, 10, 20);
const LATER = Date.UTC(2026, 11, 1);
const source = openLimitless({ limitless: "http://stand.in/limitless" });

const market = (more: object = {}): Record<string, unknown> => ({
  id: 7001,
  slug: "copper-above-5-1790000000000",
  title: "Copper above $5 on Dec 1?",
  description:
    "<p>Resolves by the <a href='https://x.test'>exchange</a>&#39;s close.</p><p><br></p><p>Ties &amp; errors: no.</p>",
  categories: ["Commodities"],
  tags: ["Daily", "Commodities"],
  collateralToken: { symbol: "USDC", decimals: 6 },
  createdAt: "2026-11-18T10:00:00.000Z",
  expirationTimestamp: LATER,
  expired: false,
  groupId: null,
  hidden: false,
  imageUrl: "https://cdn.limitless.exchange/copper.svg",
  marketType: "single",
  tradeType: "clob",
  prices: [0.755, 0.245],
  tradePrices: {
    buy: { market: [0.97, 0.46], limit: [0.54, 0.03] },
    sell: { market: [0.54, 0.03], limit: [0.97, 0.46] },
  },
  status: "FUNDED",
  volume: "1234560000",
  volumeFormatted: "1234.560000",
  winningOutcomeIndex: null,
  ...more,
});

const group = (more: object = {}): Record<string, unknown> => ({
  ...market({
    slug: "copper-peak",
    title: "Copper's peak this year?",
    marketType: "group",
    prices: null,
    tradePrices: null,
  }),
  markets: [
    market({ slug: "copper-peak-6", title: "↑ $6", prices: [0.2, 0.8] }),
    market({ slug: "copper-peak-7", title: "↑ $7", prices: ["0.05", "0.95"], expirationTimestamp: undefined }),
  ],
  ...more,
});

const read = (...data: unknown[]) => source.normalise({ data, totalMarketsCount: data.length }, NOW);

function only(row: unknown): MarketRecord {
  const { markets } = read(row);
  assert.equal(markets.length, 1);
  return markets[0] as MarketRecord;
}

describeSource("limitless", {
  source,
  pages: [
    { data: [market(), group(), market({ slug: "gone", hidden: true })], totalMarketsCount: 3 },
    market({ groupId: 9 }),
  ],
  markets: 4,
  rejected: 1,
  lists: (page) => {
    const { data } = page as { data?: Record<string, unknown>[] };
    const nested = data?.flatMap((row) => (Array.isArray(row.markets) ? [row.markets as unknown[]] : [])) ?? [];
    return data === undefined ? [] : [data, ...nested];
  },
  now: NOW,
});

describe("limitless: what is listed", () => {
  it("takes a single market for an event of one, by its slug", () => {
    const { events, markets } = read(market());
    assert.equal(events[0]?.id, "copper-above-5-1790000000000");
    assert.equal(events[0]?.category, "finance");
    assert.deepEqual(events[0]?.tags, ["Commodities", "Daily"]);
    assert.equal(events[0]?.isPartial, false);
    assert.equal(markets[0]?.id, "copper-above-5-1790000000000");
    assert.equal(markets[0]?.url, "https://limitless.exchange/markets/copper-above-5-1790000000000");
    assert.equal(markets[0]?.outcomeLabel, null);
    assert.equal(markets[0]?.closesAt, LATER);
    assert.equal(markets[0]?.createdAt, Date.UTC(2026, 10, 18, 10));
  });

  it("takes a group for an event, its members for the markets", () => {
    const { events, markets } = read(group());
    assert.equal(events.length, 1);
    assert.deepEqual(
      markets.map(({ id, eventId, title, outcomeLabel, yesPrice }) => [id, eventId, title, outcomeLabel, yesPrice]),
      [
        ["copper-peak-6", "copper-peak", "Copper's peak this year? ↑ $6", "↑ $6", 200_000],
        ["copper-peak-7", "copper-peak", "Copper's peak this year? ↑ $7", "↑ $7", 50_000],
      ],
    );
    assert.equal(markets[1]?.closesAt, LATER);
  });

  it("rejects a group without members, and what is hidden", () => {
    assert.deepEqual(read(group({ markets: undefined })).rejected, [{ id: "copper-peak", reason: "not_binary" }]);
    assert.deepEqual(read(market({ slug: "x", hidden: true })).rejected, [{ id: "x", reason: "archived" }]);
  });

  it("calls the event of a group's member that came alone partial", () => {
    assert.equal(source.normalise(market({ groupId: 9 }), NOW).events[0]?.isPartial, true);
  });

  it("makes text of descriptions in HTML", () => {
    assert.equal(only(market()).description, "Resolves by the exchange's close.\nTies & errors: no.");
  });
});

describe("limitless: figures", () => {
  it("reads prices as parts of one, as text, or in percent", () => {
    const price = (prices: unknown) => only(market({ prices })).yesPrice;
    assert.equal(price([0.755, 0.245]), 755_000);
    assert.equal(price(["0.4", "0.6"]), 400_000);
    assert.equal(price([42.5, 57.5]), 425_000);
    assert.equal(price([1, 99]), 10_000);
    assert.equal(price([1, 0]), 1_000_000);
    assert.equal(price(null), null);
  });

  it("takes the market prices of yes as bid and ask, the extremes as empty sides", () => {
    const book = (more: object) => {
      const { bestBid, bestAsk } = only(market(more));
      return [bestBid, bestAsk];
    };
    assert.deepEqual(book({}), [540_000, 970_000]);
    const edges = { buy: { market: [0.999, 0.999] }, sell: { market: [0.001, 0.001] } };
    assert.deepEqual(book({ tradePrices: edges }), [null, null]);
    assert.deepEqual(book({ tradeType: "amm" }), [null, null]);
    assert.equal(only(market({ tradeType: "amm" })).priceSource, "amm");
  });

  it("reads volume in whole dollars, else in the coin's smallest unit", () => {
    assert.equal(only(market()).volume, 123_456);
    const raw = only(market({ volumeFormatted: undefined }));
    assert.deepEqual([raw.volume, raw.rawVolume], [123_456, 1234.56]);
  });

  it("does not take another coin for dollars", () => {
    const { volume, rawVolume } = only(
      market({ collateralToken: { symbol: "WETH", decimals: 18 }, volumeFormatted: "2.5" }),
    );
    assert.deepEqual({ volume, rawVolume }, { volume: 0, rawVolume: 2.5 });
  });
});

describe("limitless: how markets end", () => {
  const table: [string, object, unknown[]][] = [
    ["is open while funded", {}, ["open", null, null, 755_000]],
    ["is closed once expired", { expired: true }, ["closed", "unknown", null, 755_000]],
    ["is closed at its time", { expirationTimestamp: NOW }, ["closed", "unknown", null, 755_000]],
    ["paid yes for outcome 0", { status: "RESOLVED", winningOutcomeIndex: 0 }, ["closed", "yes", 1_000_000, 1_000_000]],
    ["paid no for outcome 1", { status: "RESOLVED", winningOutcomeIndex: 1 }, ["closed", "no", 0, 0]],
    ["is unknown without a winner", { status: "RESOLVED" }, ["closed", "unknown", null, 755_000]],
  ];
  for (const [name, more, expected] of table) {
    it(`a market ${name}`, () => {
      const { status, outcome, settlementPrice, yesPrice } = only(market(more));
      assert.deepEqual([status, outcome, settlementPrice, yesPrice], expected);
    });
  }
});

describe("limitless: how pages are fetched", () => {
  it("reads page after page until one brings nothing new", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => {
      const page = Number(url.searchParams.get("page"));
      return { data: page > 2 ? [] : [market({ slug: `m${page}` })], totalMarketsCount: 99 };
    });
    const pages = await allOf(source.fetchOpen(fetcher, NOW));
    assert.deepEqual(
      pages.flatMap((page) => source.normalise(page, NOW).markets.map(({ id }) => id)),
      ["m1", "m2"],
    );
    assert.deepEqual(
      asked.map((url) => url.pathname + url.search),
      [1, 2, 3].map((page) => `/limitless/markets/active?page=${page}&limit=25`),
    );
  });

  it("stops when a page repeats", async () => {
    const { fetcher, asked } = scriptedFetcher(() => ({ data: [market()] }));
    await allOf(source.fetchOpen(fetcher, NOW));
    assert.equal(asked.length, 2);
  });

  it("fetches single markets by slug and leaves out unknown ones", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => (url.pathname.endsWith("gone") ? null : market()));
    const pages = await allOf(source.fetchMarkets?.(fetcher, ["a b", "gone", "a b"]) ?? assert.fail());
    assert.equal(pages.length, 1);
    assert.deepEqual(
      asked.map((url) => url.pathname),
      ["/limitless/markets/a%20b", "/limitless/markets/gone"],
    );
  });
});

describe("limitless: captured responses", { skip: payloadsMissing }, () => {
  it("reads every market at the price it shows", () => {
    const rows = readPayload("limitless/limitless_markets_5_2026-06-21.json") as { slug: string; prices: number[] }[];
    const { markets, rejected } = source.normalise(rows, Date.UTC(2026, 5, 21));
    assert.deepEqual(rejected, []);
    assert.deepEqual(
      markets.map(({ id, status, yesPrice }) => [id, status, yesPrice]),
      rows.map(({ slug, prices }) => [slug, "open", Math.round(Number(prices[0]) * 1e6)]),
    );
  });
});
