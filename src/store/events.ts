import { type EventSums, sumOutcomes } from "../domain/cost.ts";
import type { MarketStatus } from "../domain/markets.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import {
  hasStatus,
  isOneOf,
  type ListSelection,
  listPage,
  type OneOrMore,
  type PageFacts,
  type Slice,
} from "./lists/list-query.ts";
import { refreshRows } from "./lists/listed.ts";
import { type EventSort, LISTED_EVENTS } from "./lists/nouns.ts";
import { type AgedEventMarket, listEventMarkets } from "./markets.ts";
import { isFound } from "./titles/hits.ts";
import { matchTitles } from "./titles/search.ts";

/** An event with the totals of its markets, kept at ingest. Money is cents, times are epoch milliseconds. */
export type StoredEvent = Omit<EventColumns, "tags"> & { readonly tags: readonly string[] };

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

/** `now` is epoch milliseconds. */
export const findEvent = (db: Db, platform: string, id: string, now: number): EventDetail | undefined =>
  consistently(db, () => {
    const row = prepare(db, "events", "byId").get({ platform, id });
    if (row === undefined) return undefined;
    const { eventKey, isExclusive, hasAllOutcomes, ...event } = row;
    const markets = listEventMarkets(db, eventKey, { now, size: MAX_MARKETS });
    const sums = sumOutcomes(isExclusive === 1 && hasAllOutcomes === 1 ? markets : []);
    return { ...toStoredEvent(event), isExclusive: isExclusive === 1, ...sums, markets };
  });

/** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
export const listEvents = (db: Db, query: EventQuery, slice: Slice): EventPage =>
  consistently(db, () => {
    refreshRows(db);
    const { keys, ...facts } = listPage(db, LISTED_EVENTS, selectEvents(db, query), slice);
    return { events: readEvents(db, keys), ...facts };
  });

/** Reads events in the order of their keys. */
export const readEvents = (db: Db, eventKeys: readonly number[]): StoredEvent[] =>
  prepare(db, "events", "byKeys").all(JSON.stringify(eventKeys)).map(toStoredEvent);

/** What a list of events consists of. */
export function selectEvents(
  db: Db,
  { status, platform, category, text, sort, order }: EventQuery,
): ListSelection<EventSort> {
  const hits = text === undefined ? undefined : matchTitles(db, "Event", text);
  const facets = [hasStatus(status), isOneOf("platform", platform), isOneOf("category", category)];
  return { conditions: [...facets, isFound("event_key", hits)], sort, order };
}

/** An event as it is stored: its tags are JSON text. */
type EventColumns = SqlRow<"events", "byKeys">;

export const toStoredEvent = <Row extends EventColumns>(row: Row) => ({
  ...row,
  tags: JSON.parse(row.tags) as readonly string[],
});

/** More than any event has. */
const MAX_MARKETS = 10_000;
