import type { MarketStatus } from "../domain/markets.ts";
import { consistently, type Db } from "./database/index.ts";
import { type EventColumns, prepareEvents, type StoredEvent, toStoredEvent } from "./events.ts";
import type { EventList, Lists, MarketList } from "./lists/index.ts";
import { prepareMarkets, type StoredMarket } from "./markets.ts";
import { type BestTitles, MAX_COUNTED, openTitleSearch } from "./titles/index.ts";

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
  /** All hits, counted up to MAX_COUNTED. */
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

/** Searches over one connection; markets and events of `hidden` platforms are not found. */
export function openSearch(db: Db, lists: Lists, hidden: readonly string[]): Search {
  const marketsByKeys = prepareMarkets(db, "markets", "byKeys");
  const eventsByKeys = prepareEvents(db, "events", "byKeys");
  const findMarkets = openBest(db, "Market", lists.markets, hidden);
  const findEvents = openBest(db, "Event", lists.events, hidden);
  return {
    find: (query) =>
      consistently(db, () => {
        const markets = findMarkets(query);
        const events = findEvents(query);
        const eventRows = eventsByKeys.all(JSON.stringify(events?.keys ?? [])) as EventColumns[];
        const [eventsFound, marketsFound] = [events?.count ?? 0, markets?.count ?? 0];
        return {
          events: eventRows.map(toStoredEvent),
          markets: marketsByKeys.all(JSON.stringify(markets?.keys ?? [])) as StoredMarket[],
          eventsFound: Math.min(eventsFound, MAX_COUNTED),
          marketsFound: Math.min(marketsFound, MAX_COUNTED),
          isCapped: Math.max(eventsFound, marketsFound) > MAX_COUNTED,
          hasTerms: markets !== undefined,
        };
      }),
  };
}

/** Finds the best titles of a noun, open before closed, then by volume. */
function openBest(db: Db, noun: "Market" | "Event", list: MarketList | EventList, hidden: readonly string[]) {
  const titles = openTitleSearch(db, noun, { hidden });
  return (query: SearchQuery): BestTitles | undefined => {
    const { platform, status } = query;
    const platforms = platform === undefined ? undefined : [platform];
    const statuses = status === "all" ? (["open", "closed"] as const) : [status];
    const rank = (among: readonly number[]): number[] =>
      statuses.flatMap((one) =>
        list.keys({ status: one, platforms, among, sort: "volume", order: "desc" }, among.length),
      );
    return titles.best({ ...query, rank });
  };
}
