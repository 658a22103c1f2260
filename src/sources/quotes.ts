import type { MarketRecord, PriceSource } from "../domain/markets.ts";
import type { Micros } from "../domain/prices.ts";

/** A price of yes and where it was taken from. */
export interface Price {
  readonly yes: Micros;
  readonly source: PriceSource;
}

/** The fields of a market that hold its prices. */
export type MarketPrices = Pick<MarketRecord, "yesPrice" | "priceSource" | "bestBid" | "bestAsk" | "lastPrice">;

/** With a wider spread than this, the last trade says more than the middle of the book. */
export const WIDE_SPREAD: Micros = 100_000;

/** The middle of bid and ask; null unless both sides are there. */
export const midOf = (bid: Micros | null, ask: Micros | null): Micros | null =>
  bid === null || ask === null ? null : Math.round((bid + ask) / 2);

/** The middle of a book that is not wide, else the last trade, else null. */
export function bookPrice(bid: Micros | null, ask: Micros | null, last: Micros | null): Price | null {
  const mid = midOf(bid, ask);
  if (mid !== null && bid !== null && ask !== null && ask - bid <= WIDE_SPREAD) return { yes: mid, source: "mid" };
  return last === null ? null : { yes: last, source: "last" };
}
