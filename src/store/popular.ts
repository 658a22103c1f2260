import { DAY_MS } from "../clock.ts";
import { consistently, type Db, prepare } from "./database/db.ts";
import { openChangeCounts, openPastPrices } from "./history/changes.ts";
import { parseCursorOf, toCursor } from "./lists/cursor.ts";
import type { MarketList, PageFacts, Slice } from "./lists/list.ts";
import type { OneOrMore } from "./lists/page.ts";
import { type AgedMarket, openShownMarkets } from "./markets.ts";

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

const OPEN = { status: "open", sort: "volume_24h", order: "desc" } as const;

/** Markets of a platform with the same volume that are compared by activity. */
const MAX_TIED = 500;

/** Reads popular markets over one connection. */
export function openPopular(db: Db, list: MarketList) {
  const byKeys = prepare(db, "markets", "byKeys");
  const showMarkets = openShownMarkets(db, list);
  const listTraded = openTraded(list);
  const findPrices = openPastPrices(db);
  const countChanges = openChangeCounts(db);
  return {
    /**
     * Open markets by 24-hour volume, then by price changes in that time. Volume counts in the dollars that are
     * published: mana at the price it is sold at, so that play money never outranks real money by its larger numbers.
     */
    list: ({ now, ...filters }: PopularQuery, slice: Slice): PopularPage =>
      consistently(db, () => {
        const { page, offset } = startOf(slice);
        const end = Math.min(offset + slice.size, MAX_RANKED);
        const total = Math.min(list.page({ ...OPEN, ...filters }, { page: 1, size: 1 }).total, MAX_RANKED);
        const rows = byKeys.all(JSON.stringify(listTraded(filters, end)));
        const marketKeys = rows.map(({ marketKey }) => marketKey);
        const then = findPrices(marketKeys, [now - DAY_MS]);
        const ranked = rows
          .map((row, index) => ({ ...row, activity24h: countChanges(row.marketKey, then[index]?.[0] ?? null, now) }))
          .sort(byRank);
        const markets = showMarkets(ranked.slice(offset, end), now);
        const nextCursor = end < total ? toCursor(ORDER, { value: 0, key: end, page: page + 1 }) : undefined;
        return { markets, firstRank: offset + 1, page, total, nextCursor };
      }),
  };
}

/** What its cursors belong to. */
const ORDER = "popular";

function startOf(slice: Slice): { readonly page: number; readonly offset: number } {
  if ("page" in slice) return { page: slice.page, offset: (slice.page - 1) * slice.size };
  const { page, key } = parseCursorOf(ORDER, slice.after, isCount);
  return { page, offset: key };
}

const isCount = (key: unknown): key is number => Number.isSafeInteger(key) && Number(key) >= 0;

/**
 * Lists the open markets that may be among the first `limit`: all with more volume than the last of these, and at most
 * MAX_TIED of a platform with as much.
 */
function openTraded(
  list: MarketList,
): (filters: Pick<PopularQuery, "platforms" | "category">, limit: number) => readonly number[] {
  const volumeOf = (key: number): number => list.valueOf(key, "volume_24h");
  return ({ platforms, category }, limit) => {
    const last = list.keys({ ...OPEN, platforms, category }, limit)[limit - 1];
    const minVolume = last === undefined ? 0 : volumeOf(last);
    return platforms
      .flatMap((platform) => list.keys({ ...OPEN, platforms: platform, category }, limit + MAX_TIED))
      .filter((key) => volumeOf(key) >= minVolume);
  };
}

type RankedMarket = Pick<PopularMarket, "volume24h" | "activity24h" | "platform" | "id">;

const byRank = (a: RankedMarket, b: RankedMarket): number =>
  b.volume24h - a.volume24h || b.activity24h - a.activity24h || compare(a.platform, b.platform) || compare(a.id, b.id);

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
