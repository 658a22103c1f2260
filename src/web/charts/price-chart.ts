import { requestBackfill } from "../../api/history/index.ts";
import type { Context } from "../../context.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { type Html, html, percent, stamp } from "../page/index.ts";
import { type HourlyVolume, toHourlyVolumes } from "./hourly-volumes.ts";

/** The ranges of a chart, and the step between its points. */
export const RANGES = {
  "24h": { hours: 24, stepSeconds: 900, label: "24 hours" },
  "7d": { hours: 168, stepSeconds: 3600, label: "7 days" },
  "30d": { hours: 720, stepSeconds: 10_800, label: "30 days" },
} as const;
export type ChartRange = keyof typeof RANGES;

/** Prices at regular times (epoch seconds), and the volume per hour since the time before; null if unknown. */
interface Course {
  readonly times: readonly number[];
  readonly prices: readonly (Micros | null)[];
  readonly volumes: readonly (HourlyVolume | null)[];
  /** True while a backfill is running. */
  readonly isAwaited: boolean;
}

/** The prices of a market up to now. Requests a backfill of missing ones for an open market. */
export async function readCourse(
  context: Context,
  market: { readonly platform: string; readonly id: string; readonly isOpen: boolean },
  range: ChartRange,
): Promise<Course | undefined> {
  const { hours, stepSeconds } = RANGES[range];
  const to = Math.floor(context.clock.now() / 1000);
  const last = Math.ceil(to / stepSeconds) * stepSeconds;
  const grid = Array.from({ length: (hours * 3600) / stepSeconds + 1 }, (_, index) => last - index * stepSeconds);
  const times = grid.toReversed().map((at) => Math.min(at, to));
  const found = await context.store.prices.sample(market.platform, market.id, times);
  if (found === undefined) return undefined;
  const window = { from: times[0] ?? to, to };
  const isAwaited = market.isOpen && (await requestBackfill(context, market, found, window)) === "pending";
  return {
    times,
    prices: found.samples.map((sample) => sample?.close ?? null),
    volumes: toHourlyVolumes(times, found.samples),
    isAwaited,
  };
}

const WIDTH = 720;
const HEIGHT = 240;

/** The chart: an SVG for every browser, and the figures from which chart.js draws a better one. */
export function priceChart(course: Course, range: ChartRange): Html {
  const known = course.prices.filter((price) => price !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const first = known[0] ?? 0;
  const last = known.at(-1) ?? 0;
  const summary =
    known.length === 1
      ? `Chance of yes over ${RANGES[range].label}: ${percent(last)}, the only price known.`
      : `Chance of yes over ${RANGES[range].label}: from ${percent(first)} to ${percent(last)}, lowest ${percent(low)}, highest ${percent(high)}.`;
  const dollars = course.volumes.map((volume) => (volume === null ? null : volume.perHour / 100));
  const hours = course.volumes.map((volume) => (volume === null ? null : Math.round(volume.seenOverSeconds / 3600)));
  const prices = course.prices.map((price) => (price === null ? null : price / 10_000));
  return html`<figure class="chart" data-chart="${JSON.stringify([course.times, prices, dollars, hours])}">
<div class="plot"><span class="mark">100%</span><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${known.length === 1 ? onlyPoint(course.prices) : html`<path d="${toPath(course.prices)}"/>`}</svg><span class="mark">0%</span></div>
<figcaption>${summary} From ${stamp((course.times[0] ?? 0) * 1000)} to ${stamp((course.times.at(-1) ?? 0) * 1000)} UTC.</figcaption>
</figure>`;
}

/** A point for the only known price, on a level line. */
function onlyPoint(prices: readonly (Micros | null)[]): Html {
  const index = prices.findIndex((price) => price !== null);
  const [x, y] = [toX(index, prices.length), toY(prices[index] ?? 0)];
  return html`<path class="level" d="M0 ${y}H${WIDTH}"/><path class="point" d="M${x} ${y}h0"/>`;
}

const toX = (index: number, length: number): string => ((index / (length - 1)) * WIDTH).toFixed(1);
const toY = (price: Micros): string => (HEIGHT - (price / ONE) * HEIGHT).toFixed(1);

/** A stepped line, because a price holds until the next one. */
function toPath(prices: readonly (Micros | null)[]): string {
  let path = "";
  for (const [index, price] of prices.entries()) {
    if (price === null) continue;
    const [x, y] = [toX(index, prices.length), toY(price)];
    path += path === "" ? `M${x} ${y}` : `H${x}V${y}`;
  }
  return path;
}
