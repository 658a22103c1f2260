import { DAY_MS } from "../clock.ts";
import { consistently, type Db, prepare } from "./database/db.ts";
import { countPriceChanges, findPastPrices } from "./history/changes.ts";
import { parseCursorOf, toCursor } from "./lists/cursor.ts";
import {
  countRows,
  hasStatus,
  isOneOf,
  type ListSelection,
  listRows,
  type OneOrMore,
  type PageFacts,
  type Slice,
} from "./lists/list-query.ts";
import { refreshRows } from "./lists/listed.ts";
import { LISTED_MARKETS } from "./lists/nouns.ts";
import type { AgedMarket } from "./markets.ts";
import { showMarkets } from "./shown-markets.ts";

/** An open market with how much it moved in the last 24 hours. */
export interface PopularMarket extends AgedMarket {
  /** Observed price changes. */
  readonly activity24h: number;
}

export interface PopularQuery {
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
    const total = Math.min(countRows(db, LISTED_MARKETS, openMarkets(filters)), MAX_RANKED);
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
  const { page, key } = parseCursorOf(ORDER, slice.after, isCount);
  return { page, offset: key };
}

const isCount = (key: unknown): key is number => Number.isSafeInteger(key) && Number(key) >= 0;

interface OpenFilters {
  readonly platforms: OneOrMore;
  readonly category?: OneOrMore | undefined;
}

const openMarkets = ({ platforms, category }: OpenFilters): ListSelection<"volume_24h"> => ({
  conditions: [hasStatus("open"), isOneOf("platform", platforms), isOneOf("category", category)],
  sort: "volume_24h",
  order: "desc",
});

/**
 * Lists the open markets that may be among the first `limit`: all with more volume than the last of these, and at most
 * MAX_TIED of a platform with as much.
 */
function listTraded(db: Db, { platforms, category }: Pick<PopularQuery, "platforms" | "category">, limit: number) {
  const [, minVolume] = listRows(db, LISTED_MARKETS, openMarkets({ platforms, category }), { limit })[limit - 1] ?? [];
  return platforms
    .flatMap((platform) =>
      listRows(db, LISTED_MARKETS, openMarkets({ platforms: platform, category }), { limit: limit + MAX_TIED }),
    )
    .flatMap(([key, volume]) => (Number(volume) >= (minVolume ?? 0) ? [key] : []));
}

type RankedMarket = Pick<PopularMarket, "volume24h" | "activity24h" | "platform" | "id">;

const byRank = (a: RankedMarket, b: RankedMarket): number =>
  b.volume24h - a.volume24h || b.activity24h - a.activity24h || compare(a.platform, b.platform) || compare(a.id, b.id);

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
