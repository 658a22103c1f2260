import type { BookLevel, OrderBook } from "../domain/books.ts";
import type { EventRecord, MarketRecord } from "../domain/markets.ts";
import { type Micros, ONE, toMicros, toNumber } from "../domain/prices.ts";
import type { Fetcher } from "./fetcher.ts";
import { toRecords } from "./json-fields.ts";

/** A record of a page that cannot become a market. */
export interface Rejection {
  /** The platform's id of the record, or null where it is unreadable. */
  readonly id: string | null;
  readonly reason: RejectionReason;
}

export type RejectionReason =
  /** More or fewer than two outcomes, a scalar, a poll, a combination of markets. */
  | "not_binary"
  /** No readable id, title or event. */
  | "malformed"
  /** Taken out of view by the platform. */
  | "archived";

/** The events and markets of one page. */
export interface Listing {
  readonly events: readonly EventRecord[];
  readonly markets: readonly MarketRecord[];
  readonly rejected: readonly Rejection[];
  /** Ids of what is no market yet: slots without a name, and markets whose trading has not begun. */
  readonly unopened: readonly string[];
  /** Ids of open markets whose end, as the platform states it, lies behind; missing where an end closes a market. */
  readonly pastEnds?: readonly string[];
}

/** Adapter for one platform. Fetching pages and reading them are separate. */
export interface Source {
  readonly platform: string;

  /**
   * Reads one page body of any of the fetches below. Pure, and never throws: a record it cannot use goes to `rejected`
   * and spoils no other. Every market's event is among `events`. `now` is epoch milliseconds.
   */
  normalise(body: unknown, now: number): Listing;

  /** Page bodies of everything that is open, each market at least once. `now` is epoch milliseconds. */
  fetchOpen(fetcher: Fetcher, now: number): AsyncIterable<unknown>;

  /** Page bodies of what changed since `since` or closes soon. Missing where the platform cannot filter so. */
  fetchActive?(fetcher: Fetcher, since: number): AsyncIterable<unknown>;

  /** Page bodies of what resolved since `since`, newest first where the platform allows. */
  fetchResolved?(fetcher: Fetcher, since: number): AsyncIterable<unknown>;

  /** False where only a single market's body has its rules; true where this is missing. */
  readonly hasRulesInListing?: boolean;

  /** Page bodies that hold these markets (ids as published), closed ones included. Unknown ids are left out. */
  fetchMarkets?(fetcher: Fetcher, ids: readonly string[]): AsyncIterable<unknown>;

  /**
   * Page bodies that hold these events whole, with at least the markets named. Unknown events are left out. Missing
   * where no market stays without its event.
   */
  fetchEvents?(fetcher: Fetcher, events: readonly EventRequest[]): AsyncIterable<unknown>;

  /**
   * Page bodies of whole events whose markets have settled, of those that closed since `since`, many a page. Missing
   * where the platform does not list them.
   */
  fetchSettledEvents?(fetcher: Fetcher, since: number): AsyncIterable<unknown>;

  /**
   * Prices of yes between two times, in any order, with repetitions; empty where the platform has none. Missing where
   * the platform has no history.
   */
  fetchHistory?(fetcher: Fetcher, market: PastMarket, span: Span): Promise<readonly PastPrice[]>;

  /**
   * The order books of these markets, the most wanted market first. It may end before the last market. Missing where the
   * platform has no books. `now` is epoch milliseconds.
   */
  fetchBooks?(fetcher: Fetcher, markets: readonly BookRequest[], now: number): AsyncIterable<BookPage>;

  /** Reads current prices of some markets with few requests. Missing where the platform has no address for that. */
  readonly quotes?: QuoteReader;
}

/** Order books by market id; null, or missing, where a market has no readable book. */
export type BookPage = ReadonlyMap<string, OrderBook | null>;

/** A market whose book is asked for. */
export type BookRequest = Pick<PastMarket, "id" | "historyKey">;

/** How to read current prices of markets by their ids. */
export interface QuoteReader {
  /** Markets that one request asks for. */
  readonly marketsPerRequest: number;
  /** The platform's figures are no newer than this, and it wants no requests closer together. Missing for no such limit. */
  readonly everyMs?: number;
  /** Quotes in the order of asking, as they arrive. Markets that are closed or unknown are left out. */
  fetch(fetcher: Fetcher, markets: readonly BookRequest[], now: number): AsyncIterable<readonly Quote[]>;
}

/** The prices of an open market. Fields that did not come are missing. */
export type Quote = Pick<MarketRecord, "id" | "yesPrice" | "priceSource" | "bestBid" | "bestAsk"> &
  Partial<Pick<MarketRecord, QuoteExtra>>;

type QuoteExtra = "isTradable" | "lastPrice" | "volume" | "volume24h" | "rawVolume" | "liquidity" | "openInterest";

/** An event to fetch, with those of its markets that are stored. */
export interface EventRequest {
  readonly id: string;
  readonly marketIds: readonly string[];
}

/** A market as a platform's history endpoint knows it. */
export interface PastMarket {
  readonly id: string;
  readonly eventId: string;
  readonly historyKey: string | null;
}

/** Epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The price at `at` (epoch milliseconds) and until the next one. */
export interface PastPrice {
  readonly at: number;
  readonly yesPrice: Micros;
}

/** Makes a platform's source; `urls` are the base addresses from the settings. */
export type OpenSource = (urls: Readonly<Record<string, string>>) => Source;

/** Of one call, where each book is a request. */
const MAX_REQUESTS = 10;

/** Larger sizes are no numbers of contracts. */
const MAX_SIZE = 1e15;

/** A level from a price in 0..1 and a size in contracts; empty where one of them cannot be read or is zero. */
export function toLevel(price: unknown, size: unknown): readonly BookLevel[] {
  const micros = toMicros(price);
  const contracts = toNumber(size);
  if (micros === null || micros === 0 || micros === ONE) return [];
  if (contracts === null || contracts <= 0 || contracts > MAX_SIZE) return [];
  return [[micros, contracts]];
}

/** The levels of a side given as `[{price, size}]`. */
export const toLevels = (side: readonly unknown[]): readonly BookLevel[] =>
  toRecords(side).flatMap((level) => toLevel(level?.price, level?.size));

/** A bid for no as the ask for yes it amounts to. */
export const turnLevel = ([price, size]: BookLevel): BookLevel => [ONE - price, size];

/** The books of the first markets, one request each; `read` gives null where a body is no book, as of an unknown market. */
export async function* fetchSingleBooks(
  fetcher: Fetcher,
  markets: readonly BookRequest[],
  toUrl: (id: string) => string,
  read: (body: unknown) => OrderBook | null,
): AsyncGenerator<BookPage> {
  for (const { id } of markets.slice(0, MAX_REQUESTS)) {
    yield new Map([[id, read(await fetcher.json(toUrl(id), { isOptional: true }))]]);
  }
}
