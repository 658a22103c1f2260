import { type EventSums, sumOutcomes } from "../domain/event-sums.ts";
import type { MarketStatus } from "../domain/markets.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import { EVENT_SORTS, type Lists, type PageFacts, type Slice } from "./lists/list.ts";
import type { OneOrMore } from "./lists/page.ts";
import { type AgedEventMarket, openEventMarkets } from "./markets.ts";
import { openTitleSearch } from "./titles/search.ts";

/** An event with the totals of its markets, kept at ingest. Money is cents, times are epoch milliseconds. */
export type StoredEvent = Omit<EventColumns, "tags"> & { readonly tags: readonly string[] };

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
export interface EventDetail extends StoredEvent, EventSums {
  readonly description: string | null;
  /** True where the platform says that at most one market of the event can end with yes. */
  readonly isExclusive: boolean;
  readonly markets: readonly AgedEventMarket[];
}

/** Reads events over one connection. */
export function openEvents(db: Db, lists: Lists) {
  const byKeys = prepare(db, "events", "byKeys");
  const titles = openTitleSearch(db, { noun: "Event", list: lists.events });
  const byId = prepare(db, "events", "byId");
  const listMarkets = openEventMarkets(db, lists.markets);
  const toListQuery = ({ text, platform, ...query }: EventQuery) => ({
    ...query,
    platforms: platform,
    among: text === undefined ? undefined : (titles.keys(text) ?? []),
  });
  return {
    /** `now` is epoch milliseconds. */
    find: (platform: string, id: string, now: number): EventDetail | undefined =>
      consistently(db, () => {
        const row = byId.get({ platform, id });
        if (row === undefined) return undefined;
        const { eventKey, isExclusive, hasAllOutcomes, ...event } = row;
        const markets = listMarkets(eventKey, { now, size: MAX_MARKETS });
        const sums = sumOutcomes(isExclusive === 1 && hasAllOutcomes === 1 ? markets : []);
        return { ...toStoredEvent(event), isExclusive: isExclusive === 1, ...sums, markets };
      }),

    /** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
    list: (query: EventQuery, slice: Slice): EventPage =>
      consistently(db, () => {
        const { keys, ...facts } = lists.events.page(toListQuery(query), slice);
        const rows = byKeys.all(JSON.stringify(keys));
        return { events: rows.map(toStoredEvent), ...facts };
      }),

    /** The keys of all of them. */
    keys: (query: EventQuery): readonly number[] =>
      consistently(db, () => lists.events.keys(toListQuery(query), Number.POSITIVE_INFINITY)),
  };
}

/** An event as it is stored: its tags are JSON text. */
type EventColumns = SqlRow<"events", "byKeys">;

export const toStoredEvent = <Row extends EventColumns>(row: Row) => ({
  ...row,
  tags: JSON.parse(row.tags) as readonly string[],
});

/** More than any event has. */
const MAX_MARKETS = 10_000;
