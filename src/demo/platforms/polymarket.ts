import { eventsOf } from "../catalogue.ts";
import { hashText, mix } from "../chance.ts";
import { type Figures, figuresAt, priceAt, priceOf, type Stage } from "../figures.ts";
import { type ListedEvent, type ListedMarket, toSlug } from "../listings.ts";
import { THREE_WAY_GAME } from "./oddities.ts";
import { type Answer, countIn, ok, pageOf, secondsIn } from "./pages.ts";

/** Answers as Polymarket's gamma API does (docs.polymarket.com, keyset pagination). */
export function createPolymarket(stage: Stage): (path: string, query: URLSearchParams) => Answer {
  const events = eventsOf(stage.catalogue, "polymarket");
  const markets = events.flatMap((event) => event.markets);
  return (path, query) => {
    const now = stage.clock.now();
    const [, noun = "", ...rest] = path.split("/");
    const isEvents = noun === "events";
    if (!isEvents && noun !== "markets") return NOT_FOUND;
    if (rest.length === 0 || rest[0] === "keyset") {
      const body = isEvents ? listEvents(stage, events, query, now) : listMarkets(stage, markets, query, now);
      if (body === null) return { status: 422, body: { type: "validation error", error: "invalid cursor" } };
      return ok(rest.length === 0 ? (body.events ?? body.markets) : body);
    }
    const wanted = rest.at(-1) ?? "";
    const found = isEvents
      ? events
          .filter((event) => event.id === wanted || event.slug === wanted)
          .map((event) => toEvent(stage, event, now))
      : markets
          .filter((market) => market.id === wanted || slugOf(market) === wanted)
          .map((market) => toListedMarket(stage, market, now));
    return found[0] === undefined ? NOT_FOUND : ok(found[0]);
  };
}

/** Answers as the order book's price history does, per outcome token: points of the yes or the no price. */
export function createPolymarketBook(stage: Stage): (path: string, query: URLSearchParams) => Answer {
  const tokens = new Map<string, { market: ListedMarket; isYes: boolean }>();
  for (const market of eventsOf(stage.catalogue, "polymarket").flatMap((event) => event.markets)) {
    for (const [index, token] of tokensOf(market).entries()) tokens.set(token, { market, isYes: index === 0 });
  }
  return (path, query) => {
    const token = tokens.get(query.get("market") ?? "");
    if (path !== "/prices-history") return NOT_FOUND;
    if (token === undefined) return ok({ history: [] });
    const { opensAt } = token.market.event.topic;
    const now = stage.clock.now();
    const to = Math.min(now, secondsIn(query, "endTs") ?? now);
    const from = Math.max(opensAt, secondsIn(query, "startTs") ?? to - lengthOf(query.get("interval")));
    const asked = countIn(query, "fidelity", 1, 100_000) * 60_000;
    const step = Math.max(asked, Math.ceil((to - from) / MOST_POINTS / 60_000) * 60_000);
    const history: { t: number; p: number }[] = [];
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const yes = priceAt(stage.walk, token.market, at);
      history.push({ t: at / 1000, p: token.isYes ? yes : round6(1 - yes) });
    }
    return ok({ history });
  };
}

const NOT_FOUND: Answer = { status: 404, body: { type: "not found error", error: "id not found" } };
const MOST_POINTS = 5000;
const HOUR_MS = 3_600_000;
const LENGTHS = { "1h": 1, "6h": 6, "1d": 24, "1w": 168, "1m": 720 } as const;

const lengthOf = (interval: string | null): number =>
  (interval !== null && interval in LENGTHS ? LENGTHS[interval as keyof typeof LENGTHS] : 720) * HOUR_MS;

const round6 = (price: number): number => Math.round(price * 1e6) / 1e6;

type Fields = Readonly<Record<string, unknown>>;
type Body = {
  readonly events?: readonly Fields[];
  readonly markets?: readonly Fields[];
  readonly next_cursor?: string;
};

function listEvents(stage: Stage, events: readonly ListedEvent[], query: URLSearchParams, now: number): Body | null {
  const ids = new Set(query.getAll("id"));
  const closed = query.get("closed");
  const page = pageOf({
    all: inOrder(stage, events, query, now),
    keep: (event) =>
      (ids.size === 0 || ids.has(event.id)) &&
      (closed === null || isClosed(stage, event, now) === (closed === "true")) &&
      endsWithin(event, query),
    limit: countIn(query, "limit", 20, 500),
    cursor: query.get("after_cursor"),
    idOf: (event) => event.id,
  });
  if (page === null) return null;
  const listed = page.items.map((event) => toEvent(stage, event, now));
  const isLast = page.next === null;
  if (isLast && closed === "false" && query.get("order") === null) listed.push(THREE_WAY_GAME);
  return { events: listed, ...(page.next === null ? {} : { next_cursor: page.next }) };
}

function listMarkets(stage: Stage, markets: readonly ListedMarket[], query: URLSearchParams, now: number): Body | null {
  const ids = new Set(query.getAll("id"));
  const closed = query.get("closed");
  const page = pageOf({
    all: markets,
    keep: (market) =>
      (ids.size === 0 || ids.has(market.id)) &&
      (closed === null || isClosed(stage, market.event, now) === (closed === "true")) &&
      endsWithin(market.event, query),
    limit: countIn(query, "limit", 20, 100),
    cursor: query.get("after_cursor"),
    idOf: (market) => market.id,
  });
  if (page === null) return null;
  const listed = page.items.map((market) => toListedMarket(stage, market, now));
  return { markets: listed, ...(page.next === null ? {} : { next_cursor: page.next }) };
}

const isClosed = (stage: Stage, event: ListedEvent, now: number): boolean => {
  const first = event.markets[0];
  return first !== undefined && figuresAt(stage, first, now).phase === "settled";
};

function endsWithin({ topic }: ListedEvent, query: URLSearchParams): boolean {
  const least = Date.parse(query.get("end_date_min") ?? "");
  const most = Date.parse(query.get("end_date_max") ?? "");
  return !(topic.closesAt < least) && !(topic.closesAt > most);
}

function inOrder(
  stage: Stage,
  events: readonly ListedEvent[],
  query: URLSearchParams,
  now: number,
): readonly ListedEvent[] {
  const order = query.get("order");
  if (order === null) return events;
  const sign = query.get("ascending") === "true" ? 1 : -1;
  const rank = new Map(events.map((event) => [event, rankOf(stage, event, order, now)]));
  return [...events].sort((left, right) => sign * ((rank.get(left) ?? 0) - (rank.get(right) ?? 0)));
}

function rankOf(stage: Stage, event: ListedEvent, order: string, now: number): number {
  const figures = event.markets.map((market) => figuresAt(stage, market, now));
  if (order === "closedTime") return figures[0]?.settledAt ?? 0;
  if (order === "endDate") return event.topic.closesAt;
  if (order === "startDate") return event.topic.opensAt;
  return order === "volume24hr" ? sum(figures, "volume24h") : sum(figures, order === "volume" ? "volume" : "liquidity");
}

const sum = (rows: readonly Figures[], name: "volume" | "volume24h" | "liquidity"): number =>
  Math.round(rows.reduce((total, row) => total + row[name], 0) * 100) / 100;

function toEvent(stage: Stage, event: ListedEvent, now: number): Fields {
  const figures = event.markets.map((market) => figuresAt(stage, market, now));
  const closed = isClosed(stage, event, now);
  const isExclusive = event.topic.shape === "race" && event.markets.length > 2;
  return {
    ...toShortEvent(event),
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
    markets: event.markets.map((market) => toMarket(stage, market, now)),
  };
}

function toShortEvent(event: ListedEvent): Fields {
  const { topic } = event;
  return {
    id: event.id,
    ticker: event.slug,
    slug: event.slug,
    title: event.title,
    description: topic.rules,
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

const toListedMarket = (stage: Stage, market: ListedMarket, now: number): Fields => ({
  ...toMarket(stage, market, now),
  events: [toShortEvent(market.event)],
});

function toMarket(stage: Stage, market: ListedMarket, now: number): Fields {
  const { topic } = market.event;
  const figures = figuresAt(stage, market, now);
  const closed = figures.phase === "settled";
  const yes = closed ? figures.payout : priceOf(market, figures);
  const before = priceAt(stage.walk, market, now - 24 * HOUR_MS);
  return {
    id: market.id,
    question: market.question,
    conditionId: `0x${hex(market.hash, 8)}`,
    slug: slugOf(market),
    resolutionSource: "",
    description: topic.rules,
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
    orderPriceMinTickSize: yes < 0.04 || yes > 0.96 ? 0.001 : 0.01,
    orderMinSize: 5,
    oneDayPriceChange: closed ? 0 : round6(yes - before),
    lastTradePrice: figures.last,
    umaResolutionStatuses: closed ? '["proposed"]' : "[]",
    ...(closed ? toEnding(figures) : toBook(figures)),
  };
}

const toBook = ({ bid, ask, liquidity, phase }: Figures): Fields => ({
  bestBid: bid,
  bestAsk: ask,
  spread: round6(ask - bid),
  liquidity: String(liquidity),
  liquidityNum: liquidity,
  ...(phase === "closed" ? { umaResolutionStatus: "proposed" } : {}),
});

/** The close is written in the database's form, unlike all other times. */
const toEnding = ({ settledAt }: Figures): Fields => ({
  closedTime: iso(settledAt).replace("T", " ").replace("Z", "+00"),
  umaEndDate: iso(settledAt),
  umaResolutionStatus: "resolved",
});

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

const slugOf = (market: ListedMarket): string => `${toSlug(market.question)}-${market.id.slice(-3)}`;

const hex = (key: number, words: number): string =>
  Array.from({ length: words }, (_, index) =>
    mix(key, index + 40)
      .toString(16)
      .padStart(8, "0"),
  ).join("");

/** Two numbers of 77 digits, far beyond what a JSON number holds. */
const tokensOf = (market: ListedMarket): string[] =>
  [100, 200].map((salt) => {
    const digits = Array.from({ length: 8 }, (_, index) => String(mix(market.hash, salt + index)).padStart(10, "3"));
    return `7${digits.join("").slice(0, 76)}`;
  });
