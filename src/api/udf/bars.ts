import type { Context } from "../../context.ts";
import { type Candle, toCandles } from "../../domain/candles.ts";
import { fromCents, fromMicros } from "../../domain/prices.ts";
import { type CombinedSeries, combineSeries } from "../../domain/questions/series.ts";
import { requestBackfill } from "../history/backfill.ts";
import type { ChartSymbol } from "./symbols.ts";

/** Bars of one answer; the newest stay. */
export const MAX_BARS = 10_000;

/** Points of a market that are read for one answer; the newest stay. */
const MAX_POINTS = 100_000;

/** How much wider the next try is when a window holds fewer bars than asked for. */
const WIDER = 4;

/** Times in epoch seconds, `to` exclusive. With `countback`, that many bars before `to` whatever `from` says. */
export interface BarsQuery {
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
  readonly countback: number | undefined;
}

/** A window of whole bars, both ends inclusive. */
interface BarWindow {
  readonly from: number;
  readonly to: number;
}

interface ReadBars {
  /** Oldest first. */
  readonly candles: readonly Candle[];
  /** The price before them; undefined also where points between are left out. */
  readonly carried: CombinedSeries["carried"];
  /** When the oldest archive begins; undefined where there is none. */
  readonly firstAt: number | undefined;
  readonly isTruncated: boolean;
}

/** The bars of a symbol as UDF wants them. Asks platforms for a past that the archive lacks. */
export async function listBars(context: Context, symbol: ChartSymbol, query: BarsQuery) {
  const { seconds, countback } = query;
  const { read, window } = await readEnough(context, symbol, query);
  await requestPast(context, symbol, window);
  const candles = read.candles.slice(-Math.min(countback ?? MAX_BARS, MAX_BARS));
  if (candles.length > 0) return toTable(candles, symbol.hasVolume ? toVolumes(read, candles.length) : undefined);
  const nextTime = read.carried && startOf(read.carried.at, seconds);
  return { s: "no_data" as const, ...(nextTime === undefined ? {} : { nextTime }) };
}

/** Reads a window; with `countback` a wider one until it holds as many bars, or all there are. */
async function readEnough(context: Context, symbol: ChartSymbol, query: BarsQuery) {
  const { seconds, from, to, countback } = query;
  const nextBar = startOf(context.clock.now() / 1000, seconds) + seconds;
  const end = Math.min(Math.ceil(to / seconds) * seconds, nextBar);
  const wanted = Math.min(countback ?? 0, MAX_BARS);
  let start = countback === undefined ? Math.ceil(from / seconds) * seconds : end - wanted * seconds;
  for (;;) {
    const window = { from: start, to: end - 1 };
    const read = await readBars(context, symbol, window, seconds);
    const { candles, firstAt, isTruncated } = read;
    const isAll = firstAt === undefined || firstAt >= start || isTruncated;
    if (candles.length >= wanted || isAll) return { read, window };
    start = Math.max(end - (end - start) * WIDER, startOf(firstAt, seconds));
  }
}

async function readBars(
  { store }: Context,
  { members }: ChartSymbol,
  window: BarWindow,
  seconds: number,
): Promise<ReadBars> {
  const series = [];
  for (const { platform, id, isInverted, volume } of members) {
    const history = await store.prices.find(platform, id, { ...window, limit: MAX_POINTS });
    if (history !== undefined) series.push({ ...history, isInverted, volume });
  }
  const { bars, carried } = combineSeries(series);
  // Before the oldest point that was read, a market that was cut off has no price.
  const knownFrom = Math.max(
    window.from,
    ...series.flatMap(({ isTruncated, bars: [oldest] }) => (isTruncated && oldest !== undefined ? oldest.at : [])),
  );
  // Nothing is carried into the first bar: a bar is the same whatever window it is read in.
  const candles = toCandles(bars, { ...window, carried: undefined }, seconds);
  const starts = series.flatMap(({ firstAt }) => firstAt ?? []);
  return {
    candles: candles.filter(({ start }) => start >= knownFrom),
    carried: knownFrom > window.from ? undefined : carried,
    firstAt: starts.length === 0 ? undefined : Math.min(...starts),
    isTruncated: series.some(({ isTruncated }) => isTruncated),
  };
}

async function requestPast(context: Context, { members }: ChartSymbol, { from }: BarWindow): Promise<void> {
  const window = { from, to: Math.floor(context.clock.now() / 1000) };
  for (const { platform, id } of members) {
    const stored = await context.store.prices.sample(platform, id, []);
    if (stored !== undefined) await requestBackfill(context, { platform, id }, stored, window);
  }
}

/** What was traded from one bar to the next, for the newest `count`; undefined where no volume is known. */
function toVolumes({ candles, carried }: ReadBars, count: number): readonly number[] | undefined {
  const lifetime = [carried?.volume ?? null, ...candles.map(({ volume }) => volume)];
  const traded = candles.map((_, index) => {
    const [before, after] = [lifetime[index] ?? null, lifetime[index + 1] ?? null];
    return before === null || after === null ? null : fromCents(Math.max(0, after - before));
  });
  const shown = traded.slice(-count);
  return shown.every((volume) => volume === null) ? undefined : shown.map((volume) => volume ?? 0);
}

const toTable = (candles: readonly Candle[], volumes: readonly number[] | undefined) => ({
  s: "ok" as const,
  t: candles.map(({ start }) => start),
  o: candles.map(({ open }) => fromMicros(open)),
  h: candles.map(({ high }) => fromMicros(high)),
  l: candles.map(({ low }) => fromMicros(low)),
  c: candles.map(({ close }) => fromMicros(close)),
  ...(volumes === undefined ? {} : { v: volumes }),
});

const startOf = (at: number, seconds: number): number => Math.floor(at / seconds) * seconds;
