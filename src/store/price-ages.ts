import { type PlatformReads, type PriceAge, priceAgeOf } from "../domain/freshness.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import type { Db } from "./database/db.ts";
import { openLaneReads } from "./lane.ts";
import { openPlatformReads } from "./runs.ts";

interface PricedMarket {
  readonly platform: string;
  readonly marketKey: number;
}

/** A market's row with how old its price is. That of a closed market does not grow old. */
export type Aged<Row> = Row & Pick<PriceAge, "ageMs" | "isStale">;

/** How old prices are at one moment. */
export interface PriceAges {
  /** Of the price of an open market: that of a closed one does not grow old. */
  of(market: PricedMarket): PriceAge;
  /** Of the prices that were read with the platform. */
  ofPlatform(platform: string): PriceAge;
  /** The markets of a platform whose prices the fast lane has read since. */
  listFresher(platform: string): readonly number[];
}

export const withAges = <Row extends PricedMarket & { readonly status: string }>(
  rows: readonly Row[],
  ages: Pick<PriceAges, "of">,
): readonly Aged<Row>[] => rows.map((row) => ({ ...row, ...(row.status === "open" ? ages.of(row) : SETTLED) }));

/** Of a closed market. */
export const SETTLED = { ageMs: undefined, isStale: false };

/** Reads how old prices are at `now`, in epoch milliseconds. The caller holds the transaction. */
export function openPriceAges(db: Db): (now: number) => PriceAges {
  const findReads = openPlatformReads(db);
  const { findReadAt, listReads } = openLaneReads(db);
  return (now) => {
    const known = new Map<string, PlatformReads>();
    const readsOf = (platform: string): PlatformReads => {
      const reads = known.get(platform) ?? findReads(platform);
      known.set(platform, reads);
      return reads;
    };
    return {
      of: ({ platform, marketKey }) => priceAgeOf(readsOf(platform), now, findReadAt(marketKey)),
      ofPlatform: (platform) => priceAgeOf(readsOf(platform), now),
      listFresher: (platform) =>
        listReads(platform, readsOf(platform).lastSuccessAt ?? 0)
          .filter(({ readAt }) => !priceAgeOf(readsOf(platform), now, readAt).isStale)
          .map(({ marketKey }) => marketKey),
    };
  };
}

/** Which prices of open markets are stale: those of the platforms, but for the markets that the fast lane has read since. */
export interface StalePrices {
  readonly platforms: ReadonlySet<string>;
  readonly fresher: ReadonlySet<number>;
}

export const isStaleAmong = ({ platforms, fresher }: StalePrices, { platform, marketKey }: PricedMarket): boolean =>
  platforms.has(platform) && !fresher.has(marketKey);

/** Reads which prices are stale at `now`, in epoch milliseconds. The caller holds the transaction. */
export function openStalePrices(db: Db): (now: number) => StalePrices {
  const readAges = openPriceAges(db);
  return (now) => {
    const ages = readAges(now);
    const platforms = PLATFORMS.map(({ id }) => id).filter((id) => ages.ofPlatform(id).isStale);
    return { platforms: new Set(platforms), fresher: new Set(platforms.flatMap(ages.listFresher)) };
  };
}
