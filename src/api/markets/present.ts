import { toIso, toIsoOrNull } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Cents, fromCents, fromMicros, type Micros, ONE } from "../../domain/prices.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Market } from "./schema.ts";

/** A market as every list publishes it. */
export const toMarket = (market: StoredMarket): Market =>
  present(market, fromMicros(market.yesPrice), fromMicros(ONE - market.yesPrice));

/** A market that is in no list while it has no price; its prices are null then. */
export const toUnlistedMarket = (market: Unlisted) =>
  market.yesPrice === null
    ? present(market, null, null)
    : present(market, fromMicros(market.yesPrice), fromMicros(ONE - market.yesPrice));

type Unlisted = Omit<StoredMarket, "yesPrice"> & { readonly yesPrice: Micros | null };

/** The price of no is from millionths, since 1 - 0.9 is not 0.1. */
const present = <P extends number | null>(market: Unlisted, yesPrice: P, noPrice: P) => ({
  id: market.id,
  title: market.title,
  platform: market.platform,
  yes_price: yesPrice,
  no_price: noPrice,
  volume: fromCents(market.volume),
  volume_24h: fromCents(market.volume24h),
  status: market.status,
  url: market.url,
  last_updated: toIso(market.updatedAt),
  event_id: market.eventId,
  category: market.category,
  close_time: toIsoOrNull(market.closesAt),
  play_money: getPlatform(market.platform).money === "play",
});

export const toPriceOrNull = (price: Micros | null): number | null => (price === null ? null : fromMicros(price));

export const toMoneyOrNull = (amount: Cents | null): number | null => (amount === null ? null : fromCents(amount));
