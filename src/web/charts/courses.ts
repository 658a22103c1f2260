import { requestBackfill } from "../../api/history.ts";
import type { Context } from "../../context.ts";
import { orientPrice } from "../../domain/arbitrage.ts";
import { type Candle, toCandles } from "../../domain/history.ts";
import type { Outcome } from "../../domain/markets.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { choice, withStandard } from "../../http/parameters.ts";
import type { PriceHistory, Sample, SampledPrices } from "../../store/history/history.ts";
import type { AddressWith } from "../browse/filters.ts";
import { type Html, html } from "../page/html.ts";

interface ChartedMarket {
  readonly platform: string;
  readonly id: string;
  /** Whether its platform is asked for prices that the archive lacks; by default not. */
  readonly isOpen?: boolean;
  /** When it ended, in epoch seconds; undefined while it is open. */
  readonly endedAt?: number | undefined;
  /** True where its price of no is drawn. */
  readonly isInverted?: boolean;
}

/** The prices of several markets at the same times (epoch seconds), in the order of the markets; null if unknown. */
interface Courses {
  readonly window: ChartWindow;
  readonly range: ChartRange;
  readonly times: readonly number[];
  readonly prices: readonly (readonly (Micros | null)[])[];
  /** Of the first market; coarse where it is known over longer times than the chart shows. */
  readonly volume: VolumeBars | "coarse";
  /** The first price known of any of them, in epoch seconds; undefined without one. */
  readonly firstAt: number | undefined;
  /** True while a backfill of one of them is running. */
  readonly isAwaited: boolean;
}

/**
 * Prices up to now, or to the end of the markets; a market that is not stored has none. Requests a backfill of missing ones
 * for open markets.
 */
export async function readCourses(
  context: Context,
  markets: readonly ChartedMarket[],
  asked: ChartRange | undefined,
): Promise<Courses> {
  const { window, range, firstAt } = await findWindow(context, markets, asked);
  const times = toTimes(window);
  const found = await Promise.all(markets.map(({ platform, id }) => context.store.prices.sample(platform, id, times)));
  const awaited = markets.map((market, index) => isAwaited(context, market, found[index], { range, window }));
  const [first] = markets;
  return {
    ...{ window, range, times },
    prices: markets.map(({ isInverted = false }, index) => toPrices(found[index]?.samples, isInverted, times)),
    volume: first === undefined ? "coarse" : await readVolume(context, first, found[0]?.samples ?? [], window),
    firstAt,
    isAwaited: (await Promise.all(awaited)).includes(true),
  };
}

/**
 * What a chart of these markets shows, up to now or to the end of the last of them, and their first price known in epoch
 * seconds. Without a range that is asked for: 30 days, or 7 where no older price is known.
 */
export async function findWindow(
  { store, clock }: Pick<Context, "store" | "clock">,
  markets: readonly Pick<ChartedMarket, "platform" | "id" | "endedAt">[],
  asked: ChartRange | undefined,
) {
  const found = await Promise.all(markets.map(({ platform, id }) => store.prices.sample(platform, id, [])));
  const firsts = found.flatMap((one) => one?.firstAt ?? []);
  const firstAt = firsts.length === 0 ? undefined : Math.min(...firsts);
  const ends = markets.flatMap(({ endedAt }) => endedAt ?? []);
  const endedAt = ends.length > 0 && ends.length === markets.length ? Math.max(...ends) : undefined;
  const windowFor = (range: ChartRange) => ({
    ...{ range, firstAt },
    window: windowOf(range, clock.now(), { firstAt, endedAt }),
  });
  if (asked !== undefined) return windowFor(asked);
  const week = windowFor("7d");
  return firstAt !== undefined && firstAt < week.window.from ? windowFor("30d") : week;
}

async function readVolume(
  { store }: Pick<Context, "store">,
  { platform, id }: ChartedMarket,
  samples: readonly Sample[],
  window: ChartWindow,
): Promise<VolumeBars | "coarse"> {
  const seconds = findBarSeconds(samples, window);
  if (seconds === "coarse") return seconds;
  const before = await store.prices.sample(platform, id, [firstBarAt(window.from, seconds)]);
  return toVolumeBars([before?.samples[0], ...samples], window, seconds);
}

/** All but the last are multiples of the step. */
function toTimes({ from, to, step }: ChartWindow): readonly number[] {
  const last = Math.ceil(to / step) * step;
  const count = Math.floor((last - from) / step) + 1;
  const grid = Array.from({ length: count }, (_, index) => last - index * step);
  return grid.toReversed().map((at) => Math.min(at, to));
}

const toPrices = (samples: readonly Sample[] = [], isInverted: boolean, times: readonly number[]) =>
  times.map((_, index) => {
    const close = samples[index]?.close;
    return close === undefined ? null : orientPrice(close, isInverted);
  });

const MONTH_SECONDS = 30 * 86_400;

/** A chart of all prices asks for the past since the market began, or for a month where that is not known. */
async function isAwaited(
  context: Context,
  market: ChartedMarket,
  found: SampledPrices | undefined,
  { range, window }: { readonly range: ChartRange; readonly window: ChartWindow },
): Promise<boolean> {
  if (market.isOpen !== true || found === undefined) return false;
  const { to } = window;
  const begin = found.createdAt === null ? to - MONTH_SECONDS : Math.floor(found.createdAt / 1000);
  const from = range === "all" ? Math.min(window.from, begin) : window.from;
  return (await requestBackfill(context, market, found, { from, to })) === "pending";
}

/** The ranges of a chart, and the step between its points; `all` begins with the first price, and its step follows. */
export const RANGES = {
  "1h": { hours: 1, stepSeconds: 60, barSeconds: 300, label: "1 hour", period: "1 hour" },
  "6h": { hours: 6, stepSeconds: 300, barSeconds: 900, label: "6 hours", period: "6 hours" },
  "24h": { hours: 24, stepSeconds: 900, barSeconds: 3600, label: "24 hours", period: "24 hours" },
  "7d": { hours: 168, stepSeconds: 3600, barSeconds: 21_600, label: "7 days", period: "7 days" },
  "30d": { hours: 720, stepSeconds: 21_600, barSeconds: 86_400, label: "30 days", period: "30 days" },
  all: { hours: null, stepSeconds: null, barSeconds: null, label: "All", period: "all recorded time" },
} as const;
type ChartRange = keyof typeof RANGES;

/** Lengths of a bar, a candle or a step, in seconds: those that divide a day, then days. */
const LENGTHS = [
  60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600, 2_592_000, 7_776_000,
];
/** Points of a chart of all prices, at most. */
const MAX_POINTS = 240;
/** Bars and candles of a chart, at most. */
const MAX_BARS = 60;
const MIN_SPAN_SECONDS = 3600;

/** What a chart shows. All in epoch seconds or seconds. */
interface ChartWindow {
  readonly from: number;
  readonly to: number;
  /** Between prices. */
  readonly step: number;
  /** Bars of volume are at least as long. */
  readonly barSeconds: number;
  /** When the markets ended, where all have; the window goes on for a little, so that the end can be seen. */
  readonly endedAt?: number | undefined;
}

/** Beyond the end of markets, of the window; at least ten minutes, since the last price is read some time after. */
const ROOM_SHARE = 0.02;
const MIN_ROOM_SECONDS = 600;

/** A range up to `now` (epoch milliseconds), or to the end of the markets; `firstAt` is their first price known. */
function windowOf(
  range: ChartRange,
  now: number,
  { firstAt, endedAt }: Record<"firstAt" | "endedAt", number | undefined>,
): ChartWindow {
  const { hours, stepSeconds, barSeconds } = RANGES[range];
  // The end of this minute, so that a page stays the same while only time passes.
  const present = Math.ceil(now / 60_000) * 60;
  // A market that was first read after its end has no earlier price.
  const end = endedAt === undefined ? present : Math.max(endedAt, firstAt ?? endedAt);
  const length = hours === null ? end - (firstAt ?? end) : hours * 3600;
  const to = Math.min(present, end + Math.max(MIN_ROOM_SECONDS, Math.round(length * ROOM_SHARE)));
  if (hours !== null) return { from: to - length, to, step: stepSeconds, barSeconds, endedAt };
  const span = Math.max(MIN_SPAN_SECONDS, to - (firstAt ?? to));
  return { from: to - span, to, step: lengthFor(span, MAX_POINTS), barSeconds: lengthFor(span, MAX_BARS), endedAt };
}

/** The shortest length that divides `span` seconds into at most `count` parts. */
const lengthFor = (span: number, count: number): number =>
  LENGTHS.find((length) => span / length <= count) ?? Math.ceil(span / count);

const RANGE_NAMES = Object.keys(RANGES) as ChartRange[];

/** The parameter `range` of a page with a chart; `findWindow` chooses where it is missing. */
export const rangeParameter = withStandard(
  choice({ description: "How far back the chart goes.", values: RANGE_NAMES }),
  "30d",
);

/** Links to the same page with another range. */
export const rangeLinks = (to: AddressWith, range: ChartRange): Html =>
  switchLinks(
    "Range",
    RANGE_NAMES.map((name) => ({ label: RANGES[name].label, path: to({ range: name }), isCurrent: name === range })),
  );

/** Links to the same page with another choice for the chart, below whose heading they open it. */
export const switchLinks = (
  name: string,
  links: readonly { readonly label: string; readonly path: string; readonly isCurrent: boolean }[],
): Html =>
  html`<nav class="filters" aria-label="${name}"><ul>${links.map(
    ({ label, path, isCurrent }) =>
      html`<li><a href="${path}#course"${isCurrent && html` aria-current="true"`}>${label}</a></li>`,
  )}</ul></nav>`;

/** Candles of equal time. */
export interface Candles {
  readonly seconds: number;
  readonly candles: readonly Candle[];
}

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
  const lengths = LENGTHS.filter(
    (length) => length >= shortest && span / length >= MIN_CANDLES && span / length <= MAX_BARS,
  );
  for (const seconds of lengths) {
    const candles = toCandles(bars, { ...window, carried: isTruncated ? undefined : carried }, seconds);
    const moving = candles.filter(({ low, high }) => low < high);
    if (candles.length >= MIN_CANDLES && moving.length * 2 >= candles.length) return { seconds, candles };
  }
  return undefined;
}

/** What was traded from one moment to another, in epoch seconds. */
export interface VolumeBar {
  readonly from: number;
  readonly to: number;
  readonly traded: Cents;
  /** False where only a part of its time is known or has passed. */
  readonly isWhole: boolean;
}

/** Bars of equal time; the newest may end now, or with the market. */
export interface VolumeBars {
  readonly seconds: number;
  readonly bars: readonly VolumeBar[];
}

/** The volume between two observations of lifetime volume. */
type Interval = Omit<VolumeBar, "isWhole">;

type VolumeWindow = Pick<ChartWindow, "from" | "to" | "barSeconds" | "endedAt">;

/** An interval may be this much longer than a bar: passes are not exactly as far apart as planned. */
const SLACK = 1.1;

/**
 * How long bars of volume are, in seconds: no finer than the longest time between two observations with a trade between.
 * Coarse where that is longer than the window.
 */
export function findBarSeconds(samples: readonly Sample[], window: VolumeWindow): number | "coarse" {
  const { from, to, barSeconds } = window;
  const traded = toIntervals(samples, to).filter((one) => one.traded > 0 && one.to > from);
  const coarsest = Math.max(barSeconds, ...traded.map((one) => (one.to - one.from) / SLACK));
  const seconds = LENGTHS.find((length) => length >= coarsest);
  return seconds === undefined || seconds > to - from ? "coarse" : seconds;
}

/**
 * Bars of equal time over a window, none where nothing is known. The archive has lifetime volume at irregular times, so the
 * volume between two of them is spread evenly. Bars end with the market. The first bar may begin before the window:
 * `samples` should begin with it.
 */
export function toVolumeBars(samples: readonly Sample[], window: VolumeWindow, seconds: number): VolumeBars {
  const { from, endedAt } = window;
  const isOver = endedAt !== undefined && endedAt > from;
  const to = isOver ? Math.min(window.to, endedAt) : window.to;
  const intervals = toIntervals(samples, to);
  const first = firstBarAt(from, seconds);
  const starts = Array.from({ length: Math.ceil((to - first) / seconds) }, (_, index) => first + index * seconds);
  return { seconds, bars: starts.flatMap((from) => toBar(intervals, { from, seconds }, { to, isOver }) ?? []) };
}

/** When the first bar of a window begins. */
export const firstBarAt = (from: number, seconds: number): number => Math.floor(from / seconds) * seconds;

/** History holds changes only: since the last one nothing was traded. */
function toIntervals(samples: readonly Sample[], to: number): Interval[] {
  const seen = samples.filter((sample, index) => sample !== undefined && sample.at !== samples[index - 1]?.at);
  const known = seen.flatMap((after, index) => {
    const before = seen[index - 1];
    if (before?.volume == null || after?.volume == null) return [];
    return [{ from: before.at, to: after.at, traded: Math.max(0, after.volume - before.volume) }];
  });
  const last = seen.at(-1);
  return last?.volume == null ? known : [...known, { from: last.at, to, traded: 0 }];
}

/** The bar that begins at `from`; `end` is where all bars end, with nothing traded any more where it is over. */
function toBar(
  intervals: readonly Interval[],
  { from, seconds }: { readonly from: number; readonly seconds: number },
  end: { readonly to: number; readonly isOver: boolean },
): VolumeBar | undefined {
  const to = Math.min(from + seconds, end.to);
  const [knownSeconds, traded] = intervals
    .filter((one) => one.from < to && one.to > from)
    .reduce(
      ([known, sum], one) => {
        const shared = Math.min(to, one.to) - Math.max(from, one.from);
        return [known + shared, sum + (one.traded * shared) / (one.to - one.from)];
      },
      [0, 0],
    );
  if (knownSeconds === 0) return undefined;
  return { from, to, traded: Math.round(traded), isWhole: knownSeconds === (end.isOver ? to - from : seconds) };
}

/** When the price of a closed market stopped to count, in epoch seconds; undefined while it is open. */
export function endOf(
  { status, closesAt, resolvedAt = null, updatedAt }: Life & { readonly updatedAt: number },
  now: number,
) {
  if (status === "open") return undefined;
  const closed = closesAt === null || closesAt > now ? updatedAt : closesAt;
  return Math.floor(Math.min(resolvedAt ?? closed, now) / 1000);
}

/** Markets with when they ended, for `findWindow`. */
export const withEnds = (
  markets: readonly (Life & { readonly platform: string; readonly id: string; readonly updatedAt: number })[],
  now: number,
) => markets.map((market) => ({ platform: market.platform, id: market.id, endedAt: endOf(market, now) }));

/** What a chart knows of a market's life. Times are epoch milliseconds, null where unknown. */
export interface Life {
  readonly status: "open" | "closed";
  readonly createdAt?: number | null;
  readonly closesAt: number | null;
  readonly resolvedAt?: number | null;
  readonly outcome: Outcome | null;
  readonly rulesChangedAt?: number | null;
}
