import { toIso, toIsoOrNull } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { fromCents, fromMicros, ONE } from "../../domain/prices.ts";
import type { StoredMarket } from "../../store/markets.ts";

/** A market as every list publishes it. */
export function toMarket(market: StoredMarket) {
  return {
    id: market.id,
    title: market.title,
    platform: market.platform,
    yes_price: fromMicros(market.yesPrice),
    // From millionths, since 1 - 0.9 is not 0.1.
    no_price: fromMicros(ONE - market.yesPrice),
    volume: fromCents(market.volume),
    volume_24h: fromCents(market.volume24h),
    status: market.status,
    url: market.url,
    last_updated: toIso(market.updatedAt),
    event_id: market.eventId,
    category: market.category,
    close_time: toIsoOrNull(market.closesAt),
    play_money: getPlatform(market.platform).money === "play",
  };
}
