import { DAY_MS } from "../domain/calendar.ts";
import type { Micros } from "../domain/prices.ts";
import { consistently, type Db } from "./database/index.ts";
import { openChanges } from "./history/index.ts";
import { firstOf, type ListTable, valuesOf } from "./lists/index.ts";
import { marketColumn, prepareMarkets, type StoredMarket } from "./markets.ts";

/** An open market with how much it moved in the last 24 hours. */
export interface PopularMarket extends StoredMarket {
  /** Observed price changes. */
  readonly activity24h: number;
  /** Null when the archive does not reach back 24 hours. */
  readonly priceChange24h: Micros | null;
}

export interface PopularQuery {
  readonly platforms: readonly string[];
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface Popular {
  /**
   * Open markets by 24-hour volume, then by price changes in that time. Volume counts in the dollars that are
   * published: mana at the price it is sold at, so that play money never outranks real money by its larger numbers.
   */
  list(query: PopularQuery): readonly PopularMarket[];
}

/** Of markets with the same volume no more than this many of a platform are told apart by their activity. */
const MAX_TIED = 500;

/** Reads popular markets over one connection. */
export function openPopular(db: Db, table: ListTable): Popular {
  const byKeys = prepareMarkets(db, "markets", "byKeys", "market_key AS marketKey");
  const listTraded = openTraded(table);
  const changes = openChanges(db);
  return {
    list: ({ platforms, limit, now }) =>
      consistently(db, () => {
        const rows = byKeys.all(JSON.stringify(listTraded(platforms, limit))) as Row[];
        const marketKeys = rows.map(({ marketKey }) => marketKey);
        const then = changes.findPrices(marketKeys, [now - DAY_MS]).map(([price = null]) => price);
        return rows
          .map((row, index) => toRanked(row, then[index] ?? null, now))
          .sort(byRank)
          .slice(0, limit)
          .map(({ row: { marketKey: _, ...market }, activity24h, priceChange24h }) => ({
            ...market,
            activity24h,
            priceChange24h,
          }));
      }),
  };

  function toRanked(row: Row, then: Micros | null, now: number): Ranked {
    const activity24h = changes.countChanges(row.marketKey, then, now);
    return { row, activity24h, priceChange24h: then === null ? null : row.yesPrice - then };
  }
}

/**
 * Lists the open markets among which the most traded are: those whose volume nobody outside exceeds, and of those who share
 * the least no more than MAX_TIED of a platform.
 */
function openTraded(table: ListTable): (platforms: readonly string[], limit: number) => readonly number[] {
  const { rows } = table;
  return (platforms, limit) => {
    table.sync();
    const volumes = valuesOf(rows, COLUMN);
    const volumeOf = (key: number): number => volumes[key] ?? 0;
    const leading = platforms.map((platform) => {
      const selection = { status: "open", platforms: [platform], hidden: [], ranges: [] } as const;
      return firstOf(table, { selection, column: COLUMN, isReversed: false }, limit + MAX_TIED);
    });
    const bound = leading.flatMap((keys) => keys.slice(0, limit)).sort((a, b) => volumeOf(b) - volumeOf(a))[limit - 1];
    const least = bound === undefined ? 0 : volumeOf(bound);
    return leading.flatMap((keys) => keys.filter((key) => volumeOf(key) >= least));
  };
}

const COLUMN = marketColumn("volume_24h");

type Row = StoredMarket & { readonly marketKey: number };
interface Ranked {
  readonly row: Row;
  readonly activity24h: number;
  readonly priceChange24h: Micros | null;
}

const byRank = (a: Ranked, b: Ranked): number =>
  b.row.volume24h - a.row.volume24h ||
  b.activity24h - a.activity24h ||
  compare(a.row.platform, b.row.platform) ||
  compare(a.row.id, b.row.id);

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
