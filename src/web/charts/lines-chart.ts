import type { Candle } from "../../domain/history.ts";
import { moneyUnitOf } from "../../domain/platforms.ts";
import { fromCents, type Micros, ONE } from "../../domain/prices.ts";
import { money, percent, percentTenths, span, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";
import type { Candles, VolumeBar, VolumeBars } from "./courses.ts";
import {
  type AxisRange,
  candleTime,
  drawBars,
  drawCandles,
  drawLine,
  drawPlane,
  HEIGHT,
  roundStep,
  timeTicks,
  valueTicks,
  WIDTH,
} from "./drawing.ts";
import { type ChartMoment, momentList, momentsWithin, momentTicks } from "./moments.ts";

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
<p class="hide" aria-live="polite"></p>
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

/** One line of the chart. `prices` has one price for each time; null if unknown. */
export interface ChartLine {
  readonly label: string;
  /** Gives the line the colour of the platform; without it, one of five colours by position. */
  readonly platform?: string | undefined;
  readonly prices: readonly (Micros | null)[];
}

export interface LinesChart {
  /** Epoch seconds, oldest first. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Drawn in place of the first line, which is then the only one. */
  readonly candles?: Candles | undefined;
  /** Drawn below the lines. */
  readonly volume?: VolumeBars | "coarse" | undefined;
  /** Marked where they are within the chart. */
  readonly moments?: readonly ChartMoment[] | undefined;
  /** The first price known, in epoch seconds; said where it is within the chart. */
  readonly firstAt?: number | undefined;
  /** What the chart shows, in a sentence; `linesSummary` makes one. */
  readonly summary: string;
  /** A link to the prices as a file. */
  readonly file?: Html | undefined;
}

/** A chart with what is decided for both of its plots. */
interface DrawnChart extends LinesChart {
  readonly window: AxisRange;
  readonly moments: readonly ChartMoment[];
  /** Volume, where it is drawn. */
  readonly bars: VolumeBars | undefined;
}

/** Colours and dash patterns of site/colours.css. */
const LINE_STYLES = 5;

/** The classes of a line and of its mark in the legend. */
const styleOf = ({ platform }: ChartLine, index: number): string =>
  `line-${(index % LINE_STYLES) + 1}${platform === undefined ? "" : ` p-${platform}`}`;

/** Room above and below the lines: at least five points, or a tenth of what they span. */
const MIN_ROOM: Micros = 50_000;
/** Kept free below 0, so that a line there is not at the edge, and above 100 for the marks of moments. */
const BELOW_SHARE = 0.03;
const ABOVE_SHARE = 0.09;

/** Whole percents around all lines, within 0 and 100 but for a little room there. */
function toPriceRange(lines: readonly Pick<ChartLine, "prices">[]): AxisRange {
  const known = lines.flatMap(({ prices }) => prices).filter((price) => price !== null);
  if (known.length === 0) return [0, ONE];
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const room = Math.max(MIN_ROOM, (highest - lowest) * 0.1);
  const low = Math.max(0, Math.floor((lowest - room) / 10_000) * 10_000);
  const high = Math.min(ONE, Math.ceil((highest + room) / 10_000) * 10_000);
  const length = high - low;
  return [low === 0 ? -length * BELOW_SHARE : low, high === ONE ? ONE + length * ABOVE_SHARE : high];
}

/** Whole percents around all lines, within 0 and 100: its ends are labels, and no price is beyond 100%. */
function toLabelledRange(lines: readonly ChartLine[]): AxisRange {
  const [low, high] = toPriceRange(lines);
  return [Math.max(0, low), Math.min(ONE, high)];
}

/** Lines with the ends of their scales, for where there is little room. */
export function smallLinesChart(lines: readonly ChartLine[], times: readonly number[], summary: string): Html {
  const range = toLabelledRange(lines);
  const drawn = lines.map(
    (line, index) => html`<g class="${styleOf(line, index)}">${drawLine(line.prices, range, times)}</g>`,
  );
  const ends = range.map(
    (price, index) =>
      html`<text x="-4" y="${index === 0 ? "100%" : "0%"}" dy="${index === 0 ? 0 : 8}">${percent(price)}</text>`,
  );
  const grid = ["0%", "100%"].map((y) => html`<line x2="100%" y1="${y}" y2="${y}"/>`);
  return html`<svg class="lines" role="img" aria-label="${summary}">\
${grid}${ends}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${drawn}</svg></svg>`;
}

/** What a chart of lines shows: "Chance of yes over 7 days: Kalshi from 60% to 62%, Manifold 65%." */
export function linesSummary(lines: readonly ChartLine[], period: string): string {
  const parts = lines.flatMap(({ label, prices }) => {
    const known = prices.filter((price) => price !== null);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      percent(first) === percent(last)
        ? `${label} ${percent(last)}`
        : `${label} from ${percent(first)} to ${percent(last)}`,
    ];
  });
  return `Chance of yes over ${period}: ${parts.join(", ") || "no price known"}.`;
}

/** What a chart of one market shows: "Chance of yes over 7 days: from 60% to 62%, lowest 58%, highest 64%." */
export function marketSummary(prices: readonly (Micros | null)[], period: string): string {
  const known = prices.filter((price) => price !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return `Chance of yes over ${period}: no price known.`;
  if (known.length === 1) return `Chance of yes over ${period}: ${percent(last)}, the only price known.`;
  const [low, high] = [percent(Math.min(...known)), percent(Math.max(...known))];
  if (low === high) return `Chance of yes over ${period}: ${low} all the time.`;
  return `Chance of yes over ${period}: from ${percent(first)} to ${percent(last)}, lowest ${low}, highest ${high}.`;
}
