import { toIso, toIsoOrNull } from "../../clock.ts";
import type { SettlementSource } from "../../domain/markets.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { type Cents, fromCents, fromMicros, type Micros, ONE } from "../../domain/prices.ts";
import { AppError } from "../../errors.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Market } from "./schema.ts";

/** A market as every list publishes it. */
export const toMarket = (market: StoredMarket): Market => ({
  id: market.id,
  title: market.title,
  platform: market.platform,
  yes_price: fromMicros(market.yesPrice),
  // Subtracted in millionths: 1 - 0.9 is not 0.1.
  no_price: fromMicros(ONE - market.yesPrice),
  volume: fromCents(market.volume),
  volume_24h: fromCents(market.volume24h),
  status: market.status,
  url: market.url,
  last_updated: toIso(market.updatedAt),
  event_id: market.eventId,
  category: market.category,
  close_time: toIsoOrNull(market.closesAt),
  play_money: !isRealMoney(market.platform),
});

export const toSettlementSource = (source: SettlementSource | null) =>
  source === null ? null : { name: source.name, url: source.url };

export const toPriceOrNull = (price: Micros | null): number | null => (price === null ? null : fromMicros(price));

export const toMoneyOrNull = (amount: Cents | null): number | null => (amount === null ? null : fromCents(amount));

/** The error for an id that a platform does not have. */
export const marketNotFound = (platform: string): AppError =>
  new AppError("market_not_found", `${platform} has no market with this id; find ids with /api/v1/search?q=…`);
