import { orient } from "../arbitrage.ts";
import type { Bar, Point } from "../candles.ts";
import type { Cents } from "../prices.ts";
import { weightedMean } from "./questions.ts";

/** One market's prices over time, as its platform shows them. */
export interface PriceSeries {
  /** Oldest first. */
  readonly bars: readonly Bar[];
  /** The last price before them; undefined when none is known. */
  readonly carried: Point | undefined;
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
  /** Of its lifetime now: how much its price counts. */
  readonly volume: Cents;
}

/** Prices over time in the direction of the question. Volume is that of all markets together, null where one is unknown. */
export interface CombinedSeries {
  readonly bars: readonly Bar[];
  readonly carried: Point | undefined;
}

/**
 * The price of a question over time: at each change of one market, the mean of all that have a price, weighted as the
 * price of now is. Of several markets the high and low within a rolled-up row are left out.
 */
export function combineSeries(series: readonly PriceSeries[]): CombinedSeries {
  const [only] = series;
  if (only !== undefined && series.length === 1) return orientSeries(only);
  const current = series.map(({ carried, isInverted }) => carried && orientBar(carried, isInverted));
  const carried = toMean(series, current);
  const changes = series
    .flatMap(({ bars, isInverted }, index) => bars.map((bar) => ({ index, point: orientBar(bar, isInverted) })))
    .sort((a, b) => a.point.at - b.point.at);
  const bars: Point[] = [];
  for (const { index, point } of changes) {
    current[index] = point;
    const mean = toMean(series, current);
    // Of one moment the last counts.
    if (bars.at(-1)?.at === point.at) bars.pop();
    if (mean !== undefined) bars.push(mean);
  }
  return { bars, carried };
}

const orientSeries = ({ bars, carried, isInverted }: PriceSeries): CombinedSeries => ({
  bars: isInverted ? bars.map((bar) => orientBar(bar, true)) : bars,
  carried: carried && orientBar(carried, isInverted),
});

/** Turned, the lowest price is the highest. */
function orientBar<B extends Bar>(bar: B, isInverted: boolean): B {
  if (!isInverted) return bar;
  const { open, high, low, close } = bar;
  return {
    ...bar,
    close: orient(close, true),
    ...(open === undefined ? {} : { open: orient(open, true) }),
    ...(low === undefined ? {} : { high: orient(low, true) }),
    ...(high === undefined ? {} : { low: orient(high, true) }),
  };
}

function toMean(series: readonly PriceSeries[], current: readonly (Point | undefined)[]): Point | undefined {
  const known = current.flatMap((point, index) => (point === undefined ? [] : [{ point, of: series[index] }]));
  if (known.length === 0) return undefined;
  const volumes = known.map(({ point }) => point.volume);
  const isWhole = known.length === series.length && volumes.every((volume) => volume !== null);
  return {
    at: Math.max(...known.map(({ point }) => point.at)),
    close: weightedMean(known.map(({ point, of }) => ({ price: point.close, volume: of?.volume ?? 0 }))),
    volume: isWhole ? volumes.reduce<number>((sum, volume) => sum + (volume ?? 0), 0) : null,
  };
}
