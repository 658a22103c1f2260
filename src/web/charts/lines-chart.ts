import { cents, type Html, html, money, percentTenths, span, stamp } from "../page/index.ts";
import { type ChartLine, type DrawnChart, type LinesChart, styleOf, toPriceRange } from "./chart.ts";
import { drawLine, drawPlane } from "./drawing.ts";
import { figureTable, lastOf } from "./figure-table.ts";
import { toFigures } from "./figures.ts";
import { momentList, momentsWithin, momentTicks } from "./moments.ts";
import { drawBars, drawCandles } from "./shapes.ts";
import { type AxisRange, roundStep, timeTicks, valueTicks } from "./ticks.ts";
import type { VolumeBar, VolumeBars } from "./volume-bars.ts";

/** Files that a page with a chart of lines needs. */
export const LINES_CHART_ASSETS = ["charts.css", "uPlot.min.css", "uPlot.iife.min.js", "plots.js", "lines.js"];

/** A chart of several lines: an SVG for every browser, and the figures from which lines.js draws a better one. */
export function linesChart(chart: LinesChart): Html {
  const { times, lines } = chart;
  const window: AxisRange = [times[0] ?? 0, times.at(-1) ?? 1];
  const moments = momentsWithin(chart.moments ?? [], window);
  const drawn = { ...chart, window, moments, bars: barsOf(chart) };
  return html`<figure class="chart lines" data-lines="${JSON.stringify(toFigures(drawn))}">
<ul class="legend">${lines.map(legendItem)}${lowerLegend(drawn)}<li class="moment" data-moment>Latest</li></ul>
<p class="axis">Chance of yes</p>
${pricePlot(drawn)}
${lowerPlot(drawn)}
${momentList(moments)}
<figcaption>${captionOf(drawn).join(" ")}</figcaption>
${figureTable(chart)}
</figure>`;
}

function captionOf({ summary, window, firstAt, volume, candles }: DrawnChart): string[] {
  const [from, to] = window.map((at) => stamp(at * 1000));
  const isLate = firstAt !== undefined && firstAt > window[0];
  return [
    summary,
    `From ${from} to ${to}, all times in UTC.`,
    ...(isLate ? [`Recorded since ${stamp(firstAt * 1000)}.`] : []),
    ...(volume === "coarse" ? ["Volume is known only over longer times than this."] : []),
    ...(candles === undefined
      ? []
      : [`A candle is ${span(candles.seconds * 1000)}: hollow where the price rose, filled where it fell.`]),
  ];
}

/** The volume to draw: none beside a gap, or where nothing was traded. */
function barsOf({ gap, volume }: LinesChart): VolumeBars | undefined {
  if (gap !== undefined || volume === undefined || volume === "coarse") return undefined;
  return volume.bars.some(({ traded }) => traded > 0) ? volume : undefined;
}

function pricePlot({ times, lines, candles, summary, window, moments }: DrawnChart): Html {
  const extremes = candles?.candles.flatMap(({ low, high }) => [low, high]) ?? [];
  const range = toPriceRange([...lines, { label: "", prices: extremes }]);
  const shapes = lines.map((line, index) => {
    const shape = candles === undefined ? drawLine(line.prices, range, { times }) : drawCandles(candles, window, range);
    return html`<g class="${styleOf(line, index)}">${shape}</g>`;
  });
  const yTicks = valueTicks(range, (price) => `${Number((price / 10_000).toFixed(2))}%`);
  const plane = { xTicks: timeTicks(...window), yTicks, shapes, moments: momentTicks(moments, window, true) };
  return html`<div class="plot" role="img" aria-label="${summary}">${drawPlane(plane)}</div>`;
}

/** The gap or the volume. */
function lowerPlot({ times, gap, bars, window, moments }: DrawnChart): Html | false {
  const shared = { xTicks: timeTicks(...window), moments: momentTicks(moments, window, false) };
  if (gap !== undefined) {
    const known = gap.filter((value) => value !== null);
    const range: AxisRange = [0, Math.max(10_000, ...known) * 1.05];
    const most = known.length === 0 ? "–" : cents(Math.max(...known));
    const plane = { ...shared, yTicks: valueTicks(range, cents, 3), shapes: drawLine(gap, range, { times }) };
    return html`<p class="axis">Gap</p>
<div class="plot gap" role="img" aria-label="Gap between the highest and the lowest price: ${lastOf(gap, cents)}, at most ${most}.">${drawPlane(plane)}</div>`;
  }
  if (bars === undefined) return false;
  const most = Math.max(...bars.bars.map(({ traded }) => traded));
  const range: AxisRange = [0, Math.max(100, most) * 1.05];
  const plane = { ...shared, yTicks: valueTicks(range, toMoneyMark(range), 3), shapes: drawBars(bars, window, range) };
  const name = `Volume in ${span(bars.seconds * 1000)}`;
  return html`<p class="axis">${name}</p>
<div class="plot gap" role="img" aria-label="${name}: ${volumeText(bars.bars.at(-1), bars.seconds)}, at most ${money(most)}.">${drawPlane(plane)}</div>`;
}

/** Whole dollars, or cents where steps are smaller. */
const toMoneyMark =
  ([, high]: AxisRange) =>
  (value: number): string =>
    roundStep(high / 3) < 100 ? `$${(value / 100).toFixed(2)}` : money(value);

function lowerLegend({ gap, bars }: DrawnChart): Html | false {
  if (gap !== undefined) return html`<li>Gap <strong data-value>${lastOf(gap, cents)}</strong></li>`;
  if (bars === undefined) return false;
  return html`<li>Volume in ${span(bars.seconds * 1000)} <strong data-value>${volumeText(bars.bars.at(-1), bars.seconds)}</strong></li>`;
}

/** "$1.2K", and whether that is all of its time. lines.js writes the same. */
function volumeText(bar: VolumeBar | undefined, seconds: number): string {
  if (bar === undefined) return "–";
  const isNow = bar.to - bar.from < seconds;
  return `${money(bar.traded)}${bar.isWhole ? "" : isNow ? " so far" : " in part"}`;
}

function legendItem(line: ChartLine, index: number): Html {
  const swatch = html`<svg class="swatch ${styleOf(line, index)}" viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path d="M0 4H28"/></svg>`;
  return html`<li>${swatch} ${line.label} <strong data-value>${lastOf(line.prices, percentTenths)}</strong></li>`;
}
