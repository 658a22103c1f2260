import { toCategory } from "../../domain/categories/categories.ts";
import { feeOfPlatform } from "../../domain/platforms.ts";
import { fromMicros } from "../../domain/prices.ts";
import { mix } from "../chance.ts";
import { type DemoState, type Figures, figuresAt, priceOf } from "../figures.ts";
import { type ListedEvent, type ListedMarket, toSlug } from "../listings.ts";
import { type DemoPlatform, eventRulesOf, type JsonObject, rulesOf, THREE_WAY_GAME } from "./platform.ts";

/** Records of Polymarket's gamma API (docs.polymarket.com). */
export const POLYMARKET: DemoPlatform = {
  listsAllResults: true,
  hasPictures: true,
  oddities: [THREE_WAY_GAME],
  // A market is listed, without taking orders, until it is resolved.
  lists: (phase) => phase !== "settled",
  toBody: (demo, events, now, others) => ({
    events: [...events.map((event) => toEvent(demo, event, now)), ...others],
  }),
};

const sum = (rows: readonly Figures[], name: "volume" | "volume24h" | "liquidity"): number =>
  Math.round(rows.reduce((total, row) => total + row[name], 0) * 100) / 100;

function toEvent(demo: DemoState, event: ListedEvent, now: number): JsonObject {
  const figures = event.markets.map((market) => figuresAt(demo, market, now));
  const closed = figures[0]?.phase === "settled";
  const isExclusive = event.topic.shape === "race" && event.markets.length > 2;
  const { topic } = event;
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    description: eventRulesOf(event),
    resolutionSource: toResolutionSource(event),
    startDate: iso(topic.opensAt),
    endDate: iso(topic.closesAt),
    archived: false,
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

const toResolutionSource = ({ topic }: ListedEvent): string => topic.source?.url ?? "";

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

const round6 = (price: number): number => Math.round(price * 1e6) / 1e6;

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

const slugOf = (market: ListedMarket): string => `${toSlug(market.question)}-${market.id.slice(-3)}`;

/** The outcome tokens, yes first: numbers of 77 digits, as text. */
const tokensOf = (market: ListedMarket): string[] =>
  [100, 200].map((salt) => {
    const digits = Array.from({ length: 8 }, (_, index) => String(mix(market.hash, salt + index)).padStart(10, "3"));
    return `7${digits.join("").slice(0, 76)}`;
  });
