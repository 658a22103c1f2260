import { toIso, toIsoOrNull } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Cents, fromCents, fromMicros, type Micros, ONE } from "../../domain/prices.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Market } from "../schemas/markets.ts";

/** A market as every list publishes it. */
export const toMarket = (market: StoredMarket): Market => ({
  ...toLeading(market),
  ...toPrices(market.yesPrice),
  ...toTrailing(market),
});

/** A market that is in no list while it has no price; its prices are null then. */
export const toUnlistedMarket = (market: Unlisted) => ({
  ...toLeading(market),
  ...(market.yesPrice === null ? NO_PRICES : toPrices(market.yesPrice)),
  ...toTrailing(market),
});

type Unlisted = Omit<StoredMarket, "yesPrice"> & { readonly yesPrice: Micros | null };

const NO_PRICES = { yes_price: null, no_price: null };

// From millionths, since 1 - 0.9 is not 0.1.
const toPrices = (yesPrice: Micros) => ({ yes_price: fromMicros(yesPrice), no_price: fromMicros(ONE - yesPrice) });

const toLeading = ({ id, title, platform }: Unlisted) => ({ id, title, platform });

const toTrailing = (market: Unlisted) => ({
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
