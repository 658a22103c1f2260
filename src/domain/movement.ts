import type { Cents, Micros } from "./prices.ts";
import { weightedMean } from "./questions.ts";

/**
 * How far a price has moved up to now. Null where the archive does not reach back that far, where the price is stale, and
 * for what is closed: its price moves no more.
 */
export interface PriceChanges {
  readonly priceChange1h: Micros | null;
  readonly priceChange24h: Micros | null;
  readonly priceChange7d: Micros | null;
}

export const NO_CHANGES: PriceChanges = { priceChange1h: null, priceChange24h: null, priceChange7d: null };

interface WeightedChange {
  readonly change: Micros | null;
  /** Of its lifetime. */
  readonly volume: Cents;
}

/**
 * How far the average of prices moved, weighted by volume as the average is. Only markets with a price at both times count:
 * one that joined or left is no move. Null without any.
 */
export function averageChange(markets: readonly WeightedChange[]): Micros | null {
  const moved = markets.flatMap(({ change, volume }) => (change === null ? [] : [{ price: change, volume }]));
  return moved.length === 0 ? null : weightedMean(moved);
}

export function averageChanges(markets: readonly (PriceChanges & Pick<WeightedChange, "volume">)[]): PriceChanges {
  const average = (span: keyof PriceChanges) =>
    averageChange(markets.map((market) => ({ change: market[span], volume: market.volume })));
  return {
    priceChange1h: average("priceChange1h"),
    priceChange24h: average("priceChange24h"),
    priceChange7d: average("priceChange7d"),
  };
}

/** The change of a price seen from a question that asks the same, or the opposite. */
export const orientChange = (change: Micros | null, isInverted: boolean): Micros | null =>
  isInverted && change !== null ? 0 - change : change;

export const orientChanges = (changes: PriceChanges, isInverted: boolean): PriceChanges => ({
  priceChange1h: orientChange(changes.priceChange1h, isInverted),
  priceChange24h: orientChange(changes.priceChange24h, isInverted),
  priceChange7d: orientChange(changes.priceChange7d, isInverted),
});
