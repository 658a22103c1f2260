import { moneyUnitOf } from "../../domain/amounts.ts";
import { fromCents, type Micros } from "../../domain/prices.ts";
import type { DrawnChart } from "./chart.ts";
import { candleTime } from "./shapes.ts";
import type { VolumeBars } from "./volume-bars.ts";

/** The figures from which lines.js draws: times in epoch seconds, prices in percents, volume in units of its platform's money. */
export const toFigures = ({ window, times, lines, candles, bars, moments }: DrawnChart) => ({
  window,
  times: candles?.candles.map(({ start }) => middleOf(candleTime(start, candles.seconds, window))) ?? times,
  lines: candles === undefined ? lines.map(({ prices }) => prices.map(toHundredths)) : undefined,
  candles: candles && {
    seconds: candles.seconds,
    starts: candles.candles.map(({ start }) => start),
    prices: candles.candles.map(({ open, high, low, close }) => [open, high, low, close].map(toHundredths)),
  },
  volume: bars && toVolume(bars, lines[0]?.platform),
  moments: moments.length === 0 ? undefined : moments.map(({ at }) => at),
});

function toVolume({ seconds, bars }: VolumeBars, platform: string | undefined) {
  const { sign, perDollar } = moneyUnitOf(platform);
  return {
    seconds,
    sign,
    bars: bars.map(({ from, to, traded, isWhole }) => [from, to, fromCents(traded * perDollar), Number(isWhole)]),
  };
}

/** Micros as percents of a dollar. */
const toHundredths = (amount: Micros | null): number | null => (amount === null ? null : amount / 10_000);

const middleOf = ({ from, to }: { readonly from: number; readonly to: number }): number => (from + to) / 2;
