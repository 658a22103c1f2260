import { DAY_MS } from "../clock.ts";
import type { Micros } from "../domain/prices.ts";
import { consistently, type Db, prepare } from "./database/db.ts";
import { openChanges } from "./history/changes.ts";
import type { MarketList } from "./lists/list.ts";
import type { OneOrMore } from "./lists/page.ts";
import { type AgedMarket, openShownQuestions, type StoredMarket } from "./markets.ts";
import { openPriceAges, withAges } from "./price-ages.ts";

/** An open market with how much it moved in the last 24 hours. */
export interface PopularMarket extends AgedMarket {
  /** Observed price changes. */
  readonly activity24h: number;
  /** Null when the archive does not reach back 24 hours. */
  readonly priceChange24h: Micros | null;
}

interface PopularQuery {
  readonly platforms: readonly string[];
  readonly category?: OneOrMore | undefined;
  readonly limit: number;
  /** Counted from 1. */
  readonly page?: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Markets of a platform with the same volume that are compared by activity. */
const MAX_TIED = 500;

/** Reads popular markets over one connection. */
export function openPopular(db: Db, list: MarketList) {
  const byKeys = prepare(db, "markets", "byKeys");
  const showQuestions = openShownQuestions(db, list);
  const listTraded = openTraded(list);
  const changes = openChanges(db);
  const readAges = openPriceAges(db);
  return {
    /**
     * Open markets by 24-hour volume, then by price changes in that time. Volume counts in the dollars that are
     * published: mana at the price it is sold at, so that play money never outranks real money by its larger numbers.
     */
    list: ({ limit, page = 1, now, ...filters }: PopularQuery): readonly PopularMarket[] =>
      consistently(db, () => {
        const rows = byKeys.all(JSON.stringify(listTraded(filters, page * limit)));
        const marketKeys = rows.map(({ marketKey }) => marketKey);
        const then = changes.findPrices(marketKeys, [now - DAY_MS]).map(([price = null]) => price);
        const ranked = rows
          .map((row, index) => toRanked(row, then[index] ?? null, now))
          .sort(byRank)
          .slice((page - 1) * limit, page * limit)
          .map(({ row, activity24h, priceChange24h }) => ({ ...row, activity24h, priceChange24h }));
        return withAges(showQuestions(ranked), readAges(now));
      }),
  };

  function toRanked(row: StoredMarket, then: Micros | null, now: number): RankedMarket {
    const activity24h = changes.countChanges(row.marketKey, then, now);
    return { row, activity24h, priceChange24h: then === null ? null : row.yesPrice - then };
  }
}

/**
 * Lists the open markets that may be among the first `limit`: all with more volume than the last of these, and at most
 * MAX_TIED of a platform with as much.
 */
function openTraded(
  list: MarketList,
): (filters: Pick<PopularQuery, "platforms" | "category">, limit: number) => readonly number[] {
  const query = { status: "open", sort: "volume_24h", order: "desc" } as const;
  const volumeOf = (key: number): number => list.valueOf(key, "volume_24h");
  return ({ platforms, category }, limit) => {
    const last = list.keys({ ...query, platforms, category }, limit)[limit - 1];
    const minVolume = last === undefined ? 0 : volumeOf(last);
    return platforms
      .flatMap((platform) => list.keys({ ...query, platforms: platform, category }, limit + MAX_TIED))
      .filter((key) => volumeOf(key) >= minVolume);
  };
}

interface RankedMarket {
  readonly row: StoredMarket;
  readonly activity24h: number;
  readonly priceChange24h: Micros | null;
}

const byRank = (a: RankedMarket, b: RankedMarket): number =>
  b.row.volume24h - a.row.volume24h ||
  b.activity24h - a.activity24h ||
  compare(a.row.platform, b.row.platform) ||
  compare(a.row.id, b.row.id);

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
