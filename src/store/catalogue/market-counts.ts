import { volumeBucketOf } from "../../domain/analytics.ts";
import { type Db, prepare } from "../database/db.ts";
import type { KnownMarket } from "./market-rows.ts";

type CountedMarket = Pick<KnownMarket, "platform" | "category" | "status" | "yesPrice" | "volume">;

/** Gathers how the counts of listed markets differ from those stored, so that `flush` writes each once. */
export function openMarketCounts(db: Db) {
  const addTo = prepare(db, "catalogue", "addToMarketCounts");
  const deltas = new Map<string, ReturnType<typeof toDelta>>();
  return {
    add(market: CountedMarket, sign: 1 | -1): void {
      if (market.yesPrice === null) return;
      const { platform, category, status, volume } = market;
      const bucket = volumeBucketOf(volume);
      const name = `${bucket} ${status} ${platform} ${category}`;
      const delta = deltas.get(name) ?? toDelta(market, bucket);
      delta.markets += sign;
      delta.volume += sign * volume;
      deltas.set(name, delta);
    },

    flush(): void {
      for (const delta of deltas.values()) if (delta.markets !== 0 || delta.volume !== 0) addTo.run(delta);
      deltas.clear();
    },

    discard: (): void => deltas.clear(),
  };
}

const toDelta = ({ platform, category, status }: CountedMarket, bucket: number) => ({
  platform,
  category,
  status,
  bucket,
  markets: 0,
  volume: 0,
});
