import { volumeBucketOf } from "../../domain/analytics.ts";
import type { Catalogue, CountRise, MarketRow } from "../../store/catalogue/index.ts";

type Counted = Pick<MarketRow, "category" | "status" | "yesPrice" | "volume">;

/** Gathers what new volumes of a platform's markets mean for the counts of markets, so that a step writes each once. */
export function createMarketCounts(catalogue: Pick<Catalogue, "addToCounts">, platform: string) {
  const rises = new Map<string, { -readonly [Field in keyof CountRise]: CountRise[Field] }>();
  const add = ({ category, status }: Counted, bucket: number, markets: number, volume: number): void => {
    const name = `${bucket} ${status} ${category}`;
    const rise = rises.get(name) ?? { platform, category, status, bucket, markets: 0, volume: 0 };
    rise.markets += markets;
    rise.volume += volume;
    rises.set(name, rise);
  };
  return {
    /** Of a market that is quoted anew; all else that changes of one is counted by triggers. */
    note(before: Counted, next: Counted): void {
      if (next.yesPrice === null || next.volume === before.volume) return;
      add(before, volumeBucketOf(before.volume), -1, -before.volume);
      add(next, volumeBucketOf(next.volume), 1, next.volume);
    },

    /** Brings the counts up to date; the caller holds the transaction. */
    write(): void {
      for (const rise of rises.values()) if (rise.markets !== 0 || rise.volume !== 0) catalogue.addToCounts(rise);
    },
  };
}
