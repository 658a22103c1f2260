import type { MarketStatus } from "../domain/markets.ts";
import type { Cents } from "../domain/prices.ts";
import { consistently, type Db, prepareText, type Statement } from "./database/db.ts";
import { getQuery } from "./database/queries.ts";
import { EVENT_SORTS, type Lists, type PageFacts, type Slice } from "./lists/list.ts";
import type { OneOrMore } from "./lists/page.ts";
import { type EventMarket, openEventMarkets } from "./markets.ts";
import { openTitleSearch } from "./titles/search.ts";

/** An event with the totals of its markets, kept at ingest. Times are epoch milliseconds. */
export interface StoredEvent {
  readonly platform: string;
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly status: MarketStatus;
  readonly imageUrl: string | null;
  readonly url: string;
  readonly marketCount: number;
  readonly totalVolume: Cents;
  readonly volume24h: Cents;
  readonly liquidity: Cents | null;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly tags: readonly string[];
}

export { EVENT_SORTS };
export type EventSort = (typeof EVENT_SORTS)[number];

export interface EventQuery {
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly status: MarketStatus | "all";
  readonly text?: string | undefined;
  readonly sort: EventSort;
  readonly order: "asc" | "desc";
}

export interface EventPage extends PageFacts {
  readonly events: readonly StoredEvent[];
}

/** An event with its description and its listed markets, by volume. */
export interface EventDetail extends StoredEvent {
  readonly description: string | null;
  /** True where the platform says that at most one market of the event can end with yes. */
  readonly isExclusive: boolean;
  readonly markets: readonly EventMarket[];
}

/** Reads events over one connection. */
export function openEvents(db: Db, lists: Lists) {
  const byKeys = prepareEvents(db, "events", "byKeys");
  const titles = openTitleSearch(db, { noun: "Event", list: lists.events });
  const byId = prepareEvents(db, "events", "byId", "event_key AS eventKey, description, is_exclusive AS isExclusive");
  const listMarkets = openEventMarkets(db, lists.markets);
  return {
    find: (platform: string, id: string): EventDetail | undefined =>
      consistently(db, () => {
        const row = byId.get({ platform, id }) as EventDetailRow | undefined;
        if (row === undefined) return undefined;
        const { eventKey, isExclusive, ...event } = row;
        const markets = listMarkets(eventKey, { size: MAX_MARKETS });
        return { ...toStoredEvent(event), isExclusive: isExclusive === 1, markets };
      }),

    /** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
    list: (query: EventQuery, slice: Slice): EventPage =>
      consistently(db, () => {
        const { platform, category, status, text, sort, order } = query;
        const among = text === undefined ? undefined : (titles.keys(text) ?? []);
        const { keys, ...facts } = lists.events.page(
          { status, platforms: platform, category, among, sort, order },
          slice,
        );
        const rows = byKeys.all(JSON.stringify(keys)) as EventColumns[];
        return { events: rows.map(toStoredEvent), ...facts };
      }),
  };
}

/** An event as it is stored: its tags are JSON text. */
export type EventColumns = Omit<StoredEvent, "tags"> & { readonly tags: string };

const COLUMNS = getQuery("events", "columns");

/** Prepares a named statement that begins after the columns of a StoredEvent; `more` are further columns. */
export const prepareEvents = (db: Db, noun: string, name: string, more?: string): Statement =>
  prepareText(db, `SELECT ${COLUMNS}${more === undefined ? "" : `, ${more}`} ${getQuery(noun, name)}`);

export const toStoredEvent = <Row extends EventColumns>(row: Row) => ({
  ...row,
  tags: JSON.parse(row.tags) as readonly string[],
});

type EventDetailRow = EventColumns &
  Pick<EventDetail, "description"> & { readonly eventKey: number; readonly isExclusive: number | null };

/** More than any event has. */
const MAX_MARKETS = 10_000;
