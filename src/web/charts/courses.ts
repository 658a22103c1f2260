import { requestBackfill } from "../../api/history/index.ts";
import type { Context } from "../../context.ts";
import type { Micros } from "../../domain/prices.ts";
import type { Sample } from "../../store/history/index.ts";
import { type HourlyVolume, toHourlyVolumes } from "./hourly-volumes.ts";
import { type ChartRange, RANGES } from "./ranges.ts";

/** A market whose prices are drawn. */
export interface ChartedMarket {
  readonly platform: string;
  readonly id: string;
  readonly isOpen: boolean;
}

/** Prices at regular times (epoch seconds), and the volume per hour since the time before; null if unknown. */
export interface Course {
  readonly times: readonly number[];
  readonly prices: readonly (Micros | null)[];
  readonly volumes: readonly (HourlyVolume | null)[];
  /** True while a backfill is running. */
  readonly isAwaited: boolean;
}

/** The prices of several markets at the same times (epoch seconds), in the order of the markets; null if unknown. */
interface Courses {
  readonly times: readonly number[];
  readonly prices: readonly (readonly (Micros | null)[])[];
  /** True while a backfill of one of them is running. */
  readonly isAwaited: boolean;
}

/** The prices of a market up to now. Requests a backfill of missing ones for an open market. */
export async function readCourse(
  context: Context,
  market: ChartedMarket,
  range: ChartRange,
): Promise<Course | undefined> {
  const times = toTimes(context.clock.now(), range);
  const found = await readSamples(context, market, times);
  if (found === undefined) return undefined;
  const { samples, isAwaited } = found;
  return { times, prices: samples.map(priceOf), volumes: toHourlyVolumes(times, samples), isAwaited };
}

/** The same for several markets; a market that is not stored has no prices. */
export async function readCourses(
  context: Context,
  markets: readonly ChartedMarket[],
  range: ChartRange,
): Promise<Courses> {
  const times = toTimes(context.clock.now(), range);
  const found = await Promise.all(markets.map((market) => readSamples(context, market, times)));
  return {
    times,
    prices: found.map((one) => one?.samples.map(priceOf) ?? times.map(() => null)),
    isAwaited: found.some((one) => one?.isAwaited === true),
  };
}

/** The same from the archive alone: no platform is asked for what it lacks. */
export async function readStoredCourses(
  { store, clock }: Context,
  markets: readonly Omit<ChartedMarket, "isOpen">[],
  range: ChartRange,
): Promise<Omit<Courses, "isAwaited">> {
  const times = toTimes(clock.now(), range);
  const found = await Promise.all(markets.map(({ platform, id }) => store.prices.sample(platform, id, times)));
  return { times, prices: found.map((one) => one?.samples.map(priceOf) ?? times.map(() => null)) };
}

/** The times of a range up to `now` (epoch milliseconds); all but the last are multiples of its step. */
function toTimes(now: number, range: ChartRange): readonly number[] {
  const { hours, stepSeconds } = RANGES[range];
  const to = Math.floor(now / 1000);
  const last = Math.ceil(to / stepSeconds) * stepSeconds;
  const grid = Array.from({ length: (hours * 3600) / stepSeconds + 1 }, (_, index) => last - index * stepSeconds);
  return grid.toReversed().map((at) => Math.min(at, to));
}

async function readSamples(context: Context, market: ChartedMarket, times: readonly number[]) {
  const found = await context.store.prices.sample(market.platform, market.id, times);
  if (found === undefined) return undefined;
  const window = { from: times[0] ?? 0, to: times.at(-1) ?? 0 };
  const isAwaited = market.isOpen && (await requestBackfill(context, market, found, window)) === "pending";
  return { samples: found.samples, isAwaited };
}

const priceOf = (sample: Sample): Micros | null => sample?.close ?? null;
