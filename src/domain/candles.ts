import type { Cents, Micros } from "./prices.ts";

/** A price that came into force. */
export interface Point {
  /** Epoch seconds. */
  readonly at: number;
  readonly close: Micros;
  /** Lifetime volume then; null where it is not known. */
  readonly volume: Cents | null;
}

/** What was seen of a price in a stretch of time, at its last point. A single point is one without the rest. */
export interface Bar extends Point {
  readonly open?: Micros;
  readonly high?: Micros;
  readonly low?: Micros;
  /** How many changes it stands for. */
  readonly points?: number;
}

/** The bars of one interval as one. */
export interface Candle extends Required<Omit<Bar, "at">> {
  /** Epoch seconds, a multiple of the interval. */
  readonly start: number;
  /** True when the window begins or ends within the interval. */
  readonly isPartial: boolean;
}

/** Epoch seconds; the price in force when the window begins, if known, opens its first interval without being a change. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly carried: Pick<Point, "close" | "volume"> | undefined;
}

/**
 * Exactly what the bars say, by interval of `seconds` aligned to UTC: a candle for each interval that has any, and for
 * the first interval when a price is carried into it. `bars` are oldest first and within the window.
 */
export function toCandles(bars: readonly Bar[], window: Window, seconds: number): Candle[] {
  const { from, to, carried } = window;
  const startOf = (at: number): number => at - (at % seconds);
  const isPartial = (start: number): boolean => start < from || start + seconds > to;
  const candles: Growing[] = [];
  let last = carried && begin({ ...carried, at: from, points: 0 }, startOf(from), isPartial(startOf(from)));
  if (last !== undefined) candles.push(last);
  for (const bar of bars) {
    const start = startOf(bar.at);
    if (last?.start === start) {
      extend(last, bar);
      continue;
    }
    last = begin(bar, start, isPartial(start));
    candles.push(last);
  }
  return candles;
}

type Growing = { -readonly [K in keyof Candle]: Candle[K] };

function begin(bar: Bar, start: number, isPartial: boolean): Growing {
  const { close, open = close, high = close, low = close, volume, points = 1 } = bar;
  return { start, open, high, low, close, volume, points, isPartial };
}

function extend(candle: Growing, bar: Bar): void {
  const { close, high = close, low = close, volume, points = 1 } = bar;
  if (high > candle.high) candle.high = high;
  if (low < candle.low) candle.low = low;
  candle.close = close;
  candle.volume = volume ?? candle.volume;
  candle.points += points;
}
