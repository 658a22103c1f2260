import { HOUR_MS } from "../../clock.ts";
import { eventsOf } from "../catalogue.ts";
import { hashText, mix } from "../chance.ts";
import { type DemoState, type Figures, figuresAt, priceAt, priceOf } from "../figures.ts";
import { type ListedEvent, type ListedMarket, toSlug } from "../listings.ts";
import { eventRulesOf, rulesOf } from "../rules.ts";
import { THREE_WAY_GAME } from "./oddities.ts";
import { countIn, imageOf, type JsonObject, ok, pageOf, type StandIn, type StandInAnswer } from "./pages.ts";

/** Answers as Polymarket's gamma API does (docs.polymarket.com, keyset pagination). */
export function createPolymarket(demo: DemoState): StandIn {
  const events = eventsOf(demo.catalogue, "polymarket");
  const markets = events.flatMap((event) => event.markets);
  return (path, query) => {
    const now = demo.clock.now();
    const [, noun = "", ...rest] = path.split("/");
    const isEvents = noun === "events";
    if (!isEvents && noun !== "markets") return NOT_FOUND;
    if (rest.length === 0 || rest[0] === "keyset") {
      const body = isEvents ? listEvents(demo, events, query, now) : listMarkets(demo, markets, query, now);
      if (body === null) return { status: 422, body: { type: "validation error", error: "invalid cursor" } };
      return ok(rest.length === 0 ? (body.events ?? body.markets) : body);
    }
    const wanted = rest.at(-1) ?? "";
    const found = isEvents
      ? events.filter((event) => event.id === wanted || event.slug === wanted).map((event) => toEvent(demo, event, now))
      : markets
          .filter((market) => market.id === wanted || slugOf(market) === wanted)
          .map((market) => toListedMarket(demo, market, now));
    return found[0] === undefined ? NOT_FOUND : ok(found[0]);
  };
}

const NOT_FOUND: StandInAnswer = { status: 404, body: { type: "not found error", error: "id not found" } };

export const round6 = (price: number): number => Math.round(price * 1e6) / 1e6;

interface PageBody {
  readonly events?: readonly JsonObject[];
  readonly markets?: readonly JsonObject[];
  readonly next_cursor?: string;
}

function listEvents(
  demo: DemoState,
  events: readonly ListedEvent[],
  query: URLSearchParams,
  now: number,
): PageBody | null {
  const ids = new Set(query.getAll("id"));
  const closed = query.get("closed");
  const page = pageOf({
    all: inOrder(demo, events, query, now),
    keep: (event) =>
      (ids.size === 0 || ids.has(event.id)) &&
      (closed === null || isClosed(demo, event, now) === (closed === "true")) &&
      endsWithin(event, query),
    limit: countIn(query, "limit", 20, 500),
    cursor: query.get("after_cursor"),
    idOf: (event) => event.id,
  });
  if (page === null) return null;
  const listed = page.items.map((event) => toEvent(demo, event, now));
  const isLast = page.next === null;
  if (isLast && closed === "false" && query.get("order") === null) listed.push(THREE_WAY_GAME);
  return { events: listed, ...(page.next === null ? {} : { next_cursor: page.next }) };
}

function listMarkets(
  demo: DemoState,
  markets: readonly ListedMarket[],
  query: URLSearchParams,
  now: number,
): PageBody | null {
  const ids = new Set(query.getAll("id"));
  const closed = query.get("closed");
  const page = pageOf({
    all: markets,
    keep: (market) =>
      (ids.size === 0 || ids.has(market.id)) &&
      (closed === null || isClosed(demo, market.event, now) === (closed === "true")) &&
      endsWithin(market.event, query),
    limit: countIn(query, "limit", 20, 100),
    cursor: query.get("after_cursor"),
    idOf: (market) => market.id,
  });
  if (page === null) return null;
  const listed = page.items.map((market) => toListedMarket(demo, market, now));
  return { markets: listed, ...(page.next === null ? {} : { next_cursor: page.next }) };
}

const isClosed = (demo: DemoState, event: ListedEvent, now: number): boolean => {
  const first = event.markets[0];
  return first !== undefined && figuresAt(demo, first, now).phase === "settled";
};

function endsWithin({ topic }: ListedEvent, query: URLSearchParams): boolean {
  const min = Date.parse(query.get("end_date_min") ?? "");
  const max = Date.parse(query.get("end_date_max") ?? "");
  return !(topic.closesAt < min) && !(topic.closesAt > max);
}

function inOrder(
  demo: DemoState,
  events: readonly ListedEvent[],
  query: URLSearchParams,
  now: number,
): readonly ListedEvent[] {
  const order = query.get("order");
  if (order === null) return events;
  const sign = query.get("ascending") === "true" ? 1 : -1;
  const rank = new Map(events.map((event) => [event, rankOf(demo, event, order, now)]));
  return [...events].sort((left, right) => sign * ((rank.get(left) ?? 0) - (rank.get(right) ?? 0)));
}

function rankOf(demo: DemoState, event: ListedEvent, order: string, now: number): number {
  const figures = event.markets.map((market) => figuresAt(demo, market, now));
  if (order === "closedTime") return figures[0]?.settledAt ?? 0;
  if (order === "endDate") return event.topic.closesAt;
  if (order === "startDate") return event.topic.opensAt;
  return order === "volume24hr" ? sum(figures, "volume24h") : sum(figures, order === "volume" ? "volume" : "liquidity");
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
    volume: sum(figures, "volume"),
    volume24hr: sum(figures, "volume24h"),
    openInterest: Math.round(sum(figures, "volume") * 0.22),
    negRisk: isExclusive,
    enableNegRisk: isExclusive,
    tags: event.topic.tags.map((label) => ({
      id: String(1000 + (hashText(label) % 9000)),
      label,
      slug: toSlug(label),
    })),
    markets: event.markets.map((market) => toMarket(demo, market, now)),
  };
}

function toShortEvent(demo: DemoState, event: ListedEvent): JsonObject {
  const { topic } = event;
  return {
    id: event.id,
    ticker: event.slug,
    slug: event.slug,
    title: event.title,
    description: eventRulesOf(event),
    image: imageOf(demo, event),
    icon: imageOf(demo, event),
    resolutionSource: toResolutionSource(event),
    startDate: iso(topic.opensAt),
    creationDate: iso(topic.opensAt),
    createdAt: iso(topic.opensAt),
    endDate: iso(topic.closesAt),
    active: true,
    archived: false,
    restricted: true,
    enableOrderBook: true,
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
  const before = priceAt(demo.walk, market, now - 24 * HOUR_MS);
  return {
    id: market.id,
    question: market.question,
    conditionId: conditionOf(market),
    slug: slugOf(market),
    // Some markets leave it to their event.
    resolutionSource: market.index % 2 === 0 ? toResolutionSource(market.event) : "",
    description: `${rules.claim} ${rules.rest}`,
    image: imageOf(demo, market.event),
    createdAt: iso(topic.opensAt),
    startDate: iso(topic.opensAt),
    endDate: iso(topic.closesAt),
    updatedAt: iso(figures.movedAt),
    outcomes: '["Yes", "No"]',
    outcomePrices: JSON.stringify([yes, 1 - yes].map((price) => String(round6(price)))),
    clobTokenIds: JSON.stringify(tokensOf(market)),
    groupItemTitle: market.event.markets.length > 1 ? market.label : "",
    groupItemThreshold: String(market.index),
    volume: String(figures.volume),
    volumeNum: figures.volume,
    volume24hr: figures.volume24h,
    active: true,
    closed,
    archived: false,
    restricted: true,
    enableOrderBook: true,
    acceptingOrders: figures.phase === "open",
    orderPriceMinTickSize: yes < 0.05 || yes > 0.95 ? 0.001 : 0.01,
    orderMinSize: 5,
    oneDayPriceChange: closed ? 0 : round6(yes - before),
    lastTradePrice: figures.last,
    umaResolutionStatuses: closed ? '["proposed"]' : "[]",
    ...(closed ? toEnding(figures) : toBook(figures)),
  };
}

const toBook = ({ bid, ask, liquidity, phase }: Figures): JsonObject => ({
  bestBid: bid,
  bestAsk: ask,
  spread: round6(ask - bid),
  liquidity: String(liquidity),
  liquidityNum: liquidity,
  ...(phase === "closed" ? { umaResolutionStatus: "proposed" } : {}),
});

/** Only `closedTime` is in the form of a database. */
const toEnding = ({ settledAt }: Figures): JsonObject => ({
  closedTime: iso(settledAt).replace("T", " ").replace("Z", "+00"),
  umaEndDate: iso(settledAt),
  umaResolutionStatus: "resolved",
});

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

export const conditionOf = (market: ListedMarket): string => `0x${hex(market.hash, 8)}`;

const slugOf = (market: ListedMarket): string => `${toSlug(market.question)}-${market.id.slice(-3)}`;

export const hex = (key: number, words: number): string =>
  Array.from({ length: words }, (_, index) =>
    mix(key, index + 40)
      .toString(16)
      .padStart(8, "0"),
  ).join("");

/** The outcome tokens, yes first: numbers of 77 digits, as text. */
export const tokensOf = (market: ListedMarket): string[] =>
  [100, 200].map((salt) => {
    const digits = Array.from({ length: 8 }, (_, index) => String(mix(market.hash, salt + index)).padStart(10, "3"));
    return `7${digits.join("").slice(0, 76)}`;
  });
