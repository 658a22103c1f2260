import { toIso, toIsoOrNull } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Cents, fromCents, fromMicros, type Micros, ONE } from "../../domain/prices.ts";
import type { StoredMarket } from "../../store/markets.ts";

/** A market as every list publishes it; one that has no price yet is in no list, its prices are null. */
export function toMarket(market: Omit<StoredMarket, "yesPrice"> & { readonly yesPrice: Micros | null }) {
  return {
    id: market.id,
    title: market.title,
    platform: market.platform,
    yes_price: toPriceOrNull(market.yesPrice),
    // From millionths, since 1 - 0.9 is not 0.1.
    no_price: market.yesPrice === null ? null : fromMicros(ONE - market.yesPrice),
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

export const toPriceOrNull = (price: Micros | null): number | null => (price === null ? null : fromMicros(price));

export const toMoneyOrNull = (amount: Cents | null): number | null => (amount === null ? null : fromCents(amount));
