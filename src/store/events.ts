import type { MarketStatus } from "../domain/markets.ts";
import type { Cents } from "../domain/prices.ts";
import { openCompletions } from "./completions.ts";
import { consistently, type Db, prepareText, type Statement } from "./db.ts";
import type { ListFilter, ListIndex } from "./list-index.ts";
import type { ListPlan } from "./list-plan.ts";
import { openListReader } from "./listing.ts";
import { prepareMarkets, type Slice, type StoredMarket } from "./markets.ts";
import { getQuery } from "./queries.ts";
import { parseTerms, type SearchTerms, toExpression } from "./search-text.ts";
import { onPlatforms } from "./title-hits.ts";

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

export const EVENT_SORTS = ["volume", "volume_24h", "markets", "recent"] as const;
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
export function openEvents(db: Db, hidden: readonly string[]): Events {
  const reader = openListReader(db, "Event");
  const complete = openCompletions(db, "event");
  const byId = prepareEvents(db, "events", "byId", "event_key AS eventKey, description, url");
  const marketsOf = prepareMarkets(db, "events", "marketsOf");
  return {
    find: (platform, id) =>
      consistently(db, () => {
        const row = byId.get({ platform, id }) as EventDetailRow | undefined;
        if (row === undefined) return undefined;
        const { eventKey, ...event } = row;
        return { ...toStoredEvent(event), markets: marketsOf.all({ eventKey, limit: MAX_MARKETS }) as StoredMarket[] };
      }),

    list: (query, slice) =>
      consistently(db, () => {
        const plan = toPlan(query, hidden, complete);
        if (plan === undefined) return { events: [], total: 0 };
        const { rows, total, nextCursor } = reader.readPage<EventColumns>(plan, slice);
        return { events: rows.map(toStoredEvent), total, nextCursor };
      }),
  };
}

/** An event as it is stored: its tags are JSON text. */
export type EventColumns = Omit<StoredEvent, "tags"> & { readonly tags: string };

/** Prepares a named statement that begins after the columns of a StoredEvent; `more` are further columns. */
export const prepareEvents = (db: Db, noun: string, name: string, more?: string): Statement =>
  prepareText(db, `SELECT ${fragment("columns")}${more === undefined ? "" : `, ${more}`} ${getQuery(noun, name)}`);

export const toStoredEvent = <Row extends EventColumns>(row: Row) => ({
  ...row,
  tags: JSON.parse(row.tags) as readonly string[],
});

type EventDetailRow = EventColumns & Pick<EventDetail, "description" | "url"> & { readonly eventKey: number };

/** More than any event has. */
const MAX_MARKETS = 10_000;

const SORT_KEYS: Record<EventSort, string> = {
  volume: "volume",
  volume_24h: "volume_24h",
  markets: "market_count",
  recent: "opened_at",
};

const fragment = (name: string): string => getQuery("events", name);

/** As 040_list_indexes.sql has them. */
const INDEXES: readonly ListIndex[] = [
  { name: "events_by_volume", sortKey: "volume", columns: ["category"] },
  { name: "events_by_platform_volume", leading: "platform", sortKey: "volume", columns: [] },
  { name: "events_by_category_volume", leading: "category", sortKey: "volume", columns: [] },
  { name: "events_by_volume_24h", sortKey: "volume_24h", columns: ["category"] },
  { name: "events_by_market_count", sortKey: "market_count", columns: ["category"] },
  { name: "events_by_opened_at", sortKey: "opened_at", columns: ["category"] },
];

type Complete = (terms: SearchTerms) => SearchTerms;

/** Undefined when the text holds no word, so that nothing can be found. */
function toPlan(query: EventQuery, hidden: readonly string[], complete: Complete): ListPlan | undefined {
  const terms = query.text === undefined ? undefined : complete(parseTerms(query.text));
  const match = terms && toExpression(terms);
  if (terms !== undefined && match === undefined) return undefined;
  return {
    table: "events",
    key: "event_key",
    columns: fragment("columns"),
    isListed: fragment("isListed"),
    keptCount: fragment("keptCount"),
    indexes: INDEXES,
    statuses: query.status === "all" ? ["open", "closed"] : [query.status],
    filters: toFilters(query, hidden),
    text: terms && match ? { terms, match: onPlatforms(match, query.platform, hidden) } : undefined,
    sortKey: SORT_KEYS[query.sort],
    isDescending: true,
    isReversed: query.order === "asc",
  };
}

function toFilters({ platform, category }: EventQuery, hidden: readonly string[]): ListFilter[] {
  const filters: ListFilter[] = [];
  const add = (name: string, column: string, values: Record<string, unknown>): void =>
    void filters.push({ column, text: fragment(name), values });
  if (hidden.length > 0) add("isOn", "platform", { hidden: JSON.stringify(hidden) });
  if (platform !== undefined) add("hasPlatform", "platform", { platform });
  if (category !== undefined) add("hasCategory", "category", { category });
  return filters;
}
