import * as kalshiPages from "./kalshi-pages.ts";
import * as manifoldPages from "./manifold-pages.ts";
import * as polymarketPages from "./polymarket-pages.ts";

/** What a stand-in platform lists; every figure of a market follows from its number and the round. */
export interface Catalogue {
  readonly markets: number;
  /** Prices and volumes change with it. */
  readonly round: number;
  readonly isWithoutPrices?: boolean;
}

export const UPSTREAM_PLATFORMS = ["polymarket", "kalshi", "manifold", "predictit"] as const;
export type UpstreamPlatform = (typeof UPSTREAM_PLATFORMS)[number];

/** First segments of the paths, where each platform's base address points to. */
export const PREFIXES: ReadonlyMap<string, UpstreamPlatform> = new Map([
  ["gamma", "polymarket"],
  ["kalshi", "kalshi"],
  ["manifold", "manifold"],
  ["predictit", "predictit"],
]);

interface Page {
  readonly status?: number;
  readonly body: unknown;
  /** A pass over the whole open listing begins with it. */
  readonly isFirstPage?: boolean;
}

/** Answers a request in the format of a platform's own API. */
export const LISTINGS: Readonly<
  Record<UpstreamPlatform, (path: string, query: URLSearchParams, catalogue: Catalogue) => Page>
> = { polymarket, kalshi, manifold, predictit };

const NOT_FOUND: Page = { status: 404, body: { error: "not found" } };
const EVENT_MARKETS = 3;
/** Programs under test go by the machine's clock, and find these markets open on any day. */
const CLOSES_AT = "2099-12-31T00:00:00Z";

interface Market {
  readonly number: number;
  readonly title: string;
  /** Cents of a dollar; undefined for a market nobody has priced. */
  readonly cents: number | undefined;
  readonly volume: number;
}

function marketAt(number: number, { round, isWithoutPrices }: Catalogue): Market {
  // The first has what CSV must quote, the second has no price.
  const title = number === 0 ? 'Will "Alpha, the first" win?' : `Will contestant ${number} win?`;
  const cents = isWithoutPrices || number === 1 ? undefined : 5 + ((number * 7 + round * 3) % 90);
  return { number, title, cents, volume: isWithoutPrices ? 0 : 1000 + number + round * 10 };
}

const marketsOf = (catalogue: Catalogue, numbers = { from: 0, to: catalogue.markets }): Market[] =>
  Array.from({ length: Math.max(0, numbers.to - numbers.from) }, (_, index) =>
    marketAt(numbers.from + index, catalogue),
  );

function eventsOf(catalogue: Catalogue): Market[][] {
  const count = Math.ceil(catalogue.markets / EVENT_MARKETS);
  return Array.from({ length: count }, (_, event) => {
    const from = event * EVENT_MARKETS;
    return marketsOf(catalogue, { from, to: Math.min(from + EVENT_MARKETS, catalogue.markets) });
  });
}

function pageOf<T>(items: readonly T[], query: URLSearchParams, cursorName: string) {
  const start = Number(query.get(cursorName) ?? 0);
  const end = start + Number(query.get("limit") ?? 100);
  return {
    items: items.slice(start, end),
    next: end < items.length ? String(end) : undefined,
    isFirstPage: start === 0,
  };
}

const probability = (cents: number | undefined): number => (cents ?? 0) / 100;

function polymarket(path: string, query: URLSearchParams, catalogue: Catalogue): Page {
  if (path !== "/events/keyset") return path === "/markets/keyset" ? { body: { markets: [] } } : NOT_FOUND;
  if (query.get("closed") === "true") return { body: { events: [] } };
  const { items, next, isFirstPage } = pageOf(eventsOf(catalogue).map(toPolymarketEvent), query, "after_cursor");
  return { body: { events: items, ...(next === undefined ? {} : { next_cursor: next }) }, isFirstPage };
}

const toPolymarketEvent = (markets: readonly Market[], event: number) =>
  polymarketPages.event(
    markets.map(({ number, title, cents, volume }) =>
      polymarketPages.market({
        id: String(1000 + number),
        question: title,
        slug: `contestant-${number}`,
        groupItemTitle: `Contestant ${number}`,
        clobTokenIds: undefined,
        outcomePrices: JSON.stringify([cents, cents && 100 - cents].map((one) => String(probability(one)))),
        bestBid: cents === undefined ? 0 : (cents - 1) / 100,
        bestAsk: cents === undefined ? 0 : (cents + 1) / 100,
        lastTradePrice: probability(cents),
        volumeNum: volume,
        endDate: CLOSES_AT,
        description: `The rules of ${title}\nSecond line.`,
      }),
    ),
    { id: String(500_000 + event), slug: `contest-${event}`, title: `Contest ${event}`, endDate: CLOSES_AT, tags: [] },
  );

function kalshi(path: string, query: URLSearchParams, catalogue: Catalogue): Page {
  if (path === "/events") {
    const { items, next, isFirstPage } = pageOf(eventsOf(catalogue).map(toKalshiEvent), query, "cursor");
    return { body: { events: items, cursor: next ?? "" }, isFirstPage };
  }
  if (!/^(\/historical)?\/markets$/.test(path)) return NOT_FOUND;
  const isOpenWanted = query.get("status") === null && query.get("tickers") === null;
  const markets = isOpenWanted
    ? eventsOf(catalogue).flatMap((event, number) => toKalshiEvent(event, number).markets)
    : [];
  const { items, next } = pageOf(markets, query, "cursor");
  return { body: { markets: items, cursor: next ?? "" } };
}

const toKalshiEvent = (markets: readonly Market[], event: number) => {
  const event_ticker = `KXTEST-${event}`;
  const listed = markets.map(({ number, title, cents, volume }) =>
    kalshiPages.market({
      ...{ ticker: `${event_ticker}-${number}`, event_ticker, title, yes_sub_title: `Contestant ${number}` },
      yes_bid_dollars: cents === undefined ? "0.0000" : ((cents - 1) / 100).toFixed(4),
      yes_ask_dollars: cents === undefined ? "0.0000" : ((cents + 1) / 100).toFixed(4),
      last_price_dollars: probability(cents).toFixed(4),
      volume_fp: volume.toFixed(2),
      close_time: CLOSES_AT,
      rules_primary: `The rules of ${title}`,
    }),
  );
  return { ...kalshiPages.event(listed, { event_ticker, title: `Contest ${event}`, sub_title: "" }), markets: listed };
};

const NEWEST = Date.UTC(2026, 0, 1);

function manifold(path: string, query: URLSearchParams, catalogue: Catalogue): Page {
  const limit = Number(query.get("limit") ?? 100);
  const contracts = marketsOf(catalogue).map(toManifoldContract);
  if (path === "/v0/search-markets") {
    if (query.get("filter") === "resolved") return { body: [] };
    const before = query.get("beforeTime");
    const older = contracts.filter(({ createdTime }) => before === null || createdTime < Number(before));
    return { body: older.slice(0, limit), isFirstPage: before === null };
  }
  if (path !== "/v0/markets") return NOT_FOUND;
  const after = contracts.findIndex(({ id }) => id === query.get("before"));
  return { body: contracts.slice(after + 1, after + 1 + limit) };
}

const toManifoldContract = ({ number, title, cents, volume }: Market) => {
  const createdTime = NEWEST - number * 1000;
  return {
    ...manifoldPages.binary({ url: `https://manifold.markets/someone/m${number}`, question: title, volume }),
    ...{ id: `m${number}`, createdTime, lastUpdatedTime: createdTime, closeTime: Date.parse(CLOSES_AT) },
    probability: cents === undefined ? null : probability(cents),
  };
};

function predictit(path: string, _query: URLSearchParams, catalogue: Catalogue): Page {
  if (!path.startsWith("/api/marketdata/all")) return NOT_FOUND;
  return { body: { markets: eventsOf(catalogue).map(toPredictitMarket) }, isFirstPage: true };
}

const toPredictitMarket = (markets: readonly Market[], event: number) => ({
  id: 7000 + event,
  name: `Contest ${event}`,
  url: `https://www.predictit.org/markets/detail/${7000 + event}`,
  status: "Open",
  contracts: markets.map(({ number, title, cents }) => ({
    id: 20_000 + number,
    name: title,
    dateEnd: "NA",
    status: "Open",
    lastTradePrice: cents === undefined ? null : cents / 100,
    bestBuyYesCost: cents === undefined ? null : (cents + 1) / 100,
    bestSellYesCost: cents === undefined ? null : (cents - 1) / 100,
  })),
});
