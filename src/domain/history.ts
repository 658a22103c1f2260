import type { Cents, Micros } from "./prices.ts";

/** A price from `at` until the next point. */
export interface Point {
  /** Epoch seconds. */
  readonly at: number;
  readonly close: Micros;
  /** Lifetime volume at that time; null where unknown. */
  readonly volume: Cents | null;
}

/** One or more points, at the time of the last one. The optional fields are missing for a single point. */
export interface Bar extends Point {
  readonly open?: Micros;
  readonly high?: Micros;
  readonly low?: Micros;
  readonly points?: number;
}

export interface Candle extends Required<Omit<Bar, "at">> {
  /** Epoch seconds, a multiple of the interval. */
  readonly start: number;
  /** True when the window begins or ends within the interval. */
  readonly isPartial: boolean;
}

/** A window in epoch seconds. */
interface CandleWindow {
  readonly from: number;
  readonly to: number;
  /** The price when the window begins, if known. It opens the first interval and counts as no point. */
  readonly carried: Pick<Point, "close" | "volume"> | undefined;
}

/**
 * Candles of `seconds`, aligned to UTC: one for each interval that has bars, and one for the first interval when a price
 * is carried into it. `bars` are sorted by time and within the window.
 */
export function toCandles(bars: readonly Bar[], window: CandleWindow, seconds: number): Candle[] {
  const { from, to, carried } = window;
  const startOf = (at: number): number => at - (at % seconds);
  const isPartial = (start: number): boolean => start < from || start + seconds > to;
  const candles: OpenCandle[] = [];
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

/** The same with a candle for each interval until `to` (epoch seconds): where nothing changed, the price before goes on. */
export function fillCandles(candles: readonly Candle[], to: number, seconds: number): Candle[] {
  return candles.flatMap((candle, index) => {
    const end = candles[index + 1]?.start ?? to;
    const { start, close, volume } = candle;
    const still = { open: close, high: close, low: close, close, volume, points: 0 };
    const missing = Array.from({ length: Math.max(0, Math.ceil((end - start) / seconds) - 1) }, (_, step) => {
      const at = start + (step + 1) * seconds;
      return { start: at, ...still, isPartial: at + seconds > to };
    });
    return [candle, ...missing];
  });
}

type OpenCandle = { -readonly [K in keyof Candle]: Candle[K] };

function begin(bar: Bar, start: number, isPartial: boolean): OpenCandle {
  const { close, open = close, high = close, low = close, volume, points = 1 } = bar;
  return { start, open, high, low, close, volume, points, isPartial };
}

function extend(candle: OpenCandle, bar: Bar): void {
  const { close, high = close, low = close, volume, points = 1 } = bar;
  if (high > candle.high) candle.high = high;
  if (low < candle.low) candle.low = low;
  candle.close = close;
  candle.volume = volume ?? candle.volume;
  candle.points += points;
}

const HOUR_SECONDS = 3600;

/** How long to wait before asking again for a past that the platform did not have. */
export const UNAVAILABLE_FOR_MS = 3_600_000;

/** What is stored of a market's past. */
export interface Coverage {
  /** The first stored point in epoch seconds; undefined when there is none. */
  readonly firstAt: number | undefined;
  /** Epoch milliseconds; null where the platform does not say. */
  readonly createdAt: number | null;
  readonly backfill: { readonly status: "complete" | "unavailable"; readonly triedAt: number } | undefined;
}

/**
 * Whether the stored past covers a window (epoch seconds): `complete`, `unavailable` when the platform has no more, or
 * `missing` when it should be asked. A gap of an hour or a hundredth of the window counts as covered.
 */
export function judgeCoverage(
  { firstAt, createdAt, backfill }: Coverage,
  window: { from: number; to: number },
): "complete" | "unavailable" | "missing" {
  const from = Math.max(window.from, (createdAt ?? 0) / 1000);
  const slack = Math.max(HOUR_SECONDS, (window.to - window.from) / 100);
  if (backfill?.status === "complete" || (firstAt !== undefined && firstAt <= from + slack)) return "complete";
  const isRecent = backfill !== undefined && window.to * 1000 - backfill.triedAt < UNAVAILABLE_FOR_MS;
  return isRecent ? "unavailable" : "missing";
}
