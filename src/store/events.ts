import type { MarketStatus } from "../domain/markets.ts";
import type { Cents } from "../domain/prices.ts";
import { consistently, type Db, getQuery, prepareText, type Statement } from "./database/index.ts";
import { openListReader } from "./listing.ts";
import { EVENT_COLUMNS, type ListPlan, type ListTables, type Slice } from "./lists/index.ts";
import { openEventMarkets, type StoredMarket } from "./markets.ts";
import { openCompletions, toTextFilter } from "./titles/index.ts";

/** An event with the totals of its markets, kept at ingest. Times are epoch milliseconds. */
export interface StoredEvent {
  readonly platform: string;
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly status: MarketStatus;
  readonly imageUrl: string | null;
  readonly marketCount: number;
  readonly totalVolume: Cents;
  readonly volume24h: Cents;
  readonly liquidity: Cents | null;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly tags: readonly string[];
}

export const EVENT_SORTS = EVENT_COLUMNS;
export type EventSort = (typeof EVENT_SORTS)[number];

export interface EventQuery {
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  readonly status: MarketStatus | "all";
  readonly text?: string | undefined;
  readonly sort: EventSort;
  readonly order: "asc" | "desc";
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  readonly total: number;
  readonly nextCursor?: string | undefined;
}

/** An event with all that is known of it and its listed markets by volume. */
export interface EventDetail extends StoredEvent {
  readonly description: string | null;
  readonly url: string;
  readonly markets: readonly StoredMarket[];
}

export interface Events {
  find(platform: string, id: string): EventDetail | undefined;
  /** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
  list(query: EventQuery, slice: Slice): EventPage;
}

/** Reads events over one connection; those of `hidden` platforms are not listed. */
export function openEvents(db: Db, lists: ListTables, hidden: readonly string[]): Events {
  const reader = openListReader(db, "Event", {
    table: lists.events,
    byKeys: `SELECT ${COLUMNS} ${getQuery("events", "byKeys")}`,
  });
  const complete = openCompletions(db, "event");
  const byId = prepareEvents(db, "events", "byId", "event_key AS eventKey, description, url");
  const listMarkets = openEventMarkets(db, lists.markets);
  return {
    find: (platform, id) =>
      consistently(db, () => {
        const row = byId.get({ platform, id }) as EventDetailRow | undefined;
        if (row === undefined) return undefined;
        const { eventKey, ...event } = row;
        return { ...toStoredEvent(event), markets: listMarkets(eventKey, { size: MAX_MARKETS }) };
      }),

    list: (query, slice) =>
      consistently(db, () => {
        const text = query.text === undefined ? undefined : toTextFilter(query.text, complete, query.platform, hidden);
        if (text === null) return { events: [], total: 0 };
        const { rows, total, nextCursor } = reader.readPage<EventColumns>({ ...toPlan(query, hidden), text }, slice);
        return { events: rows.map(toStoredEvent), total, nextCursor };
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

type EventDetailRow = EventColumns & Pick<EventDetail, "description" | "url"> & { readonly eventKey: number };

/** More than any event has. */
const MAX_MARKETS = 10_000;

function toPlan({ status, platform, category, sort, order }: EventQuery, hidden: readonly string[]): ListPlan {
  return {
    selection: { status, platforms: platform === undefined ? undefined : [platform], category, hidden, ranges: [] },
    column: EVENT_COLUMNS.indexOf(sort),
    isReversed: order === "asc",
  };
}
