import type { MarketStatus } from "../domain/markets.ts";
import { consistently, type Db } from "./database/index.ts";
import { type EventColumns, prepareEvents, type StoredEvent, toStoredEvent } from "./events.ts";
import type { ListTables } from "./lists/index.ts";
import { prepareMarkets, type StoredMarket } from "./markets.ts";
import { openTitleSearch, parseTerms } from "./titles/index.ts";

export interface SearchQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: string | undefined;
  readonly status: MarketStatus | "all";
  /** How many of each to give. */
  readonly limit: number;
}

export interface SearchResult {
  /** Best first. */
  readonly events: readonly StoredEvent[];
  readonly markets: readonly StoredMarket[];
  /** All hits, counted up to MOST_COUNTED. */
  readonly eventsFound: number;
  readonly marketsFound: number;
  /** True where there are more hits than were counted. */
  readonly isCapped: boolean;
  /** False when the text holds nothing that can be looked for. */
  readonly hasTerms: boolean;
}

export interface Search {
  /** Finds events and markets by the words of their titles; no text is an error. */
  find(query: SearchQuery): SearchResult;
}

/** Hits beyond this many are not counted. */
const MOST_COUNTED = 10_000;

/** Searches over one connection; markets and events of `hidden` platforms are not found. */
export function openSearch(db: Db, lists: ListTables, hidden: readonly string[]): Search {
  const mostCounted = MOST_COUNTED;
  const markets = openTitleSearch<StoredMarket>(db, hidden, {
    noun: "Market",
    table: lists.markets,
    rowsByKeys: prepareMarkets(db, "search", "marketsByKeys", "market_key AS key"),
    mostCounted,
  });
  const events = openTitleSearch<EventColumns>(db, hidden, {
    noun: "Event",
    table: lists.events,
    rowsByKeys: prepareEvents(db, "search", "eventsByKeys", "event_key AS key"),
    mostCounted,
  });
  return {
    find: (query) =>
      consistently(db, () => {
        const terms = parseTerms(query.text);
        const foundEvents = events(query, terms);
        const foundMarkets = markets(query, terms);
        return {
          events: foundEvents.rows.map(toStoredEvent),
          markets: foundMarkets.rows,
          eventsFound: Math.min(foundEvents.count, MOST_COUNTED),
          marketsFound: Math.min(foundMarkets.count, MOST_COUNTED),
          isCapped: Math.max(foundEvents.count, foundMarkets.count) > MOST_COUNTED,
          hasTerms: terms.wanted.length > 0,
        };
      }),
  };
}
