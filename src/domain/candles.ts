import type { Cents, Micros } from "./prices.ts";

/** What was seen of a price in a stretch of time; a single point has all four prices the same. */
export interface Bar {
  /** Epoch seconds: when the last of its prices came into force. */
  readonly at: number;
  readonly open: Micros;
  readonly high: Micros;
  readonly low: Micros;
  readonly close: Micros;
  /** Lifetime volume then; null where it is not known. */
  readonly volume: Cents | null;
  /** How many changes it stands for. */
  readonly points: number;
}

/** The bars of one interval as one. */
export interface Candle extends Omit<Bar, "at"> {
  /** Epoch seconds, a multiple of the interval. */
  readonly start: number;
  /** True when the window begins or ends within the interval. */
  readonly isPartial: boolean;
}

/** Epoch seconds; the price in force when the window begins, if known, opens its first interval without being a change. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly carried: Pick<Bar, "close" | "volume"> | undefined;
}

/**
 * Exactly what the bars say, by interval of `seconds` aligned to UTC: a candle for each interval that has any, and for
 * the first interval when a price is carried into it. `bars` are oldest first and within the window.
 */
export function toCandles(bars: readonly Bar[], window: Window, seconds: number): Candle[] {
  const candles: Candle[] = [];
  for (const bar of [...openingOf(window), ...bars]) {
    const start = bar.at - (bar.at % seconds);
    const last = candles.at(-1);
    if (last?.start === start) candles[candles.length - 1] = join(last, bar);
    else candles.push({ ...withoutTime(bar), start, isPartial: start < window.from || start + seconds > window.to });
  }
  return candles;
}

function openingOf({ from, carried }: Window): Bar[] {
  if (carried === undefined) return [];
  const { close, volume } = carried;
  return [{ at: from, open: close, high: close, low: close, close, volume, points: 0 }];
}

function withoutTime({ open, high, low, close, volume, points }: Bar): Omit<Bar, "at"> {
  return { open, high, low, close, volume, points };
}

const join = (candle: Candle, bar: Bar): Candle => ({
  ...candle,
  high: Math.max(candle.high, bar.high),
  low: Math.min(candle.low, bar.low),
  close: bar.close,
  volume: bar.volume ?? candle.volume,
  points: candle.points + bar.points,
});
