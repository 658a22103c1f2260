import { DAY_MS } from "../../clock.ts";
import type { Category } from "../../domain/categories/names.ts";
import { eventsOf } from "../catalogue.ts";
import { type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import { rulesOf } from "../rules.ts";
import type { Topic } from "../topic.ts";
import { bookAround, type DemoLevel } from "./books.ts";
import { toCandles } from "./candles.ts";
import { COMBINATION, SCALAR_EVENT } from "./oddities.ts";
import { countIn, ok, pageOf, type StandIn, type StandInAnswer, secondsIn } from "./pages.ts";

/** Answers as Kalshi's trade API v2 does (docs.kalshi.com). */
export function createKalshi(demo: DemoState): StandIn {
  const events = eventsOf(demo.catalogue, "kalshi");
  const markets = events.flatMap((event) => event.markets);
  const byTicker = new Map(markets.map((market) => [market.id, market]));
  const byEvent = new Map(events.map((event) => [event.id, event]));
  return (path, query) => {
    const now = demo.clock.now();
    const [, noun = "", id = "", ...rest] = path.split("/");
    if (path === "/events") return listEvents(demo, events, query, now);
    if (path === "/markets") return listMarkets(demo, askedFor(byTicker, query) ?? markets, query, now);
    if (path === "/markets/orderbooks") return ok({ orderbooks: listBooks(demo, byTicker, query, now) });
    if (path === "/markets/candlesticks") return ok({ markets: batchCandles(demo, byTicker, query, now) });
    if (path === "/historical/markets") return ok({ markets: [], cursor: "" });
    if (path === "/historical/cutoff") return ok({ market_settled_ts: iso(now - 90 * DAY_MS) });
    if (path === "/series")
      return ok({ series: [...new Set(events.map(seriesOf))].map((series) => toSeries(series, events)) });
    const event = byEvent.get(id);
    if (noun === "events" && event !== undefined) return oneEvent(demo, event, query, now);
    const market = byTicker.get(rest.length === 3 ? (rest[1] ?? "") : id);
    if (market === undefined) return NOT_FOUND;
    if (noun === "markets" && rest.length === 0) return ok({ market: toMarket(demo, market, now) });
    if (noun !== "series" || rest[2] !== "candlesticks") return NOT_FOUND;
    return ok({ ticker: market.id, candlesticks: toCandles(demo, market, query, now) });
  };
}

const NOT_FOUND: StandInAnswer = { status: 404, body: { error: { code: "not_found", message: "not found" } } };
const BAD_CURSOR: StandInAnswer = { status: 400, body: { error: { code: "bad_request", message: "invalid cursor" } } };

const phaseOf = (demo: DemoState, market: ListedMarket, now: number): Figures["phase"] =>
  figuresAt(demo, market, now).phase;

const hasStatus = (wanted: string | null, phase: Figures["phase"]): boolean =>
  wanted === null || wanted === "" || wanted === phase;

function listEvents(
  demo: DemoState,
  events: readonly ListedEvent[],
  query: URLSearchParams,
  now: number,
): StandInAnswer {
  const status = query.get("status");
  const series = query.get("series_ticker");
  const page = pageOf({
    all: events,
    keep: (event) =>
      (series === null || seriesOf(event) === series) &&
      event.markets.some((market) => hasStatus(status, phaseOf(demo, market, now))),
    limit: countIn(query, "limit", 200, 200),
    cursor: query.get("cursor") || null,
    idOf: (event) => event.id,
  });
  if (page === null) return BAD_CURSOR;
  const isNested = query.get("with_nested_markets") === "true";
  const listed: unknown[] = page.items.map((event) => toEvent(demo, event, isNested, now));
  if (page.next === null && status === "open" && isNested) listed.push(SCALAR_EVENT);
  return ok({ events: listed, milestones: [], cursor: page.next ?? "" });
}

/** The markets that are asked for by their tickers, if the request has any. */
function askedFor(byTicker: ReadonlyMap<string, ListedMarket>, query: URLSearchParams): ListedMarket[] | undefined {
  const tickers = query.get("tickers") ?? "";
  if (tickers === "") return undefined;
  return [...new Set(tickers.split(","))].flatMap((ticker) => byTicker.get(ticker) ?? []);
}

function listMarkets(
  demo: DemoState,
  markets: readonly ListedMarket[],
  query: URLSearchParams,
  now: number,
): StandInAnswer {
  if (query.get("tickers")) for (const market of markets) demo.watch?.note(market, now);
  const page = pageOf({
    all: markets,
    keep: (market) => passes(demo, market, query, now),
    limit: countIn(query, "limit", 100, 1000),
    cursor: query.get("cursor") || null,
    idOf: (market) => market.id,
  });
  if (page === null) return BAD_CURSOR;
  const listed: unknown[] = page.items.map((market) => toMarket(demo, market, now));
  const isWhole = query.get("mve_filter") !== "exclude" && (query.get("status") ?? "open") === "open";
  if (isWhole && !query.has("tickers") && !query.has("cursor")) listed.unshift(COMBINATION);
  return ok({ markets: listed, cursor: page.next ?? "" });
}

function passes(demo: DemoState, market: ListedMarket, query: URLSearchParams, now: number): boolean {
  const event = query.get("event_ticker");
  if (event !== null && market.event.id !== event) return false;
  const series = query.get("series_ticker");
  if (series !== null && seriesOf(market.event) !== series) return false;
  if (!isWithin(query, "close", market.event.topic.closesAt)) return false;
  const figures = figuresAt(demo, market, now);
  if (!hasStatus(query.get("status"), figures.phase)) return false;
  if (figures.phase !== "settled" && (query.has("min_settled_ts") || query.has("max_settled_ts"))) return false;
  const updatedAt = figures.phase === "settled" ? figures.settledAt : figures.movedAt;
  return isWithin(query, "settled", figures.settledAt) && isWithin(query, "updated", updatedAt);
}

function isWithin(query: URLSearchParams, name: string, at: number): boolean {
  const min = secondsIn(query, `min_${name}_ts`) ?? Number.NEGATIVE_INFINITY;
  const max = secondsIn(query, `max_${name}_ts`) ?? Number.POSITIVE_INFINITY;
  return at >= min && at <= max;
}

function oneEvent(demo: DemoState, event: ListedEvent, query: URLSearchParams, now: number): StandInAnswer {
  const isNested = query.get("with_nested_markets") === "true";
  const markets = isNested ? [] : event.markets.map((market) => toMarket(demo, market, now));
  return ok({ event: toEvent(demo, event, isNested, now), markets });
}

function batchCandles(
  demo: DemoState,
  byTicker: ReadonlyMap<string, ListedMarket>,
  query: URLSearchParams,
  now: number,
): unknown[] {
  const tickers = (query.get("market_tickers") ?? "").split(",").slice(0, 100);
  return tickers.flatMap((ticker) => {
    const market = byTicker.get(ticker);
    return market === undefined ? [] : [{ market_ticker: ticker, candlesticks: toCandles(demo, market, query, now) }];
  });
}

/** One for each ticker, with an empty book for an unknown one, as the API does. */
function listBooks(
  demo: DemoState,
  byTicker: ReadonlyMap<string, ListedMarket>,
  query: URLSearchParams,
  now: number,
): unknown[] {
  const worstFirst = (levels: readonly DemoLevel[]) =>
    levels.map(([price, size]) => [dollars(price), size.toFixed(2)]).toReversed();
  return query.getAll("tickers").map((ticker) => {
    const market = byTicker.get(ticker);
    const { bids, asks } =
      market === undefined ? { bids: [], asks: [] } : bookAround(market, figuresAt(demo, market, now));
    const no = asks.map(([price, size]): DemoLevel => [1 - price, size]);
    return { ticker, orderbook_fp: { yes_dollars: worstFirst(bids), no_dollars: worstFirst(no) } };
  });
}

const seriesOf = (event: ListedEvent): string => event.id.split("-")[0] ?? event.id;

const CATEGORIES: Readonly<Record<Category, string>> = {
  politics: "Politics",
  sports: "Sports",
  crypto: "Crypto",
  economics: "Economics",
  finance: "Financials",
  science: "Space",
  technology: "Science and Technology",
  culture: "Entertainment",
  climate: "Climate and Weather",
  world: "World",
  other: "Exotics",
};

const categoryOf = (topic: Topic): string => (topic.tags.includes("Health") ? "Health" : CATEGORIES[topic.category]);

function toSeries(series: string, events: readonly ListedEvent[]): unknown {
  const event = events.find((candidate) => seriesOf(candidate) === series);
  const category = event === undefined ? "" : categoryOf(event.topic);
  return {
    ticker: series,
    title: event?.title ?? series,
    category,
    categories: [category],
    frequency: "custom",
    tags: null,
  };
}

function toEvent(demo: DemoState, event: ListedEvent, isNested: boolean, now: number): unknown {
  return {
    event_ticker: event.id,
    series_ticker: seriesOf(event),
    title: event.title,
    sub_title: "",
    settlement_sources: event.topic.source === null ? [] : [event.topic.source],
    category: categoryOf(event.topic),
    mutually_exclusive: event.topic.shape === "race",
    collateral_return_type: event.topic.shape === "race" ? "MECNET" : "",
    strike_period: "",
    last_updated_ts: "0001-01-01T00:00:00Z",
    ...(isNested ? { markets: event.markets.map((market) => toMarket(demo, market, now)) } : {}),
  };
}

function toMarket(demo: DemoState, market: ListedMarket, now: number): unknown {
  const { topic } = market.event;
  const rules = rulesOf(market);
  const figures = figuresAt(demo, market, now);
  const before = figuresAt(demo, market, now - DAY_MS);
  return {
    ticker: market.id,
    event_ticker: market.event.id,
    market_type: "binary",
    title: market.question,
    yes_sub_title: market.label,
    no_sub_title: market.label,
    ...toState(figures),
    last_price_dollars: dollars(figures.last),
    previous_price_dollars: dollars(before.last),
    previous_yes_bid_dollars: dollars(before.bid),
    previous_yes_ask_dollars: dollars(before.ask),
    volume_fp: figures.volume.toFixed(2),
    volume_24h_fp: figures.volume24h.toFixed(2),
    open_interest_fp: (figures.volume * 0.31).toFixed(2),
    notional_value_dollars: "1.0000",
    created_time: iso(topic.opensAt),
    open_time: iso(topic.opensAt + 300_000),
    close_time: iso(topic.closesAt),
    expected_expiration_time: iso(topic.closesAt + 3_600_000),
    latest_expiration_time: iso(topic.closesAt + 7 * DAY_MS),
    updated_time: iso(topic.opensAt + 300_000),
    can_close_early: true,
    expiration_value: "",
    rules_primary: rules.claim,
    rules_secondary: rules.rest,
    strike_type: "custom",
    price_level_structure: "tapered_deci_cent",
    price_ranges: [
      { start: "0.0000", end: "0.1000", step: "0.0010" },
      { start: "0.1000", end: "0.9000", step: "0.0100" },
      { start: "0.9000", end: "1.0000", step: "0.0010" },
    ],
    settlement_timer_seconds: 60,
  };
}

function toState(figures: Figures): unknown & object {
  if (figures.phase === "open") {
    return {
      status: "active",
      result: "",
      yes_bid_dollars: dollars(figures.bid),
      yes_ask_dollars: dollars(figures.ask),
      no_bid_dollars: dollars(1 - figures.ask),
      no_ask_dollars: dollars(1 - figures.bid),
      yes_bid_size_fp: (figures.liquidity * 0.2).toFixed(2),
      yes_ask_size_fp: (figures.liquidity * 0.3).toFixed(2),
    };
  }
  const empty = {
    yes_bid_dollars: "0.0000",
    yes_ask_dollars: "1.0000",
    no_bid_dollars: "0.0000",
    no_ask_dollars: "1.0000",
  };
  if (figures.phase === "closed") return { status: "closed", result: "", ...empty };
  const result = figures.payout === 1 ? "yes" : figures.payout === 0 ? "no" : "scalar";
  return {
    status: "finalized",
    result,
    settlement_ts: iso(figures.settledAt),
    settlement_value_dollars: dollars(figures.payout),
    ...empty,
  };
}

const dollars = (price: number): string => price.toFixed(4);
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
