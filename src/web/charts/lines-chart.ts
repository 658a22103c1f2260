import type { Candle } from "../../domain/candles.ts";
import { moneyUnitOf } from "../../domain/platforms.ts";
import { fromCents, type Micros } from "../../domain/prices.ts";
import { money, percentTenths, span, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";
import { type ChartLine, type DrawnChart, type LinesChart, styleOf, toPriceRange } from "./chart.ts";
import { drawLine, drawPlane } from "./drawing.ts";
import { momentList, momentsWithin, momentTicks } from "./moments.ts";
import { candleTime, drawBars, drawCandles } from "./shapes.ts";
import { type AxisRange, roundStep, timeTicks, valueTicks } from "./ticks.ts";
import type { VolumeBar, VolumeBars } from "./volume-bars.ts";

/** Files that a page with a chart of lines needs. */
export const LINES_CHART_ASSETS = ["charts.css", "lines.js"];

/** A chart of several lines as an SVG, with its values for the cursor of lines.js. */
export function linesChart(chart: LinesChart): Html {
  const { times, lines } = chart;
  const window: AxisRange = [times[0] ?? 0, times.at(-1) ?? 1];
  const moments = momentsWithin(chart.moments ?? [], window);
  const drawn = { ...chart, window, moments, bars: barsOf(chart) };
  return html`<figure class="chart lines" data-points="${pointsOf(drawn).join("\n")}">
<ul class="legend">${lines.map(legendItem)}${volumeLegend(drawn)}<li class="moment">${valueField("Latest", "span")}</li></ul>
<p class="axis">Chance of yes</p>
${pricePlot(drawn)}
${volumePlot(drawn)}
${momentList(moments)}
<figcaption>${captionOf(drawn).join(" ")}</figcaption>
${figureTable(chart)}
</figure>`;
}

/** What the legend shows at each time, after the place of the time from 0 to 1. */
function pointsOf(chart: DrawnChart): string[] {
  const { window, times, lines, candles, bars } = chart;
  const [from, to] = window;
  const point = (at: number, shownAt: number, prices: readonly string[]): string => {
    const volume = bars === undefined ? [] : [volumeText(bars, lines, barAt(bars, at))];
    return [((at - from) / (to - from)).toFixed(4), ...prices, ...volume, stamp(shownAt * 1000)].join("|");
  };
  if (candles === undefined)
    return times.map((at, index) =>
      point(
        at,
        at,
        lines.map(({ prices }) => priceText(prices[index])),
      ),
    );
  return candles.candles.map((candle) => {
    const time = candleTime(candle.start, candles.seconds, window);
    return point((time.from + time.to) / 2, candle.start, [candleText(candle)]);
  });
}

const priceText = (price: Micros | null | undefined): string => (price == null ? "–" : percentTenths(price));

function candleText({ open, high, low, close }: Candle): string {
  const [first, highest, lowest] = [open, high, low].map((price) => (price / 10_000).toFixed(1));
  return `${percentTenths(close)} (open ${first}, high ${highest}, low ${lowest})`;
}

/** The bar that a time is in. */
const barAt = ({ bars }: VolumeBars, at: number): VolumeBar | undefined =>
  bars.findLast(({ from, to }) => from <= at && at <= to);

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
  return html`<div class="plot" role="img" tabindex="0" aria-label="${summary}">${drawPlane(plane)}</div>`;
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
<div class="plot volume" role="img" \
aria-label="${name}: ${volumeText(bars, lines, bars.bars.at(-1))}, at most ${money(most, lines[0]?.platform)}.">${drawPlane(plane)}</div>`;
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
  return html`<li>${volumeName(bars, lines)} ${valueField(volumeText(bars, lines, bars.bars.at(-1)))}</li>`;
}

/** "$1.2K", and whether that is all of its time. */
function volumeText({ seconds }: VolumeBars, [first]: readonly ChartLine[], bar: VolumeBar | undefined): string {
  if (bar === undefined) return "–";
  const isNow = bar.to - bar.from < seconds;
  return `${money(bar.traded, first?.platform)}${bar.isWhole ? "" : isNow ? " so far" : " in part"}`;
}

function legendItem(line: ChartLine, index: number): Html {
  const swatch = html`<svg class="swatch ${styleOf(line, index)}" viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">\
<path d="M0 4H28"/></svg>`;
  return html`<li>${swatch} ${line.label} ${valueField(lastOf(line.prices, percentTenths))}</li>`;
}

/** A value that follows the cursor; without one it is `latest`. */
const valueField = (latest: string, tag: "strong" | "span" = "strong"): Html =>
  html`<${tag} data-value="${latest}">${latest}</${tag}>`;

/** Rows of the table below the chart. */
const MAX_TABLE_ROWS = 13;

/** The figures of a chart for reading, at no more than thirteen of its times. */
function figureTable({ times, lines, file }: Pick<LinesChart, "times" | "lines" | "file">): Html {
  const step = Math.max(1, Math.ceil((times.length - 1) / (MAX_TABLE_ROWS - 1)));
  const rows = times.map((at, index) => ({ at, index })).filter(({ index }) => (times.length - 1 - index) % step === 0);
  const cell = (value: Micros | null | undefined, format: (known: Micros) => string): Html =>
    html`<td class="num">${value == null ? "–" : format(value)}</td>`;
  return html`<details><summary>Figures of the chart</summary>${dataTable(
    "Figures of the chart",
    ["Time", ...lines.map(({ label }) => ({ num: label }))],
    rows.map(
      ({ at, index }) =>
        html`<tr><th scope="row">${stamp(at * 1000)}</th>${lines.map(({ prices }) => cell(prices[index], percentTenths))}</tr>`,
    ),
  )}
${file && html`<p class="more">${file}</p>`}</details>`;
}

/** The last known value as text. */
function lastOf(values: readonly (Micros | null)[], format: (value: Micros) => string): string {
  const last = values.findLast((value) => value !== null);
  return last == null ? "–" : format(last);
}
