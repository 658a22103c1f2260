import { toIso } from "../../clock.ts";
import type { Bar, Candle } from "../../domain/candles.ts";
import { fromMicros, ONE } from "../../domain/prices.ts";
import { toMoneyOrNull } from "../markets/present.ts";

/** A price that came into force, or was already when the window began. */
export interface PublishedPoint extends Pick<Bar, "at" | "close" | "volume"> {
  readonly isCarried?: boolean;
}

export const toPublishedPoint = ({ at, close, volume, isCarried }: PublishedPoint) => ({
  timestamp: toIso(at * 1000),
  yes_price: fromMicros(close),
  no_price: fromMicros(ONE - close),
  volume: toMoneyOrNull(volume),
  ...(isCarried === true ? { carried: true } : undefined),
});

export const toPublishedCandle = ({ start, open, high, low, close, volume, points, isPartial }: Candle) => ({
  start: toIso(start * 1000),
  open: fromMicros(open),
  high: fromMicros(high),
  low: fromMicros(low),
  close: fromMicros(close),
  volume: toMoneyOrNull(volume),
  points,
  partial: isPartial,
});
