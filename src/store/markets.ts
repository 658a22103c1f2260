import { DAY_MS } from "../clock.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import type { Micros } from "../domain/prices.ts";
import { NO_CHANGES, type PriceChanges } from "../domain/questions.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import { countPriceChanges, findPastPrices, type Moved, withPriceChanges } from "./history/changes.ts";
import {
  countRows,
  filtersOf,
  hasStatus,
  isAmong,
  isNumber,
  isOneOf,
  type ListFilters,
  type ListSelection,
  listKeys,
  listPage,
  listRows,
  type OneOrMore,
  type PageFacts,
  parseCursor,
  type Slice,
  type SqlCondition,
  toCursor,
  where,
} from "./lists/list-query.ts";
import { refreshLists, refreshRows } from "./lists/listed.ts";
import { LISTED_MARKETS, type MarketSort } from "./lists/nouns.ts";
import type { MarketName } from "./matching/reviews.ts";
import { isFound } from "./titles/hits.ts";
import { matchTitles } from "./titles/search.ts";

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

/** Which markets, in which order; an absent filter lets everything pass. */
export interface MarketQuery extends ListFilters {
  readonly platform?: OneOrMore | undefined;
  readonly isTradable?: boolean | undefined;
  readonly minPrice?: Micros | undefined;
  readonly maxPrice?: Micros | undefined;
  readonly sort: MarketSort;
  readonly order: "asc" | "desc";
  /** What a person typed; all its words must be in the title. */
  readonly text?: string | undefined;
  readonly eventId?: string | undefined;
  readonly ids?: readonly MarketName[] | undefined;
  readonly updatedSince?: number | undefined;
  readonly resolvedSince?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A market whose outcome is final; `settlementPrice` is null where the platform does not say, and for a void market. */
export interface ResolvedMarket extends SqlRow<"markets", "resolvedByKeys">, PriceChanges {}

export interface MarketPage extends PageFacts {
  readonly markets: readonly AgedMarket[];
}

/** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
export const listMarkets = (db: Db, query: MarketQuery, slice: Slice): MarketPage =>
  consistently(db, () => {
    const { keys, ...facts } = listPage(db, LISTED_MARKETS, select(db, query), slice);
    return { markets: readMarkets(db, keys, query.now), ...facts };
  });

/** Those whose outcome is final. Throws as `listMarkets` does. */
export const listResolvedMarkets = (db: Db, { resolvedSince = 0, ...query }: MarketQuery, slice: Slice) =>
  consistently(db, () => {
    const { keys, ...facts } = listPage(db, LISTED_MARKETS, select(db, { ...query, resolvedSince }), slice);
    return { markets: readResolvedMarkets(db, keys), ...facts };
  });

/** How far the price of each open market moved in 24 hours, up or down, where that is known. */
export const listMoves = (db: Db, now: number): readonly (readonly [marketKey: number, move: number])[] =>
  consistently(db, () => {
    refreshLists(db, now);
    const conditions = [hasStatus("open"), where("abs(change_24h)", ">=", 0)];
    return listRows(db, LISTED_MARKETS, { conditions, sort: "change", order: "desc" }, {}).map(([key, move]) => [
      key,
      move ?? 0,
    ]);
  });

/** Whether a query asks for moves. */
export const usesMoves = ({ sort, minChange }: MarketQuery): boolean => sort === "change" || minChange !== undefined;

/** The open ones of these ids, by volume. */
export const listOpenMarkets = (db: Db, ids: readonly MarketName[]): readonly MarketName[] =>
  consistently(db, () => {
    refreshRows(db);
    const rows = new Map(listNamed(db, ids).map((row) => [row.marketKey, row]));
    const conditions = [hasStatus("open"), isAmong("market_key", [...rows.keys()])];
    const keys = listKeys(db, LISTED_MARKETS, { conditions, sort: "volume", order: "desc" });
    return keys.flatMap((key) => rows.get(key) ?? []);
  });

/** Those of these ids that no market has, or one without a price yet. */
export const listUnknownMarkets = (db: Db, ids: readonly MarketName[]): readonly MarketName[] =>
  consistently(db, () => {
    if (ids.length === 0) return [];
    refreshRows(db);
    const rows = listNamed(db, ids);
    const listed = keepListed(
      db,
      rows.map(({ marketKey }) => marketKey),
    );
    const known = new Set(rows.flatMap((row) => (listed.has(row.marketKey) ? [`${row.platform}:${row.id}`] : [])));
    return ids.filter(({ platform, id }) => !known.has(`${platform}:${id}`));
  });

/** Those of these keys that are listed. */
const keepListed = (db: Db, marketKeys: readonly number[]): ReadonlySet<number> => {
  const conditions = [isAmong("market_key", marketKeys)];
  return new Set(listKeys(db, LISTED_MARKETS, { conditions, sort: "id", order: "asc" }));
};

const listNamed = (db: Db, ids: readonly MarketName[]) => prepare(db, "markets", "keysOfIds").all(toNames(ids));

/** Reads markets in the order of their keys. `now` is epoch milliseconds; the caller holds the transaction. */
export const readMarkets = (db: Db, marketKeys: readonly number[], now: number): readonly AgedMarket[] =>
  showMarkets(db, prepare(db, "markets", "byKeys").all(JSON.stringify(marketKeys)), now);

/** Reads resolved markets in the order of their keys. The caller holds the transaction. */
const readResolvedMarkets = (db: Db, marketKeys: readonly number[]): readonly ResolvedMarket[] =>
  showQuestions(db, prepare(db, "markets", "resolvedByKeys").all(JSON.stringify(marketKeys))).map((row) => ({
    ...row,
    ...NO_CHANGES,
  }));

interface EventMarketQuery {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly size: number;
  /** A market that is left out. */
  readonly except?: number;
}

/** The listed markets of an event by volume. The caller holds the transaction. */
export function listEventMarkets(
  db: Db,
  eventKey: number,
  { now, size, except }: EventMarketQuery,
): readonly AgedEventMarket[] {
  refreshRows(db);
  const keysOf = prepare(db, "markets", "keysOfEventKey").pluck();
  const among = keysOf.all(eventKey).filter((key) => key !== except);
  const conditions = [isAmong("market_key", among)];
  const keys = listKeys(db, LISTED_MARKETS, { conditions, sort: "volume", order: "desc" }, size);
  return showMarkets(db, prepare(db, "markets", "ofEventByKeys").all(JSON.stringify(keys)), now);
}

/** Lists are up to date after it. */
function select(db: Db, query: MarketQuery): ListSelection<MarketSort> {
  if (usesMoves(query)) refreshLists(db, query.now);
  else refreshRows(db);
  return selectMarkets(db, query);
}

/** What a list of markets consists of. */
export function selectMarkets(db: Db, query: MarketQuery): ListSelection<MarketSort> {
  const { sort, order, text } = query;
  const hits = text === undefined ? undefined : matchTitles(db, "Market", text);
  return { conditions: [...toConditions(query), isFound("market_key", hits)], sort, order };
}

const toConditions = (query: MarketQuery): (SqlCondition | undefined)[] => [
  ...filtersOf(query),
  isOneOf("platform", query.platform),
  where("is_tradable", "=", query.isTradable === undefined ? undefined : Number(query.isTradable)),
  where("yes_price", ">=", query.minPrice),
  where("yes_price", "<=", query.maxPrice),
  where("updated_at", ">=", query.updatedSince),
  where("resolved_at", ">=", query.resolvedSince),
  query.ids === undefined ? undefined : { sql: OF_IDS, values: [toNames(query.ids)], hasKeys: true },
  // Event ids are unique per platform only.
  query.eventId === undefined ? undefined : { sql: OF_EVENT, values: [query.eventId, ALL_PLATFORMS], hasKeys: true },
];

const OF_IDS = `market_key IN (
  SELECT market_key FROM json_each(?)
  CROSS JOIN markets ON markets.platform = value ->> 0 AND markets.id = value ->> 1
)`;

const OF_EVENT = `market_key IN (
  SELECT market_key FROM markets WHERE event_key IN (
    SELECT event_key FROM events WHERE id = ? AND platform IN (SELECT value FROM json_each(?))
  )
)`;

const ALL_PLATFORMS = JSON.stringify(PLATFORMS.map(({ id }) => id));

const toNames = (ids: readonly MarketName[]): string => JSON.stringify(ids.map(({ platform, id }) => [platform, id]));

/** An open market with how much it moved in the last 24 hours. */
export interface PopularMarket extends AgedMarket {
  /** Observed price changes. */
  readonly activity24h: number;
}

interface PopularQuery {
  readonly platforms: readonly string[];
  readonly category?: OneOrMore | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Their order is that of 24-hour volume and of what moved meanwhile, so a cursor counts rows. */
interface PopularPage extends PageFacts {
  readonly markets: readonly PopularMarket[];
  /** Of the first of them, from 1. */
  readonly firstRank: number;
}

/** Those further down are not compared. */
export const MAX_RANKED = 500;

/** Markets of a platform with the same volume that are compared by activity. */
const MAX_TIED = 500;

/**
 * Open markets by 24-hour volume, then by price changes in that time. Volume counts in the dollars that are
 * published: mana at the price it is sold at, so that play money never outranks real money by its larger numbers.
 */
export const listPopular = (db: Db, { now, ...filters }: PopularQuery, slice: Slice): PopularPage =>
  consistently(db, () => {
    refreshRows(db);
    const { page, offset } = startOf(slice);
    const end = Math.min(offset + slice.size, MAX_RANKED);
    const total = Math.min(countRows(db, LISTED_MARKETS, openMarkets(filters.platforms, filters.category)), MAX_RANKED);
    const rows = prepare(db, "markets", "byKeys").all(JSON.stringify(listTraded(db, filters, end)));
    const marketKeys = rows.map(({ marketKey }) => marketKey);
    const then = findPastPrices(db, marketKeys, [now - DAY_MS]);
    const ranked = rows
      .map((row, index) => ({
        ...row,
        activity24h: countPriceChanges(db, row.marketKey, then[index]?.[0] ?? null, now),
      }))
      .sort(byRank);
    const markets = showMarkets(db, ranked.slice(offset, end), now);
    const nextCursor = end < total ? toCursor(ORDER, { value: 0, key: end, page: page + 1 }) : undefined;
    return { markets, firstRank: offset + 1, page, total, nextCursor };
  });

/** What its cursors belong to. */
const ORDER = "popular";

function startOf(slice: Slice): { readonly page: number; readonly offset: number } {
  if ("page" in slice) return { page: slice.page, offset: (slice.page - 1) * slice.size };
  const { page, key } = parseCursor(ORDER, slice.after, isCount, isNumber);
  return { page, offset: key };
}

const isCount = (key: unknown): key is number => Number.isSafeInteger(key) && Number(key) >= 0;

const openMarkets = (platforms: OneOrMore, category: OneOrMore | undefined): ListSelection<"volume_24h"> => ({
  conditions: [hasStatus("open"), isOneOf("platform", platforms), isOneOf("category", category)],
  sort: "volume_24h",
  order: "desc",
});

/**
 * Lists the open markets that may be among the first `limit`: all with more volume than the last of these, and at most
 * MAX_TIED of a platform with as much.
 */
function listTraded(db: Db, { platforms, category }: Pick<PopularQuery, "platforms" | "category">, limit: number) {
  const [, minVolume] = listRows(db, LISTED_MARKETS, openMarkets(platforms, category), { limit })[limit - 1] ?? [];
  return platforms
    .flatMap((platform) => listRows(db, LISTED_MARKETS, openMarkets(platform, category), { limit: limit + MAX_TIED }))
    .flatMap(([key, volume]) => (Number(volume) >= (minVolume ?? 0) ? [key] : []));
}

type RankedMarket = Pick<PopularMarket, "volume24h" | "activity24h" | "platform" | "id">;

const byRank = (a: RankedMarket, b: RankedMarket): number =>
  b.volume24h - a.volume24h || b.activity24h - a.activity24h || compare(a.platform, b.platform) || compare(a.id, b.id);

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Completes rows of markets with age and moves of their prices, and with their question as it is shown. */
export const showMarkets = <Row extends SqlRow<"groups", "byMarketKeys">>(
  db: Db,
  rows: readonly Row[],
  now: number,
): Moved<Row>[] => withPriceChanges(db, showQuestions(db, rows), now);

/** Takes their question from markets that are asked together with none but markets of hidden platforms. */
export function showQuestions<Row extends Pick<SqlRow<"groups", "byMarketKeys">, "marketKey" | "questionId">>(
  db: Db,
  rows: readonly Row[],
): readonly Row[] {
  const keys = JSON.stringify(rows.flatMap(({ marketKey, questionId }) => (questionId === null ? [] : marketKey)));
  const alone = new Set(prepare(db, "questions", "hiddenOf").pluck().all({ keys }));
  return alone.size === 0 ? rows : rows.map((row) => (alone.has(row.marketKey) ? { ...row, questionId: null } : row));
}
