import type { Context } from "../../context.ts";
import { type Candle, toCandles } from "../../domain/candles.ts";
import type { PriceHistory } from "../../store/history/prices.ts";
import type { ChartedMarket } from "./courses.ts";
import { type ChartWindow, LENGTHS } from "./ranges.ts";

/** Candles of equal time. */
export interface Candles {
  readonly seconds: number;
  readonly candles: readonly Candle[];
}

/** Candles of a chart, at most. */
const MAX_CANDLES = 60;
/** Fewer candles say less than a line, and so do candles that mostly have one price. */
const MIN_CANDLES = 10;
/** Prices read, the newest. Older ones get no candle. */
const MAX_PRICES = 20_000;
/** Old prices are kept as rows of up to a day. */
const DAY_SECONDS = 86_400;

/** The candles of a market; undefined where its history is not dense enough. */
export async function readCandles(
  { store }: Pick<Context, "store">,
  { platform, id }: Pick<ChartedMarket, "platform" | "id">,
  { from, to }: ChartWindow,
): Promise<Candles | undefined> {
  const found = await store.prices.find(platform, id, { from, to, limit: MAX_PRICES });
  return found && candlesOf(found, { from, to });
}

/** The shortest candles that mostly show a move. */
function candlesOf(
  { bars, carried, isTruncated }: PriceHistory,
  window: { readonly from: number; readonly to: number },
): Candles | undefined {
  const span = window.to - window.from;
  const shortest = bars.some(({ points }) => points !== undefined) ? DAY_SECONDS : 0;
  const lengths = LENGTHS.filter((length) => length >= shortest && isWithin(span / length, MIN_CANDLES, MAX_CANDLES));
  for (const seconds of lengths) {
    const candles = toCandles(bars, { ...window, carried: isTruncated ? undefined : carried }, seconds);
    const moving = candles.filter(({ low, high }) => low < high);
    if (candles.length >= MIN_CANDLES && moving.length * 2 >= candles.length) return { seconds, candles };
  }
  return undefined;
}

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;
