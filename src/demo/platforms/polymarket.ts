import { toCategory } from "../../domain/categories/categories.ts";
import { feeOfPlatform } from "../../domain/fees.ts";
import { fromMicros } from "../../domain/prices.ts";
import { mix } from "../chance.ts";
import { type DemoState, type Figures, figuresAt, priceOf } from "../figures.ts";
import { eventsOf, type ListedEvent, type ListedMarket, toSlug } from "../listings.ts";
import { eventRulesOf, rulesOf } from "../rules.ts";
import { THREE_WAY_GAME } from "./oddities.ts";
import { countIn, imageOf, type JsonObject, ok, pageOf, type StandIn, type StandInAnswer } from "./pages.ts";

/** Answers what the adapter asks as Polymarket's gamma API does (docs.polymarket.com, keyset pagination). */
export function createPolymarket(demo: DemoState): StandIn {
  const events = eventsOf(demo.catalogue, "polymarket");
  const markets = events.flatMap((event) => event.markets);
  return (path, query) => {
    const now = demo.clock.now();
    if (path === "/events/keyset") return listEvents(demo, events, query, now);
    if (path === "/markets/keyset") return listMarkets(demo, markets, query, now);
    const id = /^\/markets\/(.+)$/.exec(path)?.[1];
    const market = markets.find((one) => one.id === id);
    return market === undefined ? NOT_FOUND : ok(toListedMarket(demo, market, now));
  };
}

const NOT_FOUND: StandInAnswer = { status: 404, body: { type: "not found error", error: "id not found" } };
const BAD_CURSOR: StandInAnswer = { status: 422, body: { type: "validation error", error: "invalid cursor" } };

export const round6 = (price: number): number => Math.round(price * 1e6) / 1e6;

function listEvents(
  demo: DemoState,
  events: readonly ListedEvent[],
  query: URLSearchParams,
  now: number,
): StandInAnswer {
  const closed = query.get("closed");
  const page = pageOf({
    all: inOrder(demo, events, query, now),
    keep: (event) => hasState(demo, event, closed, now) && endsWithin(event, query),
    limit: countIn(query, "limit", 20, 500),
    cursor: query.get("after_cursor"),
    idOf: (event) => event.id,
  });
  if (page === null) return BAD_CURSOR;
  const listed = page.items.map((event) => toEvent(demo, event, now));
  const isLast = page.next === null;
  if (isLast && closed === "false" && query.get("order") === null) listed.push(THREE_WAY_GAME);
  return ok({ events: listed, ...(page.next === null ? {} : { next_cursor: page.next }) });
}

function listMarkets(
  demo: DemoState,
  markets: readonly ListedMarket[],
  query: URLSearchParams,
  now: number,
): StandInAnswer {
  const ids = new Set(query.getAll("id"));
  const closed = query.get("closed");
  const page = pageOf({
    all: markets,
    keep: (market) => ids.has(market.id) && hasState(demo, market.event, closed, now),
    limit: countIn(query, "limit", 20, 100),
    cursor: query.get("after_cursor"),
    idOf: (market) => market.id,
  });
  if (page === null) return BAD_CURSOR;
  return ok({ markets: page.items.map((market) => toListedMarket(demo, market, now)) });
}

const hasState = (demo: DemoState, event: ListedEvent, closed: string | null, now: number): boolean =>
  closed === null || isClosed(demo, event, now) === (closed === "true");

const isClosed = (demo: DemoState, event: ListedEvent, now: number): boolean => {
  const first = event.markets[0];
  return first !== undefined && figuresAt(demo, first, now).phase === "settled";
};

function endsWithin({ topic }: ListedEvent, query: URLSearchParams): boolean {
  const min = Date.parse(query.get("end_date_min") ?? "");
  const max = Date.parse(query.get("end_date_max") ?? "");
  return !(topic.closesAt < min) && !(topic.closesAt > max);
}

/** By the day's volume or by the close, as asked for; the largest first. */
function inOrder(
  demo: DemoState,
  events: readonly ListedEvent[],
  query: URLSearchParams,
  now: number,
): readonly ListedEvent[] {
  const order = query.get("order");
  if (order === null) return events;
  const rankOf = (event: ListedEvent): number => {
    const figures = event.markets.map((market) => figuresAt(demo, market, now));
    return order === "closedTime" ? (figures[0]?.settledAt ?? 0) : sum(figures, "volume24h");
  };
  const rank = new Map(events.map((event) => [event, rankOf(event)]));
  return events.toSorted((left, right) => (rank.get(right) ?? 0) - (rank.get(left) ?? 0));
}

const sum = (rows: readonly Figures[], name: "volume" | "volume24h" | "liquidity"): number =>
  Math.round(rows.reduce((total, row) => total + row[name], 0) * 100) / 100;

function toEvent(demo: DemoState, event: ListedEvent, now: number): JsonObject {
  const figures = event.markets.map((market) => figuresAt(demo, market, now));
  const closed = isClosed(demo, event, now);
  const isExclusive = event.topic.shape === "race" && event.markets.length > 2;
  return {
    ...toShortEvent(demo, event),
    closed,
    ...(closed ? { closedTime: iso(figures[0]?.settledAt ?? now) } : {}),
    liquidity: closed ? 0 : sum(figures, "liquidity"),
    volume24hr: sum(figures, "volume24h"),
    openInterest: Math.round(sum(figures, "volume") * 0.22),
    negRisk: isExclusive,
    tags: event.topic.tags.map((label) => ({ label })),
    markets: event.markets.map((market) => toMarket(demo, market, now)),
  };
}

function toShortEvent(demo: DemoState, event: ListedEvent): JsonObject {
  const { topic } = event;
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    description: eventRulesOf(event),
    image: imageOf(demo, event),
    resolutionSource: toResolutionSource(event),
    startDate: iso(topic.opensAt),
    endDate: iso(topic.closesAt),
    archived: false,
  };
}

const toResolutionSource = ({ topic }: ListedEvent): string => topic.source?.url ?? "";

const toListedMarket = (demo: DemoState, market: ListedMarket, now: number): JsonObject => ({
  ...toMarket(demo, market, now),
  events: [toShortEvent(demo, market.event)],
});

function toMarket(demo: DemoState, market: ListedMarket, now: number): JsonObject {
  const { topic } = market.event;
  const rules = rulesOf(market);
  const figures = figuresAt(demo, market, now);
  const closed = figures.phase === "settled";
  const yes = closed ? figures.payout : priceOf(market, figures);
  return {
    id: market.id,
    question: market.question,
    slug: slugOf(market),
    // Some markets leave it to their event.
    resolutionSource: market.index % 2 === 0 ? toResolutionSource(market.event) : "",
    description: `${rules.claim} ${rules.rest}`,
    createdAt: iso(topic.opensAt),
    endDate: iso(topic.closesAt),
    outcomes: '["Yes", "No"]',
    outcomePrices: JSON.stringify([yes, 1 - yes].map((price) => String(round6(price)))),
    clobTokenIds: JSON.stringify(tokensOf(market)),
    groupItemTitle: market.event.markets.length > 1 ? market.label : "",
    volumeNum: figures.volume,
    volume24hr: figures.volume24h,
    closed,
    ...feesOf(market.event),
    lastTradePrice: figures.last,
    ...(closed ? toEnding(figures) : toBook(figures)),
  };
}

/** What the platform charges in the category that the event is read as. */
function feesOf(event: ListedEvent): JsonObject {
  const known = fees.get(event);
  if (known !== undefined) return known;
  const category = toCategory({ labels: event.topic.tags, title: event.title, slug: event.slug });
  const { feeRate } = feeOfPlatform("polymarket", category);
  const schedule = { exponent: 1, rate: fromMicros(feeRate), takerOnly: true };
  const made = feeRate === 0 ? { feesEnabled: false } : { feesEnabled: true, feeSchedule: schedule };
  fees.set(event, made);
  return made;
}

const fees = new WeakMap<ListedEvent, JsonObject>();

const toBook = ({ bid, ask, liquidity, phase }: Figures): JsonObject => ({
  bestBid: bid,
  bestAsk: ask,
  spread: round6(ask - bid),
  liquidityNum: liquidity,
  // After its end date a market waits for its resolution.
  acceptingOrders: phase === "open",
  ...(phase === "closed" ? { umaResolutionStatus: "proposed" } : {}),
});

/** Only `closedTime` is in the form of a database. */
const toEnding = ({ settledAt }: Figures): JsonObject => ({
  closedTime: iso(settledAt).replace("T", " ").replace("Z", "+00"),
  umaEndDate: iso(settledAt),
  umaResolutionStatus: "resolved",
});

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

const slugOf = (market: ListedMarket): string => `${toSlug(market.question)}-${market.id.slice(-3)}`;

/** The outcome tokens, yes first: numbers of 77 digits, as text. */
export const tokensOf = (market: ListedMarket): string[] =>
  [100, 200].map((salt) => {
    const digits = Array.from({ length: 8 }, (_, index) => String(mix(market.hash, salt + index)).padStart(10, "3"));
    return `7${digits.join("").slice(0, 76)}`;
  });
