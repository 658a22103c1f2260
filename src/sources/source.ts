import type { EventRecord, MarketRecord } from "../domain/markets.ts";
import type { Micros } from "../domain/prices.ts";
import type { Fetcher } from "./fetcher.ts";

/** A record of a page that cannot become a market. */
export interface Rejection {
  /** The platform's id of the record, where it has a readable one. */
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

/** What one page of a platform's listing says, in our terms. */
export interface Listing {
  readonly events: readonly EventRecord[];
  readonly markets: readonly MarketRecord[];
  readonly rejected: readonly Rejection[];
}

/** One platform: how its pages are fetched and how they are read, kept apart. */
export interface Source {
  readonly platform: string;

  /**
   * Reads one page body of any of the fetches below. Pure and total: it never throws, whatever it is given; a record
   * it cannot use is in `rejected` and spoils no other. Every market's event is among `events`.
   */
  normalise(body: unknown, now: number): Listing;

  /** Page bodies of everything that is open, each market at least once. */
  fetchOpen(fetcher: Fetcher): AsyncIterable<unknown>;

  /** Page bodies of what changed since `since` or is about to close; absent where the platform cannot tell. */
  fetchActive?(fetcher: Fetcher, since: number): AsyncIterable<unknown>;

  /** Page bodies of what resolved since `since`, newest first where the platform allows. */
  fetchResolved?(fetcher: Fetcher, since: number): AsyncIterable<unknown>;

  /** Page bodies that hold these markets (ids as published), closed ones included; unknown ids are left out. */
  fetchMarkets?(fetcher: Fetcher, ids: readonly string[]): AsyncIterable<unknown>;

  /**
   * Page bodies that hold these events whole, with at least the markets named; unknown ones are left out. Absent where
   * markets never come without their event for good.
   */
  fetchEvents?(fetcher: Fetcher, events: readonly AskedEvent[]): AsyncIterable<unknown>;

  /**
   * Prices of yes between two times (epoch milliseconds), in any order, repeated ones included; none where the platform
   * knows none. Absent where it has no history.
   */
  fetchHistory?(fetcher: Fetcher, market: PastMarket, span: Span): Promise<readonly PastPrice[]>;
}

/** An event to be asked for, with those of its markets that are stored. */
export interface AskedEvent {
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

/** A price that was in force at `at` (epoch milliseconds). */
export interface PastPrice {
  readonly at: number;
  readonly yesPrice: Micros;
}

/** Makes a platform's source for the base addresses in the settings. */
export type OpenSource = (urls: Readonly<Record<string, string>>) => Source;
