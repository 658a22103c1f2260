import { type PlatformReads, type PriceAge, priceAgeOf } from "../domain/freshness.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { cacheUntilCommit } from "./database/data-version.ts";
import { type Db, prepare } from "./database/db.ts";
import { readPlatformReads } from "./runs.ts";

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
  listStale(): OldPrices;
  /** Which prices are older than this. */
  listOlder(thanMs: number): OldPrices;
}

export const withAges = <Row extends PricedMarket & { readonly status: string }>(
  rows: readonly Row[],
  ages: Pick<PriceAges, "of">,
): readonly Aged<Row>[] => rows.map((row) => ({ ...row, ...(row.status === "open" ? ages.of(row) : SETTLED) }));

/** Of a closed market. */
export const SETTLED = { ageMs: undefined, isStale: false };

/** How old prices are at `now`, in epoch milliseconds. The caller holds the transaction. */
export function readPriceAges(db: Db, now: number): PriceAges {
  const known = findKnownReads(db);
  const readsOf = (platform: string): PlatformReads => {
    const reads = known.get(platform) ?? readPlatformReads(db, platform);
    known.set(platform, reads);
    return reads;
  };
  const listOld = (isOld: (age: PriceAge) => boolean): OldPrices => {
    const platforms = PLATFORMS.map(({ id }) => id).filter((id) => isOld(priceAgeOf(readsOf(id), now)));
    const listFresher = (platform: string): number[] =>
      prepare(db, "lane", "listReads")
        .all({ platform, since: readsOf(platform).lastSuccessAt ?? 0 })
        .filter(({ readAt }) => !isOld(priceAgeOf(readsOf(platform), now, readAt)))
        .map(({ marketKey }) => marketKey);
    return { platforms: new Set(platforms), fresher: new Set(platforms.flatMap(listFresher)) };
  };
  let stale: OldPrices | undefined;
  return {
    now,
    of: ({ platform, marketKey }) =>
      priceAgeOf(readsOf(platform), now, prepare(db, "lane", "findReadAt").pluck().get({ marketKey }) ?? 0),
    ofPlatform: (platform) => priceAgeOf(readsOf(platform), now),
    listStale() {
      stale ??= listOld(({ isStale }) => isStale);
      return stale;
    },
    listOlder: (thanMs) => listOld(({ ageMs = Number.POSITIVE_INFINITY }) => ageMs > thanMs),
  };
}

/** What is known of platforms: most answers ask several times how old prices are. */
const findKnownReads = cacheUntilCommit(() => new Map<string, PlatformReads>());

/** Which prices of open markets are old: those of the platforms, but for the markets that the fast lane has read since. */
export interface OldPrices {
  readonly platforms: ReadonlySet<string>;
  readonly fresher: ReadonlySet<number>;
}
