import { requestBackfill } from "../../api/history.ts";
import type { Context } from "../../context.ts";
import { orientPrice } from "../../domain/arbitrage.ts";
import type { Outcome } from "../../domain/markets.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { choice, withStandard } from "../../http/parameters.ts";
import type { AddressWith } from "../browse/filters.ts";
import { type Html, html } from "../page/html.ts";

/** What a chart knows of a market's life. Times are epoch milliseconds, null where unknown. */
export interface Life {
  readonly status: "open" | "closed";
  readonly createdAt?: number | null;
  readonly closesAt: number | null;
  readonly resolvedAt?: number | null;
  readonly updatedAt: number;
  readonly outcome: Outcome | null;
  readonly rulesChangedAt?: number | null;
}

export interface ChartedMarket extends Life {
  readonly platform: string;
  readonly id: string;
  /** True where its price of no is drawn. */
  readonly isInverted?: boolean;
  /** What its platform says was traded in the last 24 hours. */
  readonly volume24h?: Cents;
}

/** The prices of several markets at the same times (epoch seconds), in the order of the markets; null if unknown. */
interface Courses extends FoundWindow {
  readonly times: readonly number[];
  readonly prices: readonly (readonly (Micros | null)[])[];
}

/** Prices up to now, or to the end of the markets; a market that is not stored has none. */
export async function readCourses(
  context: Pick<Context, "store" | "clock">,
  markets: readonly ChartedMarket[],
  asked: ChartRange | undefined,
): Promise<Courses> {
  const found = await findWindow(context, markets, asked);
  const times = toTimes(found.window);
  const { sample } = context.store.prices;
  const sampled = await Promise.all(markets.map(({ platform, id }) => sample(platform, id, times)));
  const prices = markets.map(({ isInverted = false }, index) =>
    times.map((_, at) => {
      const close = sampled[index]?.samples[at]?.close;
      return close === undefined ? null : orientPrice(close, isInverted);
    }),
  );
  return { ...found, times, prices };
}

interface FoundWindow {
  readonly range: ChartRange;
  readonly window: ChartWindow;
  /** The first price known of any market, in epoch seconds; undefined without one. */
  readonly firstAt: number | undefined;
}

/**
 * What a chart of these markets shows, up to now or to the end of the last of them. Without a range that is asked for: 30
 * days, or 7 where no older price is known.
 */
export async function findWindow(
  { store, clock }: Pick<Context, "store" | "clock">,
  markets: readonly ChartedMarket[],
  asked: ChartRange | undefined,
): Promise<FoundWindow> {
  const now = clock.now();
  const found = await Promise.all(markets.map(({ platform, id }) => store.prices.sample(platform, id, [])));
  const firsts = found.flatMap((one) => one?.firstAt ?? []);
  const firstAt = firsts.length === 0 ? undefined : Math.min(...firsts);
  const ends = markets.flatMap((market) => endOf(market, now) ?? []);
  const endedAt = ends.length > 0 && ends.length === markets.length ? Math.max(...ends) : undefined;
  const windowFor = (range: ChartRange) => ({ range, firstAt, window: windowOf(range, now, { firstAt, endedAt }) });
  if (asked !== undefined) return windowFor(asked);
  const week = windowFor("7d");
  return firstAt !== undefined && firstAt < week.window.from ? windowFor("30d") : week;
}

/** When the price of a closed market stopped to count, in epoch seconds; undefined while it is open. */
function endOf({ status, closesAt, resolvedAt = null, updatedAt }: Life, now: number): number | undefined {
  if (status === "open") return undefined;
  const closed = closesAt === null || closesAt > now ? updatedAt : closesAt;
  return Math.floor(Math.min(resolvedAt ?? closed, now) / 1000);
}

/** All but the last are multiples of the step. */
function toTimes({ from, to, step }: ChartWindow): readonly number[] {
  const last = Math.ceil(to / step) * step;
  const count = Math.floor((last - from) / step) + 1;
  const grid = Array.from({ length: count }, (_, index) => last - index * step);
  return grid.toReversed().map((at) => Math.min(at, to));
}

const MONTH_SECONDS = 30 * 86_400;

/**
 * Asks the platforms of open markets for what the archive lacks; true while one of them is being read. A chart of all
 * prices asks for the past since the market began, or for a month where that is not known.
 */
export async function requestPast(
  context: Context,
  markets: readonly ChartedMarket[],
  { range, window: { from, to } }: FoundWindow,
): Promise<boolean> {
  const states = markets.map(async ({ platform, id, status }) => {
    const found = status === "open" ? await context.store.prices.sample(platform, id, []) : undefined;
    if (found === undefined) return undefined;
    const begin = found.createdAt === null ? to - MONTH_SECONDS : Math.floor(found.createdAt / 1000);
    const asked = { from: range === "all" ? Math.min(from, begin) : from, to };
    return requestBackfill(context, { platform, id }, found, asked);
  });
  return (await Promise.all(states)).includes("pending");
}

/** What was traded from one moment to another, in epoch seconds. */
export interface VolumeBar {
  readonly from: number;
  readonly to: number;
  readonly traded: Cents;
}

const DAY_SECONDS = 86_400;

/** Bars of equal time. */
export interface VolumeBars {
  readonly seconds: number;
  readonly bars: readonly VolumeBar[];
}

/**
 * What was traded in bars of equal time up to the end of the window; undefined where nothing was. The last 24 hours of an
 * open market are those of its platform, which the page shows too.
 */
export async function readVolume(
  { store }: Pick<Context, "store">,
  { platform, id, status, volume24h }: Pick<ChartedMarket, "platform" | "id" | "status" | "volume24h">,
  { from, to, barSeconds: seconds }: ChartWindow,
): Promise<VolumeBars | undefined> {
  const count = Math.ceil((to - from) / seconds);
  const ends = Array.from({ length: count + 1 }, (_, index) => to - (count - index) * seconds);
  const found = await store.prices.sample(platform, id, ends);
  const bars = ends.slice(1).flatMap((end, index) => {
    const [before, after] = [found?.samples[index]?.volume, found?.samples[index + 1]?.volume];
    if (before == null || after == null) return [];
    const isLastDay = index === count - 1 && seconds === DAY_SECONDS && status === "open";
    const traded = isLastDay && volume24h !== undefined ? volume24h : Math.max(0, after - before);
    return [{ from: end - seconds, to: end, traded }];
  });
  return bars.some(({ traded }) => traded > 0) ? { seconds, bars } : undefined;
}

/** The ranges of a chart, and the step between its points; `all` begins with the first price, and its step follows. */
export const RANGES = {
  "1h": { hours: 1, stepSeconds: 60, barSeconds: 600, label: "1 hour", period: "1 hour" },
  "6h": { hours: 6, stepSeconds: 300, barSeconds: 1800, label: "6 hours", period: "6 hours" },
  "24h": { hours: 24, stepSeconds: 900, barSeconds: 3600, label: "24 hours", period: "24 hours" },
  "7d": { hours: 168, stepSeconds: 3600, barSeconds: 21_600, label: "7 days", period: "7 days" },
  "30d": { hours: 720, stepSeconds: 21_600, barSeconds: 86_400, label: "30 days", period: "30 days" },
  all: { hours: null, stepSeconds: null, barSeconds: null, label: "All", period: "all recorded time" },
} as const;
type ChartRange = keyof typeof RANGES;

/** Lengths of a bar or a step, in seconds: those that divide a day, then days. */
const LENGTHS = [
  60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600, 2_592_000, 7_776_000,
];
/** Points of a chart of all prices, at most. */
const MAX_POINTS = 240;
/** Bars of a chart, at most. */
const MAX_BARS = 60;
const MIN_SPAN_SECONDS = 3600;

/** In epoch seconds and seconds. Where all markets have ended, it goes on for a little, so that the end can be seen. */
interface ChartWindow {
  readonly from: number;
  readonly to: number;
  /** Between prices. */
  readonly step: number;
  /** How long bars of volume are. */
  readonly barSeconds: number;
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
  if (hours !== null) return { from: to - length, to, step: stepSeconds, barSeconds };
  const span = Math.max(MIN_SPAN_SECONDS, to - (firstAt ?? to));
  return { from: to - span, to, step: lengthFor(span, MAX_POINTS), barSeconds: lengthFor(span, MAX_BARS) };
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

/** Links to the same page with another range, which open it at the chart's heading. */
export const rangeLinks = (to: AddressWith, range: ChartRange): Html =>
  html`<nav class="filters" aria-label="Range"><ul>${RANGE_NAMES.map(
    (name) =>
      html`<li><a href="${to({ range: name })}#course"${name === range && html` aria-current="true"`}>${RANGES[name].label}</a></li>`,
  )}</ul></nav>`;
