import type { Micros } from "../../domain/prices.ts";
import type { DrawnChart } from "./chart.ts";
import { candleTime } from "./shapes.ts";

/** The figures from which lines.js draws: times in epoch seconds, prices in percents, the gap in cents, money in dollars. */
export const toFigures = ({ window, times, lines, candles, gap, bars, moments }: DrawnChart) => ({
  window,
  times: candles?.candles.map(({ start }) => middleOf(candleTime(start, candles.seconds, window))) ?? times,
  lines: candles === undefined ? lines.map(({ prices }) => prices.map(toHundredths)) : undefined,
  candles: candles && {
    seconds: candles.seconds,
    starts: candles.candles.map(({ start }) => start),
    prices: candles.candles.map(({ open, high, low, close }) => [open, high, low, close].map(toHundredths)),
  },
  gap: gap?.map(toHundredths),
  volume: bars && {
    seconds: bars.seconds,
    bars: bars.bars.map(({ from, to, traded, isWhole }) => [from, to, traded / 100, Number(isWhole)]),
  },
  moments: moments.length === 0 ? undefined : moments.map(({ at }) => at),
});

/** Micros as percents of a dollar or cents. */
const toHundredths = (amount: Micros | null): number | null => (amount === null ? null : amount / 10_000);

const middleOf = ({ from, to }: { readonly from: number; readonly to: number }): number => (from + to) / 2;
