import { ONE } from "../../domain/prices.ts";
import { type Html, html, percent, stamp } from "../page/index.ts";
import type { Course } from "./courses.ts";
import { drawLine, HEIGHT, WIDTH } from "./drawing.ts";
import { type ChartRange, RANGES } from "./ranges.ts";

/** Files that a page with a price chart needs. */
export const PRICE_CHART_ASSETS = ["uPlot.min.css", "uPlot.iife.min.js", "plots.js", "chart.js"];

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
<div class="plot"><span class="mark">100%</span><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${drawLine(course.prices, [0, ONE])}</svg><span class="mark">0%</span></div>
<figcaption>${summary} From ${stamp((course.times[0] ?? 0) * 1000)} to ${stamp((course.times.at(-1) ?? 0) * 1000)} UTC.</figcaption>
</figure>`;
}
