import { moneyUnitOf } from "../../domain/amounts.ts";
import { fromCents } from "../../domain/prices.ts";
import { money, percentTenths, span, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type ChartLine, type DrawnChart, type LinesChart, styleOf, toPriceRange } from "./chart.ts";
import { drawLine, drawPlane } from "./drawing.ts";
import { figureTable, lastOf } from "./figure-table.ts";
import { toFigures } from "./figures.ts";
import { momentList, momentsWithin, momentTicks } from "./moments.ts";
import { drawBars, drawCandles } from "./shapes.ts";
import { type AxisRange, roundStep, timeTicks, valueTicks } from "./ticks.ts";
import type { VolumeBars } from "./volume-bars.ts";

/** Files that a page with a chart of lines needs. */
export const LINES_CHART_ASSETS = ["charts.css", "charts.js"];

/** A chart of several lines: an SVG for every browser, and the figures from which lines.js draws a better one. */
export function linesChart(chart: LinesChart): Html {
  const { times, lines } = chart;
  const window: AxisRange = [times[0] ?? 0, times.at(-1) ?? 1];
  const moments = momentsWithin(chart.moments ?? [], window);
  const drawn = { ...chart, window, moments, bars: barsOf(chart) };
  return html`<figure class="chart lines" data-lines="${JSON.stringify(toFigures(drawn))}">
<ul class="legend">${lines.map(legendItem)}${volumeLegend(drawn)}<li class="moment" data-moment>Latest</li></ul>
<p class="axis">Chance of yes</p>
${pricePlot(drawn)}
${volumePlot(drawn)}
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
    ...(volume === "coarse" ? ["Volume is known only for longer periods than this range."] : []),
    ...(candles === undefined
      ? []
      : [
          `Each candle covers ${span(candles.seconds * 1000)}. It is hollow where the price rose and filled where it fell.`,
        ]),
  ];
}

/** The volume to draw: none where nothing was traded. */
function barsOf({ volume }: LinesChart): VolumeBars | undefined {
  if (volume === undefined || volume === "coarse") return undefined;
  return volume.bars.some(({ traded }) => traded > 0) ? volume : undefined;
}

function pricePlot({ times, lines, candles, summary, window, moments }: DrawnChart): Html {
  const extremes = candles?.candles.flatMap(({ low, high }) => [low, high]) ?? [];
  const range = toPriceRange([...lines, { label: "", prices: extremes }]);
  const shapes = lines.map((line, index) => {
    const shape = candles === undefined ? drawLine(line.prices, range, times) : drawCandles(candles, window, range);
    return html`<g class="${styleOf(line, index)}">${shape}</g>`;
  });
  const yTicks = valueTicks(range, (price) => `${Number((price / 10_000).toFixed(2))}%`);
  const plane = { xTicks: timeTicks(...window), yTicks, shapes, moments: momentTicks(moments, window, true) };
  return html`<div class="plot" role="img" aria-label="${summary}">${drawPlane(plane)}</div>`;
}

function volumePlot({ lines, bars, window, moments }: DrawnChart): Html | false {
  if (bars === undefined) return false;
  const most = Math.max(...bars.bars.map(({ traded }) => traded));
  const range: AxisRange = [0, Math.max(100, most) * 1.05];
  const plane = {
    xTicks: timeTicks(...window),
    yTicks: valueTicks(range, toMoneyMark(range, lines[0]?.platform), 3),
    shapes: drawBars(bars, window, range),
    moments: momentTicks(moments, window, false),
  };
  const name = volumeName(bars, lines);
  return html`<p class="axis">${name}</p>
<div class="plot volume" role="img" aria-label="${name}: ${volumeText(bars, lines)}, at most ${money(most, lines[0]?.platform)}.">${drawPlane(plane)}</div>`;
}

/** Volume is that of the first line. */
const volumeName = ({ seconds }: VolumeBars, [first, ...others]: readonly ChartLine[]): string =>
  `${others.length === 0 ? "Volume" : `${first?.label} volume`} in ${span(seconds * 1000)}`;

/** Whole units of money, or parts of them where steps are smaller. */
const toMoneyMark =
  ([, high]: AxisRange, platform: string | undefined) =>
  (value: number): string => {
    const { sign, perDollar } = moneyUnitOf(platform);
    return roundStep((high * perDollar) / 3) < 100
      ? `${sign}${fromCents(value * perDollar).toFixed(2)}`
      : money(value, platform);
  };

function volumeLegend({ lines, bars }: DrawnChart): Html | false {
  if (bars === undefined) return false;
  return html`<li>${volumeName(bars, lines)} <strong data-value>${volumeText(bars, lines)}</strong></li>`;
}

/** "$1.2K", and whether that is all of its time. lines.js writes the same. */
function volumeText({ bars, seconds }: VolumeBars, [first]: readonly ChartLine[]): string {
  const bar = bars.at(-1);
  if (bar === undefined) return "–";
  const isNow = bar.to - bar.from < seconds;
  return `${money(bar.traded, first?.platform)}${bar.isWhole ? "" : isNow ? " so far" : " in part"}`;
}

function legendItem(line: ChartLine, index: number): Html {
  const swatch = html`<svg class="swatch ${styleOf(line, index)}" viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path d="M0 4H28"/></svg>`;
  return html`<li>${swatch} ${line.label} <strong data-value>${lastOf(line.prices, percentTenths)}</strong></li>`;
}
