import { type PlatformReads, type PriceAge, priceAgeOf } from "../domain/freshness.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { type Db, prepareText } from "./database/db.ts";
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
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of the price of an open market: that of a closed one does not grow old. */
  of(market: PricedMarket): PriceAge;
  /** Of the prices that were read with the platform. */
  ofPlatform(platform: string): PriceAge;
  /** Which prices are stale. */
  listStale(): StalePrices;
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
  // What this connection does not write itself stays as it is until another one commits.
  const commits = db.readonly ? prepareText(db, "PRAGMA data_version").pluck() : undefined;
  const known = new Map<string, PlatformReads>();
  let knownAt: unknown;
  return (now) => {
    const at = commits?.get();
    if (at === undefined || at !== knownAt) known.clear();
    knownAt = at;
    const readsOf = (platform: string): PlatformReads => {
      const reads = known.get(platform) ?? findReads(platform);
      known.set(platform, reads);
      return reads;
    };
    const isStale = (platform: string): boolean => priceAgeOf(readsOf(platform), now).isStale;
    const listFresher = (platform: string): number[] =>
      listReads(platform, readsOf(platform).lastSuccessAt ?? 0)
        .filter(({ readAt }) => !priceAgeOf(readsOf(platform), now, readAt).isStale)
        .map(({ marketKey }) => marketKey);
    let stale: StalePrices | undefined;
    return {
      now,
      of: ({ platform, marketKey }) => priceAgeOf(readsOf(platform), now, findReadAt(marketKey)),
      ofPlatform: (platform) => priceAgeOf(readsOf(platform), now),
      listStale() {
        if (stale === undefined) {
          const platforms = PLATFORMS.map(({ id }) => id).filter(isStale);
          stale = { platforms: new Set(platforms), fresher: new Set(platforms.flatMap(listFresher)) };
        }
        return stale;
      },
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
