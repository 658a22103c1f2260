import { DAY_MS } from "../clock.ts";
import { consistently, type Db, prepare } from "./database/db.ts";
import { openChangeCounts, openPastPrices } from "./history/changes.ts";
import type { MarketList } from "./lists/list.ts";
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
  const showMarkets = openShownMarkets(db, list);
  const listTraded = openTraded(list);
  const findPrices = openPastPrices(db);
  const countChanges = openChangeCounts(db);
  return {
    /**
     * Open markets by 24-hour volume, then by price changes in that time. Volume counts in the dollars that are
     * published: mana at the price it is sold at, so that play money never outranks real money by its larger numbers.
     */
    list: ({ limit, page = 1, now, ...filters }: PopularQuery): readonly PopularMarket[] =>
      consistently(db, () => {
        const rows = byKeys.all(JSON.stringify(listTraded(filters, page * limit)));
        const marketKeys = rows.map(({ marketKey }) => marketKey);
        const then = findPrices(marketKeys, [now - DAY_MS]);
        const ranked = rows
          .map((row, index) => ({ ...row, activity24h: countChanges(row.marketKey, then[index]?.[0] ?? null, now) }))
          .sort(byRank);
        return showMarkets(ranked.slice((page - 1) * limit, page * limit), now);
      }),
  };
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

type RankedMarket = Pick<PopularMarket, "volume24h" | "activity24h" | "platform" | "id">;

const byRank = (a: RankedMarket, b: RankedMarket): number =>
  b.volume24h - a.volume24h || b.activity24h - a.activity24h || compare(a.platform, b.platform) || compare(a.id, b.id);

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
