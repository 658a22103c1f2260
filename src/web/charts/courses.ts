import { requestBackfill } from "../../api/history.ts";
import type { Context } from "../../context.ts";
import { orient } from "../../domain/arbitrage.ts";
import type { Micros } from "../../domain/prices.ts";
import type { Sample, SampledPrices } from "../../store/history/prices.ts";
import { type ChartRange, type ChartWindow, windowOf } from "./ranges.ts";
import { findBarSeconds, firstBarAt, toVolumeBars, type VolumeBars } from "./volume-bars.ts";

/** A market whose prices are drawn. */
export interface ChartedMarket {
  readonly platform: string;
  readonly id: string;
  readonly isOpen: boolean;
  /** When it ended, in epoch seconds; undefined while it is open. */
  readonly endedAt?: number | undefined;
  /** True where its price of no is drawn. */
  readonly isInverted?: boolean;
}

/** The prices of several markets at the same times (epoch seconds), in the order of the markets; null if unknown. */
export interface Courses {
  readonly window: ChartWindow;
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
  range: ChartRange,
): Promise<Courses> {
  const { window, firstAt } = await findWindow(context, markets, range);
  const times = toTimes(window);
  const found = await Promise.all(markets.map(({ platform, id }) => context.store.prices.sample(platform, id, times)));
  const awaited = markets.map((market, index) => isAwaited(context, market, found[index], { range, window }));
  const [first] = markets;
  return {
    window,
    times,
    prices: markets.map(({ isInverted = false }, index) => toPrices(found[index]?.samples, isInverted, times)),
    volume: first === undefined ? "coarse" : await readVolume(context, first, found[0]?.samples ?? [], window),
    firstAt,
    isAwaited: (await Promise.all(awaited)).includes(true),
  };
}

/** The prices from the archive alone: no platform is asked for what it lacks. They end with the markets. */
export async function readStoredCourses(
  context: Context,
  markets: readonly Omit<ChartedMarket, "isOpen">[],
  range: ChartRange,
): Promise<Pick<Courses, "times" | "prices">> {
  const { store } = context;
  const { window } = await findWindow(context, markets, range);
  const times = toTimes(window);
  const found = await Promise.all(markets.map(({ platform, id }) => store.prices.sample(platform, id, times)));
  return { times, prices: found.map((one) => toPrices(one?.samples, false, times)) };
}

/** What a chart of these markets shows, up to now or to the end of the last of them, and their first price known in epoch seconds. */
export async function findWindow(
  { store, clock }: Pick<Context, "store" | "clock">,
  markets: readonly Pick<ChartedMarket, "platform" | "id" | "endedAt">[],
  range: ChartRange,
) {
  const found = await Promise.all(markets.map(({ platform, id }) => store.prices.sample(platform, id, [])));
  const firsts = found.flatMap((one) => one?.firstAt ?? []);
  const firstAt = firsts.length === 0 ? undefined : Math.min(...firsts);
  const ends = markets.flatMap(({ endedAt }) => endedAt ?? []);
  const endedAt = ends.length > 0 && ends.length === markets.length ? Math.max(...ends) : undefined;
  return { window: windowOf(range, clock.now(), { firstAt, endedAt }), firstAt };
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
    return close === undefined ? null : orient(close, isInverted);
  });

const MONTH_SECONDS = 30 * 86_400;

/** A chart of all prices asks for the past since the market began, or for a month where that is not known. */
async function isAwaited(
  context: Context,
  market: ChartedMarket,
  found: SampledPrices | undefined,
  { range, window }: { readonly range: ChartRange; readonly window: ChartWindow },
): Promise<boolean> {
  if (!market.isOpen || found === undefined) return false;
  const { to } = window;
  const begin = found.createdAt === null ? to - MONTH_SECONDS : Math.floor(found.createdAt / 1000);
  const from = range === "all" ? Math.min(window.from, begin) : window.from;
  return (await requestBackfill(context, market, found, { from, to })) === "pending";
}
