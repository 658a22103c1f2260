import type { MarketStatus } from "../domain/markets.ts";
import { NO_CHANGES, type PriceChanges } from "../domain/movement.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import type { Cents, Micros } from "../domain/prices.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import { type Moved, openPriceChanges } from "./history/changes.ts";
import { type ListQuery, MARKET_SORTS, type MarketList, type PageFacts, type Slice } from "./lists/list.ts";
import type { OneOrMore } from "./lists/page.ts";
import { openPriceAges } from "./price-ages.ts";
import { openTitleSearch } from "./titles/search.ts";

/**
 * A market as it is stored and listed, with its row's key. Prices are millionths, volumes cents, times epoch milliseconds;
 * `questionId` is that of the question that it asks together with another listed market.
 */
export type StoredMarket = SqlRow<"markets", "byKeys">;

/** The same with how old its price is, and how far it moved. */
export type AgedMarket = Moved<StoredMarket>;

/** A market among those of its event, with the platform's name of this outcome: "Cut 25bps"; null where it has none. */
type EventMarket = SqlRow<"markets", "ofEventByKeys">;
export type AgedEventMarket = Moved<EventMarket>;

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
  readonly isTradable?: boolean | undefined;
  readonly status: MarketStatus | "all";
  readonly minVolume: Cents;
  readonly minVolume24h?: Cents | undefined;
  /** The smallest move in 24 hours, up or down. */
  readonly minChange?: Micros | undefined;
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
  readonly resolvedSince?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A market whose outcome is final; `settlementPrice` is null where the platform does not say, and for a void market. */
export interface ResolvedMarket extends SqlRow<"markets", "resolvedByKeys">, PriceChanges {}

interface ResolvedPage extends PageFacts {
  readonly markets: readonly ResolvedMarket[];
}

export interface MarketPage extends PageFacts {
  readonly markets: readonly AgedMarket[];
}

/** Reads markets over one connection. */
export function openMarkets(db: Db, list: MarketList) {
  const readAges = openPriceAges(db);
  const byKeys = prepare(db, "markets", "byKeys");
  const showMarkets = openShownMarkets(db, list);
  const readResolved = openResolvedMarkets(db, list);
  const titles = openTitleSearch(db, { noun: "Market", list });
  const findNamed = openNamed(db);
  const ofIds = prepare(db, "markets", "keysOfIds");
  const findAmong = (query: MarketQuery): readonly number[] | undefined => {
    const named = findNamed(query);
    const found = query.text === undefined ? undefined : (titles.keys(query.text) ?? []);
    return intersect(named, found);
  };
  const plan = (query: MarketQuery): ListQuery<MarketSort> => {
    if (query.sort === "change" || query.minChange !== undefined) list.syncMoves(readAges(query.now));
    return { ...toListQuery(query), among: findAmong(query) };
  };
  return {
    /** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
    list: (query: MarketQuery, slice: Slice): MarketPage =>
      consistently(db, () => {
        const { keys, ...facts } = list.page(plan(query), slice);
        return { markets: showMarkets(byKeys.all(JSON.stringify(keys)), query.now), ...facts };
      }),

    /** Those whose outcome is final. Throws as `list` does. */
    listResolved: ({ resolvedSince = 0, ...query }: MarketQuery, slice: Slice): ResolvedPage =>
      consistently(db, () => {
        const { keys, ...facts } = list.page(plan({ ...query, resolvedSince }), slice);
        return { markets: readResolved(keys), ...facts };
      }),

    /** The keys of all of them. */
    keys: (query: MarketQuery): readonly number[] =>
      consistently(db, () => list.keys(plan(query), Number.POSITIVE_INFINITY)),

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

/** Reads resolved markets by their keys. */
export function openResolvedMarkets(db: Db, list: MarketList) {
  const byKeys = prepare(db, "markets", "resolvedByKeys");
  const showQuestions = openShownQuestions(db, list);
  return (marketKeys: readonly number[]): readonly ResolvedMarket[] =>
    showQuestions(byKeys.all(JSON.stringify(marketKeys))).map((row) => ({ ...row, ...NO_CHANGES }));
}

/** Reads the listed markets of an event by volume, but for one of them where it is named. */
export function openEventMarkets(db: Db, list: MarketList) {
  const keysOf = prepare(db, "markets", "keysOfEventKey").pluck();
  const byKeys = prepare(db, "markets", "ofEventByKeys");
  const showMarkets = openShownMarkets(db, list);
  return (eventKey: number, { now, size, except }: EventMarketQuery): readonly AgedEventMarket[] => {
    const among = keysOf.all(eventKey).filter((key) => key !== except);
    const keys = list.keys({ status: "all", among, sort: "volume", order: "desc" }, size);
    return showMarkets(byKeys.all(JSON.stringify(keys)), now);
  };
}

interface EventMarketQuery {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly size: number;
  readonly except?: number;
}

/** Completes rows of markets with age and moves of their prices, and with their question as it is shown. */
export function openShownMarkets(db: Db, list: MarketList) {
  const showQuestions = openShownQuestions(db, list);
  const addChanges = openPriceChanges(db);
  return <Row extends SqlRow<"groups", "byMarketKeys">>(rows: readonly Row[], now: number) =>
    addChanges(showQuestions(rows), now);
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
  const { isTradable, minVolume24h, minChange, closingAfter, closingBefore, resolvedSince } = query;
  return {
    status,
    platforms: platform,
    category,
    isTradable,
    ranges: [
      ...(minVolume > 0 ? [{ sort: "volume", from: minVolume } as const] : []),
      ...(minVolume24h === undefined ? [] : [{ sort: "volume_24h", from: minVolume24h } as const]),
      ...(minChange === undefined ? [] : [{ sort: "change", from: minChange } as const]),
      ...(updatedSince === undefined ? [] : [{ sort: "updated", from: updatedSince } as const]),
      ...(minPrice === undefined ? [] : [{ sort: "price", from: minPrice } as const]),
      ...(maxPrice === undefined ? [] : [{ sort: "price", below: maxPrice + 1 } as const]),
      // After a moment is later than it, and times are whole milliseconds.
      ...(closingAfter === undefined ? [] : [{ sort: "closing", from: closingAfter + 1 } as const]),
      ...(closingBefore === undefined ? [] : [{ sort: "closing", below: closingBefore } as const]),
      ...(resolvedSince === undefined ? [] : [{ sort: "resolved", from: resolvedSince } as const]),
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
