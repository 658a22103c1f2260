import type { Cents, Micros } from "./prices.ts";

/** A range of lifetime volume in USD; `min` is inclusive, `max` exclusive, and null in the last one. */
export interface VolumeBucket {
  readonly name: string;
  readonly min: number;
  readonly max: number | null;
}

/** Their positions are the numbers stored in `volume_bucket`. */
export const VOLUME_BUCKETS: readonly VolumeBucket[] = [
  { name: "0-100", min: 0, max: 100 },
  { name: "100-1K", min: 100, max: 1_000 },
  { name: "1K-5K", min: 1_000, max: 5_000 },
  { name: "5K-10K", min: 5_000, max: 10_000 },
  { name: "10K-50K", min: 10_000, max: 50_000 },
  { name: "50K-100K", min: 50_000, max: 100_000 },
  { name: "100K-500K", min: 100_000, max: 500_000 },
  { name: "500K-1M", min: 500_000, max: 1_000_000 },
  { name: "1M-5M", min: 1_000_000, max: 5_000_000 },
  { name: "5M+", min: 5_000_000, max: null },
];

/** The position of the bucket of a lifetime volume in cents. */
export const volumeBucketOf = (volume: Cents): number =>
  VOLUME_BUCKETS.findIndex(({ max }) => max === null || volume < max * 100);

/** The bucket at a position; throws when there is none. */
export function getVolumeBucket(bucket: number): VolumeBucket {
  const found = VOLUME_BUCKETS[bucket];
  if (found === undefined) throw new Error(`no volume bucket ${bucket}`);
  return found;
}

/** The markets of one bucket, or a part of them. */
export interface BucketCount {
  readonly bucket: number;
  readonly markets: number;
  readonly volume: Cents;
}

export interface BucketShare extends BucketCount {
  readonly sharePercent: number;
}

/** One row for each bucket, with its share of all markets. */
export function toDistribution(counts: Iterable<BucketCount>): readonly BucketShare[] {
  const totals = VOLUME_BUCKETS.map((_, bucket) => ({ bucket, markets: 0, volume: 0 }));
  for (const { bucket, markets, volume } of counts) {
    const total = totals[bucket];
    if (total === undefined) throw new Error(`no volume bucket ${bucket}`);
    total.markets += markets;
    total.volume += volume;
  }
  const shares = toShares(totals.map(({ markets }) => markets));
  return totals.map((total, index) => ({ ...total, sharePercent: shares[index] ?? 0 }));
}

/** The listed markets of one category on one platform; `volume` is that of their lifetime. */
export interface CategoryCount {
  readonly platform: string;
  readonly category: string;
  readonly markets: number;
  readonly volume: Cents;
}

export interface CategoryShare extends CategoryCount {
  readonly sharePercent: number;
}

/** Each count with its share of all volume; the largest volume first, then by category and platform. */
export function toCategoryShares(counts: readonly CategoryCount[]): readonly CategoryShare[] {
  const nameOf = ({ category, platform }: CategoryCount): string => `${category} ${platform}`;
  const listed = counts
    .filter(({ markets }) => markets > 0)
    .toSorted((a, b) => b.volume - a.volume || (nameOf(a) < nameOf(b) ? -1 : 1));
  const shares = toShares(listed.map(({ volume }) => volume));
  return listed.map((one, index) => ({ ...one, sharePercent: shares[index] ?? 0 }));
}

/** What a platform traded on a UTC day; `day` counts from 1970-01-01. */
interface DailyVolume {
  readonly day: number;
  readonly platform: string;
  readonly volume: Cents;
  /** The highest count of open markets on the day. */
  readonly markets: number;
}

export interface DailyShare extends DailyVolume {
  readonly sharePercent: number;
  /** True when the volume does not cover the whole day. */
  readonly isPartial: boolean;
}

/** The days to list, and their recorded volumes. */
interface DailyRecords {
  readonly firstDay: number;
  /** Today, which is always partial. */
  readonly lastDay: number;
  readonly platforms: readonly string[];
  readonly volumes: readonly DailyVolume[];
  /** The first recorded day of each platform, which is partial; missing without records. */
  readonly recordedSince: ReadonlyMap<string, number>;
}

/** The volume of each day and platform, sorted by both; 0 where nothing is recorded. */
export function toDailyShares(records: DailyRecords): readonly DailyShare[] {
  const { firstDay, lastDay, recordedSince } = records;
  const platforms = records.platforms.toSorted().map((platform) => ({
    platform,
    since: recordedSince.get(platform) ?? Number.POSITIVE_INFINITY,
    days: new Map(records.volumes.filter((one) => one.platform === platform).map((one) => [one.day, one])),
  }));
  const listed = Array.from({ length: Math.max(0, lastDay - firstDay + 1) }, (_, index) => firstDay + index);
  return listed.flatMap((day) => {
    const shares = toShares(platforms.map(({ days }) => days.get(day)?.volume ?? 0));
    return platforms.map(({ platform, since, days }, index) => ({
      day,
      platform,
      volume: days.get(day)?.volume ?? 0,
      markets: days.get(day)?.markets ?? 0,
      sharePercent: shares[index] ?? 0,
      isPartial: day === lastDay || day <= since,
    }));
  });
}

/**
 * The percentage of each amount (a whole number, not negative), with 2 places. They add up to exactly 100 by the method of
 * largest remainders; of equal remainders the earlier counts. All are 0 when the sum is.
 */
export function toShares(amounts: readonly number[]): readonly number[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (sum === 0) return amounts.map(() => 0);
  // Products with hundredths of a percent are not exact in a double.
  const parts = amounts.map((amount) => {
    const product = BigInt(amount) * BigInt(HUNDREDTHS);
    return { hundredths: Number(product / BigInt(sum)), remainder: product % BigInt(sum) };
  });
  const missing = HUNDREDTHS - parts.reduce((total, { hundredths }) => total + hundredths, 0);
  const byRemainder = parts.toSorted((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder));
  for (const part of byRemainder.slice(0, missing)) part.hundredths++;
  return parts.map(({ hundredths }) => hundredths / 100);
}

const HUNDREDTHS = 10_000;

/** How often the price changed: `before` is the price at the start, undefined for none, `prices` all later ones. */
export function countChanges(before: Micros | undefined, prices: readonly Micros[]): number {
  let changes = 0;
  let previous = before;
  for (const price of prices) {
    if (previous !== undefined && price !== previous) changes++;
    previous = price;
  }
  return changes;
}
