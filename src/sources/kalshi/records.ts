import { toCategory } from "../../domain/categories/index.ts";
import type { EventRecord, MarketRecord, MarketStatus, Outcome } from "../../domain/markets.ts";
import { type Micros, ONE, toCents, toMicros, toNumber } from "../../domain/prices.ts";
import { bookPrice } from "../quotes.ts";
import { type Fields, flag, identifier, text, time, toFields, toList, toRecords, toSegment } from "../records.ts";
import type { Listing, Rejection } from "../source.ts";
import { dayOf, type EventTitle, toTitle, withDay } from "./titles.ts";

/** Reads a page of events or of markets, one event, or one market. */
export function readKalshi(body: unknown): Listing {
  const draft: Draft = { events: new Map(), markets: [], rejected: [] };
  for (const record of recordsOf(body)) {
    if (record !== null && isEvent(record)) readEvent(draft, record);
    else readMarket(draft, record, null);
  }
  return { events: [...draft.events.values()], markets: draft.markets, rejected: draft.rejected };
}

function recordsOf(body: unknown): readonly (Fields | null)[] {
  const page = toFields(body);
  if (page === null) return Array.isArray(body) ? toRecords(body) : [null];
  if (Array.isArray(page.events)) return toRecords(page.events);
  const event = toFields(page.event);
  // Fetched on its own, an event may have its markets beside it.
  if (event !== null) return [{ ...event, markets: event.markets ?? page.markets }];
  if (Array.isArray(page.markets) && !isEvent(page)) return toRecords(page.markets);
  return [toFields(page.market) ?? page];
}

const isEvent = (record: Fields): boolean => "event_ticker" in record && !("ticker" in record);

interface Draft {
  readonly events: Map<string, EventRecord>;
  readonly markets: MarketRecord[];
  readonly rejected: Rejection[];
}

function readEvent(draft: Draft, fields: Fields): void {
  const id = identifier(fields.event_ticker);
  const title = text(fields.title);
  if (id === null || title === null) {
    draft.rejected.push({ id, reason: "malformed" });
    return;
  }
  const markets = toRecords(fields.markets);
  const day = dayOf(text(fields.sub_title));
  const event = toEvent(fields, id, withDay(title, day), markets);
  draft.events.set(id, event);
  const isOnly = markets.filter((market) => identifier(market?.ticker) !== null).length === 1;
  const named: EventTitle = { title: event.title, day, shared: listShared(isOnly ? null : title, markets) };
  const parent: Parent = { event, series: text(fields.series_ticker), isOnly, named };
  for (const market of markets) readMarket(draft, market, parent);
}

/** The titles that tell no market from the others: the event's own, and any that more than one market has. */
function listShared(eventTitle: string | null, markets: readonly (Fields | null)[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>(eventTitle === null ? [] : [eventTitle]);
  for (const market of markets) {
    const title = text(market?.title);
    if (title === null) continue;
    if (seen.has(title)) shared.add(title);
    seen.add(title);
  }
  return shared;
}

/** The event a market came in. */
interface Parent {
  readonly event: EventRecord;
  readonly series: string | null;
  /** True where the event has a single market. */
  readonly isOnly: boolean;
  readonly named: EventTitle;
}

/** A market without a parent came in a list of markets, which says of its event no more than the ticker. */
function readMarket(draft: Draft, fields: Fields | null, parent: Parent | null): void {
  const id = identifier(fields?.ticker);
  const eventId = parent?.event.id ?? identifier(fields?.event_ticker);
  const ownTitle = text(fields?.title) ?? text(fields?.yes_sub_title) ?? parent?.event.title ?? null;
  if (fields === null || id === null || eventId === null || ownTitle === null) {
    draft.rejected.push({ id, reason: "malformed" });
  } else if (fields.market_type === "scalar" || isCombination(fields, id)) {
    draft.rejected.push({ id, reason: "not_binary" });
  } else {
    const event = parent?.event ?? draft.events.get(eventId) ?? toPartialEvent(eventId, ownTitle);
    if (!draft.events.has(eventId)) draft.events.set(eventId, event);
    draft.markets.push(toMarket({ fields, id, ownTitle, event, parent }));
  }
}

/** A "multivariate event" market: several other markets bundled into one. */
const isCombination = (fields: Fields, id: string): boolean =>
  text(fields.mve_collection_ticker) !== null || toList(fields.mve_selected_legs).length > 0 || id.startsWith("KXMVE");

function toEvent(fields: Fields, id: string, title: string, markets: readonly (Fields | null)[]): EventRecord {
  const series = text(fields.series_ticker);
  const label = text(fields.category);
  const tags = label === null ? [] : [label];
  const { opensAt, closesAt } = toSpan(markets);
  return {
    id,
    title,
    category: toCategory({ labels: tags, title, series: series ?? toSeriesTicker(id) }),
    description: text(fields.sub_title),
    url: toUrl(id, series),
    imageUrl: null,
    startsAt: opensAt,
    endsAt: time(fields.strike_date) ?? closesAt,
    tags,
    liquidity: null,
    isExclusive: flag(fields.mutually_exclusive),
    isPartial: false,
  };
}

/** From the first opening to the last close. */
function toSpan(markets: readonly (Fields | null)[]): Record<"opensAt" | "closesAt", number | null> {
  let opensAt: number | null = null;
  let closesAt: number | null = null;
  for (const market of markets) {
    const from = time(market?.open_time);
    const to = time(market?.close_time);
    if (from !== null && (opensAt === null || from < opensAt)) opensAt = from;
    if (to !== null && (closesAt === null || to > closesAt)) closesAt = to;
  }
  return { opensAt, closesAt };
}

const toPartialEvent = (id: string, title: string): EventRecord => ({
  id,
  title,
  category: toCategory({ labels: [], title, series: toSeriesTicker(id) }),
  description: null,
  url: toUrl(id, null),
  imageUrl: null,
  startsAt: null,
  endsAt: null,
  tags: [],
  liquidity: null,
  isExclusive: null,
  isPartial: true,
});

/**
 * The page of an event; a single market has none. Between the tickers the site shows a name of the series, which the API
 * does not give. By reports of those who tried it up to September 2026, the site accepts any word there and corrects it,
 * and some links without a word do not open (kalshi.com/sitemap-markets.xml has the full form). Where the series is not
 * known, /events/ redirects to that page; a ticker does not tell the series (docs.kalshi.com/getting_started/terms).
 */
function toUrl(eventTicker: string, series: string | null): string {
  if (series === null) return `https://kalshi.com/events/${toSegment(eventTicker)}`;
  const [first, last] = [series, eventTicker].map((ticker) => toSegment(ticker.toLowerCase()));
  return `https://kalshi.com/markets/${first}/event/${last}`;
}

/** Mostly an event's ticker begins with its series. */
const toSeriesTicker = (eventTicker: string): string => eventTicker.split("-")[0] || eventTicker;

interface MarketInput {
  readonly fields: Fields;
  readonly id: string;
  readonly ownTitle: string;
  readonly event: EventRecord;
  readonly parent: Parent | null;
}

function toMarket({ fields, id, ownTitle, event, parent }: MarketInput): MarketRecord {
  const label = toLabel(fields);
  const { bid, ask, last } = toQuotes(fields);
  const status = toStatus(fields.status);
  const ending = status === "open" ? null : toEnding(fields);
  const settled = ending?.price == null ? null : ({ yes: ending.price, source: "settlement" } as const);
  const price = settled ?? bookPrice(bid, ask, last);
  const contractUsd = (dollars(fields.notional_value_dollars, fields.notional_value) ?? ONE) / ONE;
  const volume = count(fields.volume_fp, fields.volume);
  return {
    id,
    eventId: event.id,
    title: toTitle(ownTitle, label, parent?.named ?? null),
    outcomeLabel: parent?.isOnly === true ? null : label,
    description: toRules(fields),
    url: event.url,
    status,
    yesPrice: price?.yes ?? null,
    priceSource: price?.source ?? null,
    bestBid: bid,
    bestAsk: ask,
    lastPrice: last,
    volume: toUsd(volume, contractUsd) ?? 0,
    volume24h: toUsd(count(fields.volume_24h_fp, fields.volume_24h), contractUsd) ?? 0,
    rawVolume: volume,
    // Published as zero for all markets before it was removed: a zero says nothing.
    liquidity: toCents(fields.liquidity_dollars) || null,
    openInterest: toUsd(count(fields.open_interest_fp, fields.open_interest), contractUsd),
    closesAt: time(fields.close_time),
    createdAt: time(fields.created_time) ?? time(fields.open_time),
    outcome: ending?.outcome ?? null,
    settlementPrice: ending?.price ?? null,
    resolvedAt: ending === null || ending.outcome === "unknown" ? null : time(fields.settlement_ts),
    historyKey: parent?.series ?? null,
  };
}

function toRules(fields: Fields): string | null {
  const first = text(fields.rules_primary);
  const second = text(fields.rules_secondary);
  return first === null || second === null ? (first ?? second) : `${first}\n\n${second}`;
}

/** Prices of yes: 0 and 1 stand for the empty sides of a book, and 0 for a market that never traded. */
function toQuotes(fields: Fields): Record<"bid" | "ask" | "last", Micros | null> {
  const ask = dollars(fields.yes_ask_dollars, fields.yes_ask);
  return {
    bid: dollars(fields.yes_bid_dollars, fields.yes_bid) || null,
    ask: ask === ONE ? null : ask || null,
    last: dollars(fields.last_price_dollars, fields.last_price) || null,
  };
}

/** What yes stands for; a plain "Yes" says no more than the title does. */
function toLabel(fields: Fields): string | null {
  const label = text(fields.yes_sub_title) ?? text(fields.subtitle);
  return label?.toLowerCase() === "yes" ? null : label;
}

/**
 * A price in dollars: from the field with the suffix, which holds decimal text, else from the one without, which held
 * whole cents until 2026-03-12, and decimal text on the historical endpoints.
 */
export function dollars(withSuffix: unknown, without: unknown): Micros | null {
  if (withSuffix !== undefined && withSuffix !== null) return toMicros(withSuffix);
  return typeof without === "number" ? toMicros(without / 100) : toMicros(without);
}

/** A number of contracts: decimal text with a suffix, a whole number without. */
function count(withSuffix: unknown, without: unknown): number | null {
  const number = toNumber(withSuffix) ?? toNumber(without);
  return number === null || number < 0 ? null : number;
}

const toUsd = (contracts: number | null, each: number): number | null =>
  contracts === null ? null : toCents(contracts * each);

const CLOSED = new Set<unknown>(["closed", "determined", "disputed", "amended", "finalized", "settled"]);

/** Paused and upcoming markets count as open, as does a word not known: a passed close time closes those as well. */
const toStatus = (status: unknown): MarketStatus => (CLOSED.has(status) ? "closed" : "open");

interface Ending {
  readonly outcome: Outcome;
  readonly price: Micros | null;
}

/** Only a finalized market has ended for good: a determined one already shows a result that may be disputed. */
function toEnding(fields: Fields): Ending {
  const isFinal = fields.status === "finalized" || fields.status === "settled";
  if (isFinal && fields.result === "yes") return { outcome: "yes", price: ONE };
  if (isFinal && fields.result === "no") return { outcome: "no", price: 0 };
  if (isFinal && fields.result === "scalar") {
    return { outcome: "split", price: dollars(fields.settlement_value_dollars, fields.settlement_value) };
  }
  return { outcome: "unknown", price: null };
}
