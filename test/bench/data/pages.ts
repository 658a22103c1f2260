import { type BenchEvent, type BenchMarket, type BenchPlatform, type Catalogue, eventsBetween } from "./catalogue.ts";

/** A page of a platform's open listing in the platform's own format. */
interface ListedPage {
  readonly body: unknown;
  /** The number of the event the next page begins with; undefined after the last page. */
  readonly next: number | undefined;
}

/** The page that begins with the event of that number. */
export function openPage(platform: BenchPlatform, catalogue: Catalogue, from: number, limit: number): ListedPage {
  const events = eventsBetween(platform, catalogue, from, from + limit);
  const next = events.length < limit ? undefined : from + limit;
  return { body: FORMATS[platform](events, next, catalogue), next };
}

/** An id as it is published. */
export const idOf: Readonly<Record<BenchPlatform, (market: number) => string>> = {
  kalshi: (market) => `KXBENCH-${market}`,
  polymarket: (market) => String(1_000_000 + market),
  manifold: (market) => `m${market}`,
  predictit: (market) => String(30_000 + market),
};

const FORMATS: Readonly<
  Record<BenchPlatform, (events: readonly BenchEvent[], next: number | undefined, catalogue: Catalogue) => unknown>
> = {
  kalshi: (events, next) => ({ events: events.map(toKalshi), cursor: next === undefined ? "" : String(next) }),
  polymarket: (events, next) => ({
    events: events.map(toPolymarket),
    ...(next === undefined ? {} : { next_cursor: String(next) }),
  }),
  manifold: (events, _, { madeAt }) => events.flatMap((event) => event.markets.map((one) => toManifold(one, madeAt))),
  predictit: (events) => ({ markets: events.map(toPredictit) }),
};

const toKalshi = ({ number, title, label, markets }: BenchEvent) => ({
  event_ticker: `KXBENCH-E${number}`,
  series_ticker: "KXBENCH",
  title,
  category: label,
  mutually_exclusive: markets.length > 2,
  markets: markets.map((market) => ({
    ticker: idOf.kalshi(market.number),
    event_ticker: `KXBENCH-E${number}`,
    market_type: "binary",
    title: market.title,
    ...(market.outcome === undefined ? {} : { yes_sub_title: market.outcome }),
    status: "active",
    result: "",
    yes_bid_dollars: ((market.cents - 1) / 100).toFixed(4),
    yes_ask_dollars: ((market.cents + 1) / 100).toFixed(4),
    last_price_dollars: (market.cents / 100).toFixed(4),
    notional_value_dollars: "1.0000",
    volume_fp: market.volumeUsd.toFixed(2),
    volume_24h_fp: market.volume24hUsd.toFixed(2),
    open_interest_fp: "50.00",
    created_time: "2026-01-01T00:00:00Z",
    close_time: new Date(market.closesAt).toISOString(),
    rules_primary: `This market resolves as its exchange decides. ${market.title}`,
  })),
});

const toPolymarket = ({ number, title, label, markets }: BenchEvent) => ({
  id: String(500_000 + number),
  slug: `bench-${number}`,
  title,
  tags: [{ label }],
  endDate: closingOf(markets),
  volume24hr: 100,
  negRisk: markets.length > 2,
  markets: markets.map((market) => ({
    id: idOf.polymarket(market.number),
    question: market.title,
    slug: `bench-market-${market.number}`,
    ...(market.outcome === undefined ? {} : { groupItemTitle: market.outcome }),
    outcomes: '["Yes", "No"]',
    outcomePrices: JSON.stringify([String(market.cents / 100), String((100 - market.cents) / 100)]),
    bestBid: (market.cents - 1) / 100,
    bestAsk: (market.cents + 1) / 100,
    lastTradePrice: market.cents / 100,
    volumeNum: market.volumeUsd,
    volume24hr: market.volume24hUsd,
    liquidityNum: 900,
    closed: false,
    endDate: new Date(market.closesAt).toISOString(),
    createdAt: "2026-01-01T00:00:00Z",
    description: `This market resolves as its exchange decides. ${market.title}`,
  })),
});

const closingOf = (markets: readonly BenchMarket[]): string =>
  new Date(Math.max(...markets.map(({ closesAt }) => closesAt))).toISOString();

/** Listed newest first, so the later an event's number the older it is. */
export const createdAtOf = (market: number, madeAt: number): number => madeAt - 86_400_000 - market * 1000;

const toManifold = ({ number, title, cents, volumeUsd, volume24hUsd, closesAt }: BenchMarket, madeAt: number) => ({
  id: idOf.manifold(number),
  url: `https://manifold.markets/someone/m${number}`,
  question: title,
  creatorUsername: "someone",
  createdTime: createdAtOf(number, madeAt),
  closeTime: closesAt,
  lastUpdatedTime: madeAt,
  outcomeType: "BINARY",
  isResolved: false,
  totalLiquidity: 1000,
  probability: cents / 100,
  volume: volumeUsd * 100,
  volume24Hours: volume24hUsd * 100,
});

const toPredictit = ({ number, title, markets }: BenchEvent) => ({
  id: 8000 + number,
  name: title,
  url: `https://www.predictit.org/markets/detail/${8000 + number}`,
  status: "Open",
  contracts: markets.map((market) => ({
    id: idOf.predictit(market.number),
    name: title,
    status: "Open",
    dateEnd: "NA",
    lastTradePrice: market.cents / 100,
    bestBuyYesCost: (market.cents + 1) / 100,
    bestSellYesCost: (market.cents - 1) / 100,
  })),
});
