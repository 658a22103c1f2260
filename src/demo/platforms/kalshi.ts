import { DAY_MS } from "../../clock.ts";
import type { Category } from "../../domain/categories/names.ts";
import { bookAround, type DemoLevel, type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import { eventsOf } from "../listings.ts";
import { rulesOf } from "../rules.ts";
import type { DemoTopic } from "../topic.ts";
import { COMBINATION, SCALAR_EVENT } from "./oddities.ts";
import { countIn, ok, pageOf, type StandIn, type StandInAnswer, secondsIn } from "./pages.ts";

/** Answers what the adapter asks as Kalshi's trade API v2 does (docs.kalshi.com). */
export function createKalshi(demo: DemoState): StandIn {
  const events = eventsOf(demo.catalogue, "kalshi");
  const markets = events.flatMap((event) => event.markets);
  const byTicker = new Map(markets.map((market) => [market.id, market]));
  const byEvent = new Map(events.map((event) => [event.id, event]));
  return (path, query) => {
    const now = demo.clock.now();
    const [, noun, id = "", , ticker = "", last] = path.split("/");
    if (path === "/events") return listEvents(demo, events, query, now);
    if (path === "/markets") return listMarkets(demo, askedFor(byTicker, query) ?? markets, query, now);
    if (path === "/markets/orderbooks") return ok({ orderbooks: listBooks(demo, byTicker, query, now) });
    if (path === "/series") return ok({ series: listSeries(events) });
    if (path === "/historical/markets") return ok({ markets: [], cursor: "" });
    const event = byEvent.get(id);
    if (noun === "events" && event !== undefined) return ok({ event: toEvent(demo, event, now) });
    const market = byTicker.get(ticker);
    if (noun !== "series" || last !== "candlesticks" || market === undefined) return NOT_FOUND;
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
  const page = pageOf({
    all: events,
    keep: (event) => event.markets.some((market) => hasStatus(status, phaseOf(demo, market, now))),
    limit: countIn(query, "limit", 200, 200),
    cursor: query.get("cursor") || null,
    idOf: (event) => event.id,
  });
  if (page === null) return BAD_CURSOR;
  const listed: unknown[] = page.items.map((event) => toEvent(demo, event, now));
  if (page.next === null && status === "open") listed.push(SCALAR_EVENT);
  return ok({ events: listed, cursor: page.next ?? "" });
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
  if (query.get("tickers")) for (const market of markets) demo.attention?.note(market, now);
  const page = pageOf({
    all: markets,
    keep: (market) => isAskedFor(demo, market, query, now),
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

function isAskedFor(demo: DemoState, market: ListedMarket, query: URLSearchParams, now: number): boolean {
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

const MAX_CANDLES = 5000;

/** Candles of `period_interval` minutes, named by their inclusive end in epoch seconds: the adapter reads how they close. */
function toCandles(demo: DemoState, market: ListedMarket, query: URLSearchParams, now: number): unknown[] {
  const periodMs = countIn(query, "period_interval", 60, 1440) * 60_000;
  const to = Math.min(secondsIn(query, "end_ts") ?? now, now);
  const from = Math.max(secondsIn(query, "start_ts") ?? to - 30 * DAY_MS, market.event.topic.opensAt);
  const candles: unknown[] = [];
  for (let end = Math.ceil(from / periodMs) * periodMs; end <= to && candles.length < MAX_CANDLES; end += periodMs) {
    const [before, { bid, ask, last, volume }] = [end - periodMs, end].map((at) => figuresAt(demo, market, at)) as [
      Figures,
      Figures,
    ];
    candles.push({
      end_period_ts: end / 1000,
      yes_bid: { close_dollars: dollars(bid) },
      yes_ask: { close_dollars: dollars(ask) },
      price: { close_dollars: volume > before.volume ? dollars(last) : null },
    });
  }
  return candles;
}

const seriesOf = (event: ListedEvent): string => event.id.split("-")[0] ?? event.id;

/** All of them charge the platform's usual fee. */
const listSeries = (events: readonly ListedEvent[]) =>
  [...new Set(events.map(seriesOf))].map((ticker) => ({ ticker, fee_type: "quadratic", fee_multiplier: 1 }));

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

const categoryOf = (topic: DemoTopic): string =>
  topic.tags.includes("Health") ? "Health" : CATEGORIES[topic.category];

const toEvent = (demo: DemoState, event: ListedEvent, now: number): unknown => ({
  event_ticker: event.id,
  series_ticker: seriesOf(event),
  title: event.title,
  sub_title: "",
  settlement_sources: event.topic.source === null ? [] : [event.topic.source],
  category: categoryOf(event.topic),
  mutually_exclusive: event.topic.shape === "race",
  markets: event.markets.map((market) => toMarket(demo, market, now)),
});

function toMarket(demo: DemoState, market: ListedMarket, now: number): unknown {
  const { topic } = market.event;
  const rules = rulesOf(market);
  const figures = figuresAt(demo, market, now);
  return {
    ticker: market.id,
    event_ticker: market.event.id,
    market_type: "binary",
    title: market.question,
    yes_sub_title: market.label,
    ...toState(figures),
    last_price_dollars: dollars(figures.last),
    volume_fp: figures.volume.toFixed(2),
    volume_24h_fp: figures.volume24h.toFixed(2),
    open_interest_fp: (figures.volume * 0.31).toFixed(2),
    notional_value_dollars: "1.0000",
    created_time: iso(topic.opensAt),
    open_time: iso(topic.opensAt + 300_000),
    close_time: iso(topic.closesAt),
    rules_primary: rules.claim,
    rules_secondary: rules.rest,
  };
}

function toState({ phase, bid, ask, payout, settledAt }: Figures): object {
  if (phase === "open")
    return { status: "active", result: "", yes_bid_dollars: dollars(bid), yes_ask_dollars: dollars(ask) };
  const empty = { yes_bid_dollars: "0.0000", yes_ask_dollars: "1.0000" };
  if (phase === "closed") return { status: "closed", result: "", ...empty };
  return {
    status: "finalized",
    result: payout === 1 ? "yes" : payout === 0 ? "no" : "scalar",
    settlement_ts: iso(settledAt),
    settlement_value_dollars: dollars(payout),
    ...empty,
  };
}

const dollars = (price: number): string => price.toFixed(4);
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
