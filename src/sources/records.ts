import type { EventRecord, MarketRecord, Outcome, PriceSource, SettlementSource } from "../domain/markets.ts";
import { type Micros, ONE } from "../domain/prices.ts";
import { cut, type JsonFields, MAX_TEXT_LENGTH, text, toUrl } from "./json-fields.ts";
import type { Listing, Quote, Rejection, RejectionReason } from "./source.ts";

/** A listing under construction. Events are kept by id, so that each appears once. */
export interface ListingDraft {
  readonly events: Map<string, EventRecord>;
  readonly markets: MarketRecord[];
  readonly rejected: Rejection[];
  readonly unopened: string[];
  readonly pastEnds: string[];
}

/** The listing of what `read` adds for each row, with titles, labels and tags on one line and no text too long. */
export function toListing(
  rows: readonly (JsonFields | null)[],
  read: (draft: ListingDraft, row: JsonFields | null) => void,
): Listing {
  const draft: ListingDraft = { events: new Map(), markets: [], rejected: [], unopened: [], pastEnds: [] };
  for (const row of rows) read(draft, row);
  return {
    events: [...draft.events.values()].map(limitEvent),
    markets: draft.markets.map(limitMarket),
    rejected: draft.rejected,
    unopened: draft.unopened,
    pastEnds: draft.pastEnds,
  };
}

const MAX_TAGS = 50;

const limitEvent = (event: EventRecord): EventRecord => ({
  ...event,
  title: toLine(event.title),
  description: event.description && cut(event.description, MAX_TEXT_LENGTH),
  tags: event.tags.slice(0, MAX_TAGS).map(toLine),
});

const limitMarket = (market: MarketRecord): MarketRecord => ({
  ...market,
  title: toLine(market.title),
  outcomeLabel: market.outcomeLabel && toLine(market.outcomeLabel),
  description: market.description && cut(market.description, MAX_TEXT_LENGTH),
  settlementSource: limitSource(market.settlementSource),
});

const limitSource = (source: SettlementSource | null): SettlementSource | null =>
  source?.name ? { ...source, name: toLine(source.name) } : source;

const MAX_LINE_LENGTH = 500;

const toLine = (words: string): string => cut(words.replace(/\s+/g, " "), MAX_LINE_LENGTH);

/** Adds a market whose stated end does not close it. */
export function addMarket(
  draft: ListingDraft,
  market: MarketRecord,
  { end, now }: { readonly end: number | null; readonly now: number },
): void {
  draft.markets.push(market);
  if (market.status === "open" && end !== null && end <= now) draft.pastEnds.push(market.id);
}

export const reject = ({ rejected }: ListingDraft, id: string | null, reason: RejectionReason): number =>
  rejected.push({ id, reason });

/** How a closed market ended; the price is what a yes contract paid, null where it is not known. */
export interface Ending {
  readonly outcome: Outcome;
  readonly price: Micros | null;
}

export const UNKNOWN_ENDING: Ending = { outcome: "unknown", price: null };
export const YES_ENDING: Ending = { outcome: "yes", price: ONE };
export const NO_ENDING: Ending = { outcome: "no", price: 0 };

/**
 * The fields of a market that say whether and how it closed, and its price: `shown` until it has settled. The ending of an
 * open market is null.
 */
export function toClosing(ending: Ending | null, shown: Price | null, resolvedAt: number | null) {
  const settlementPrice = ending?.price ?? null;
  const price: Price | null = settlementPrice === null ? shown : { yes: settlementPrice, source: "settlement" };
  return {
    status: ending === null ? "open" : "closed",
    yesPrice: price?.yes ?? null,
    priceSource: price?.source ?? null,
    outcome: ending?.outcome ?? null,
    settlementPrice,
    resolvedAt: ending === null || ending.outcome === "unknown" ? null : resolvedAt,
  } as const;
}

/** A price of yes and where it was taken from. */
export interface Price {
  readonly yes: Micros;
  readonly source: PriceSource;
}

/** With a wider spread than this, the last trade says more than the middle of the book. */
export const WIDE_SPREAD: Micros = 100_000;

/** The middle of bid and ask; null unless both sides are there. */
export const midOf = (bid: Micros | null, ask: Micros | null): Micros | null =>
  bid === null || ask === null ? null : Math.round((bid + ask) / 2);

/** The middle of a book that is not wide, else the last trade, else null. */
export function bookPrice(bid: Micros | null, ask: Micros | null, last: Micros | null): Price | null {
  const mid = midOf(bid, ask);
  if (mid !== null && bid !== null && ask !== null && ask - bid <= WIDE_SPREAD) return { yes: mid, source: "mid" };
  return last === null ? null : { yes: last, source: "last" };
}

/** Quotes of the open markets of a listing. What a record leaves out takes nothing back. */
export const quotesOf = ({ markets }: Listing): Quote[] =>
  markets.filter(({ status }) => status === "open").map(toQuote);

function toQuote({ id, yesPrice, priceSource, bestBid, bestAsk, isTradable, ...record }: MarketRecord): Quote {
  const { lastPrice, volume, volume24h, rawVolume, liquidity, openInterest } = record;
  return {
    id,
    yesPrice,
    priceSource,
    bestBid,
    bestAsk,
    isTradable,
    ...(lastPrice === null ? {} : { lastPrice }),
    ...(rawVolume === null ? {} : { volume, volume24h, rawVolume }),
    ...(liquidity === null ? {} : { liquidity }),
    ...(openInterest === null ? {} : { openInterest }),
  };
}

/** A field that holds one web address, or words that name the source. An image says nothing. */
export function toSettlementSource(value: unknown): SettlementSource | null {
  const words = toName(value);
  if (words === null) return null;
  const url = toLink(words);
  if (url === null) return { name: words, url: null };
  return IMAGE.test(url) ? null : { name: null, url };
}

/** Text on one line, without characters of private use. */
export const toName = (value: unknown): string | null => text(text(value)?.replace(/[\s\p{Co}]+/gu, " "));

/** An http or https address in its normal form, or null. */
export const toLink = (value: unknown): string | null => toUrl(value)?.href ?? null;

/** Polymarket's events have had the address of a picture here. */
const IMAGE = /\.(avif|gif|jpe?g|png|svg|webp)$/i;
