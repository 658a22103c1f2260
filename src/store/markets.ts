import type { MarketStatus } from "../domain/markets.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import type { Cents, Micros } from "../domain/prices.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import { type ListQuery, MARKET_SORTS, type MarketList, type PageFacts, type Slice } from "./lists/list.ts";
import type { OneOrMore } from "./lists/page.ts";
import { type Aged, openPriceAges, withAges } from "./price-ages.ts";
import { openTitleSearch } from "./titles/search.ts";

/**
 * A market as it is stored and listed, with its row's key. Prices are millionths, volumes cents, times epoch milliseconds;
 * `questionId` is that of the question that it asks together with another listed market.
 */
export type StoredMarket = SqlRow<"markets", "byKeys">;

/** The same with how old its price is. */
export type AgedMarket = Aged<StoredMarket>;

/** A market among those of its event, with the platform's name of this outcome: "Cut 25bps"; null where it has none. */
export type EventMarket = SqlRow<"markets", "ofEventByKeys">;
export type AgedEventMarket = Aged<EventMarket>;

interface MarketId {
  readonly platform: string;
  readonly id: string;
}

export { MARKET_SORTS };
export type MarketSort = (typeof MARKET_SORTS)[number];

/** Which markets, in which order; an absent filter lets everything pass. */
export interface MarketQuery {
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly status: MarketStatus | "all";
  readonly minVolume: Cents;
  readonly minPrice?: Micros | undefined;
  readonly maxPrice?: Micros | undefined;
  readonly sort: MarketSort;
  readonly order: "asc" | "desc";
  /** What a person typed; all its words must be in the title. */
  readonly text?: string | undefined;
  readonly eventId?: string | undefined;
  readonly ids?: readonly MarketId[] | undefined;
  readonly updatedSince?: number | undefined;
  readonly closingAfter?: number | undefined;
  readonly closingBefore?: number | undefined;
}

export interface MarketPage extends PageFacts {
  readonly markets: readonly StoredMarket[];
}

/** Reads markets over one connection. */
export function openMarkets(db: Db, list: MarketList) {
  const byKeys = prepare(db, "markets", "byKeys");
  const showQuestions = openShownQuestions(db, list);
  const titles = openTitleSearch(db, { noun: "Market", list });
  const findNamed = openNamed(db);
  const ofIds = prepare(db, "markets", "keysOfIds");
  const readAges = openPriceAges(db);
  const findAmong = (query: MarketQuery): readonly number[] | undefined => {
    const named = findNamed(query);
    const found = query.text === undefined ? undefined : (titles.keys(query.text) ?? []);
    return intersect(named, found);
  };
  return {
    /** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
    list: (query: MarketQuery, slice: Slice): MarketPage =>
      consistently(db, () => {
        const { keys, ...facts } = list.page({ ...toListQuery(query), among: findAmong(query) }, slice);
        return { markets: showQuestions(byKeys.all(JSON.stringify(keys))), ...facts };
      }),

    /** Adds to rows how old their prices are at `now`, in epoch milliseconds. */
    withAges: <Row extends Pick<StoredMarket, "platform" | "marketKey" | "status">>(
      rows: readonly Row[],
      now: number,
    ) => consistently(db, () => withAges(rows, readAges(now))),

    /** The keys of all of them. */
    keys: (query: MarketQuery): readonly number[] =>
      consistently(db, () => list.keys({ ...toListQuery(query), among: findAmong(query) }, Number.POSITIVE_INFINITY)),

    /** Those of these ids that no market has, or one without a price yet. */
    listUnknown: (ids: readonly MarketId[]): readonly MarketId[] =>
      consistently(db, () => {
        if (ids.length === 0) return [];
        list.sync(Number.POSITIVE_INFINITY);
        const rows = ofIds.all(toNames(ids));
        const listed = rows.filter(({ marketKey }) => list.facetOf(marketKey) !== undefined);
        const known = new Set(listed.map(({ platform, id }) => `${platform}:${id}`));
        return ids.filter(({ platform, id }) => !known.has(`${platform}:${id}`));
      }),
  };
}

/** Reads the listed markets of an event by volume, but for one of them where it is named. */
export function openEventMarkets(db: Db, list: MarketList) {
  const keysOf = prepare(db, "markets", "keysOfEventKey").pluck();
  const byKeys = prepare(db, "markets", "ofEventByKeys");
  const showQuestions = openShownQuestions(db, list);
  return (eventKey: number, { size, except }: { size: number; except?: number }): readonly EventMarket[] => {
    const among = keysOf.all(eventKey).filter((key) => key !== except);
    const keys = list.keys({ status: "all", among, sort: "volume", order: "desc" }, size);
    return showQuestions(byKeys.all(JSON.stringify(keys)));
  };
}

/** Takes their question from markets that are asked together with none but markets of hidden platforms. */
export function openShownQuestions(db: Db, list: MarketList) {
  const membersOf = prepare(db, "questions", "membersWith").pluck();
  const isShown = (marketKey: number): boolean =>
    membersOf.all({ marketKey }).filter((key) => list.facetOf(key) !== undefined).length > 1;
  return <Row extends Pick<StoredMarket, "marketKey" | "questionId">>(rows: readonly Row[]): readonly Row[] => {
    // SQL has counted the markets of all platforms.
    if (!list.hidesPlatforms) return rows;
    list.sync(Number.POSITIVE_INFINITY);
    return rows.map((row) => (row.questionId === null || isShown(row.marketKey) ? row : { ...row, questionId: null }));
  };
}

function toListQuery(query: MarketQuery): ListQuery<MarketSort> {
  const { status, platform, category, minVolume, minPrice, maxPrice, updatedSince, sort, order } = query;
  const { closingAfter, closingBefore } = query;
  return {
    status,
    platforms: platform,
    category,
    ranges: [
      ...(minVolume > 0 ? [{ sort: "volume", from: minVolume } as const] : []),
      ...(updatedSince === undefined ? [] : [{ sort: "updated", from: updatedSince } as const]),
      ...(minPrice === undefined ? [] : [{ sort: "price", from: minPrice } as const]),
      ...(maxPrice === undefined ? [] : [{ sort: "price", below: maxPrice + 1 } as const]),
      // After a moment is later than it, and times are whole milliseconds.
      ...(closingAfter === undefined ? [] : [{ sort: "closing", from: closingAfter + 1 } as const]),
      ...(closingBefore === undefined ? [] : [{ sort: "closing", below: closingBefore } as const]),
    ],
    sort,
    order,
  };
}

/** What two filters let pass; a missing one lets everything pass. */
function intersect(
  keys: readonly number[] | undefined,
  others: readonly number[] | undefined,
): readonly number[] | undefined {
  if (keys === undefined || others === undefined) return keys ?? others;
  const known = new Set(others);
  return keys.filter((key) => known.has(key));
}

const toNames = (ids: readonly MarketId[]): string => JSON.stringify(ids.map(({ platform, id }) => [platform, id]));

/** Finds the keys of markets that are asked for by id, or by the id of their event. */
function openNamed(db: Db): (query: MarketQuery) => readonly number[] | undefined {
  const ofIds = prepare(db, "markets", "keysOfIds").pluck();
  const ofEvent = prepare(db, "markets", "keysOfEvent").pluck();
  const platforms = JSON.stringify(PLATFORMS.map(({ id }) => id));
  return ({ ids, eventId }) => {
    const byId = ids && ofIds.all(toNames(ids));
    if (eventId === undefined) return byId;
    const byEvent = ofEvent.all({ eventId, platforms });
    return byId === undefined ? byEvent : byId.filter((key) => byEvent.includes(key));
  };
}
