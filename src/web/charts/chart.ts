import type { Micros } from "../../domain/prices.ts";
import { stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";

/** Files that a page with a chart needs. */
export const CHART_ASSETS = ["charts.css", "charts.js"];

/** Plots with one legend, whose values follow the cursor of charts.js. */
interface Chart {
  readonly name: string;
  readonly legend: readonly LegendItem[];
  /** Where the cursor can be, from left to right. */
  readonly points: readonly CursorPoint[];
  /** What the legend shows without a cursor: "Latest". */
  readonly atRest: string;
  /** One below the other. */
  readonly plots: readonly Plot[];
  /** What the marks of the plots mean. */
  readonly marks?: Html | false;
  readonly caption: Html | string;
  readonly table?: Html;
}

/** An entry of the legend; `value` is what it shows without a cursor. */
interface LegendItem {
  readonly label: Html | string;
  readonly value?: string;
  /** How old the last value is, where it is no present one. */
  readonly age?: Html | false | undefined;
}

/** A place of the cursor, from 0 to 1, with a value for each entry of the legend that has one. */
interface CursorPoint {
  readonly share: number;
  readonly values: readonly string[];
  /** What is there: its time or its price. */
  readonly at: string;
}

interface Plot {
  /** Above the plot. */
  readonly title?: string;
  readonly name?: string;
  readonly summary: string;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Shapes in units of the drawing. */
  readonly shapes: Html | readonly Html[];
  /** Places with a line across, from 0 to 1. */
  readonly marks?: readonly number[];
}

/** A chart as SVG with axes, to be seen without a script. */
export const drawChart = ({ name, legend, points, atRest, plots, marks, caption, table }: Chart): Html =>
  html`<figure class="chart ${name}" data-points="${points.map(pointText).join("\n")}">
<ul class="legend">${legend.map(
    ({ label, value, age }) =>
      html`<li>${label}${value !== undefined && html` ${valueField(value, "strong")}`}${age}</li>`,
  )}<li class="at">${valueField(atRest, "span")}</li></ul>
<p class="hide" aria-live="polite"></p>
${plots.map(drawPlot)}
${marks}
${caption !== "" && html`<figcaption>${caption}</figcaption>`}
${table}
</figure>`;

const pointText = ({ share, values, at }: CursorPoint): string => [share.toFixed(3), ...values, at].join("|");

const valueField = (atRest: string, tag: "strong" | "span"): Html =>
  html`<${tag} data-value="${atRest}">${atRest}</${tag}>`;

const drawPlot = (plot: Plot, index: number): Html =>
  html`${plot.title !== undefined && html`<p class="axis">${plot.title}</p>`}
<div class="plot${plot.name !== undefined && ` ${plot.name}`}" role="img"${index === 0 && html` tabindex="0"`} \
aria-label="${plot.summary}">${drawPlane(plot)}</div>`;

/** Of more, a phone has room for every other text. */
const MAX_PHONE_TICKS = 5;

/** Shapes with axes. Their texts keep their size however the page stretches the drawing. */
const drawPlane = ({ xTicks, yTicks, shapes, marks = [] }: Plot): Html =>
  html`<svg aria-hidden="true">${yTicks.map(
    ({ share, text }) =>
      html`<line class="grid" x2="100%" y1="${toPercent(1 - share)}" y2="${toPercent(1 - share)}"/><text class="value" x="-6" \
y="${toPercent(1 - share)}" dy="4">${text}</text>`,
  )}${xTicks.map(
    ({ share, text }, index) =>
      html`<line class="grid" x1="${toPercent(share)}" x2="${toPercent(share)}" y2="100%"/>\
<text class="time${xTicks.length > MAX_PHONE_TICKS && index % 2 === 1 && " spare"}" \
x="${toPercent(share)}" y="100%" dy="16">${text}</text>`,
  )}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${shapes}</svg>${marks.map(
    (share) => html`<line class="event" x1="${toPercent(share)}" x2="${toPercent(share)}" y2="100%"/>`,
  )}</svg>`;

const toPercent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** What a legend shows for a line, or for an area of this class. */
export const swatch = (name: string, kind: "line" | "area" = "area"): Html =>
  html`<svg class="swatch" viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">\
<path class="${name}" d="${kind === "line" ? "M0 4H28" : "M0 0H28V8H0Z"}"/></svg>`;

/** The lowest and the highest value of an axis. */
export type AxisRange = readonly [low: number, high: number];

/** What a drawing shows of both axes. */
export interface Axes {
  readonly x: AxisRange;
  readonly y: AxisRange;
}

/** The size of a drawing in its own units; the page stretches it. */
const WIDTH = 720;
const HEIGHT = 240;

export const shareOf = (value: number, [low, high]: AxisRange): number => (value - low) / (high - low);
const toX = (value: number, { x }: Axes): string => (shareOf(value, x) * WIDTH).toFixed(1);
const toY = (value: number, { y }: Axes): string => ((1 - shareOf(value, y)) * HEIGHT).toFixed(1);

/** A box between two values of each axis, as a path. */
export const boxPath = ([left, right]: AxisRange, [low, high]: AxisRange, axes: Axes): string =>
  `M${toX(left, axes)} ${toY(low, axes)}V${toY(high, axes)}H${toX(right, axes)}V${toY(low, axes)}Z`;

/** A stepped line, broken where a value is not known; a point if only one is known. */
export function drawLine(values: readonly (number | null)[], times: readonly number[], y: AxisRange): Html {
  const axes = { x: [times[0] ?? 0, times.at(-1) ?? 1], y } as const;
  const points = values.map((value, index) => ({
    x: toX(times[index] ?? 0, axes),
    y: value === null ? null : toY(value, axes),
  }));
  const known = points.flatMap(({ x, y }) => (y === null ? [] : [`M${x} ${y}`]));
  if (known.length === 1) return html`<path class="point" d="${known}h0"/>`;
  let pen = "";
  const steps = points.map(({ x, y }, index) => {
    const before = points[index - 1]?.y ?? null;
    if (before === null) {
      pen = x;
      return y === null ? "" : `M${x} ${y}`;
    }
    // A line goes on to where it changes.
    if (y === before && index < points.length - 1) return "";
    const right = `h${distance(pen, x)}`;
    pen = x;
    return y === null || y === before ? right : `${right}v${distance(before, y)}`;
  });
  return html`<path d="${steps.join("")}"/>`;
}

/** Lines with the ends of the scale of `y`, for where there is little room. */
export function drawSmallLines(shapes: readonly Html[], [low, high]: readonly string[], summary: string): Html {
  const grid = ["0%", "100%"].map((y) => html`<line x2="100%" y1="${y}" y2="${y}"/>`);
  return html`<svg class="lines" role="img" aria-label="${summary}">${grid}\
<text x="-4" y="100%">${low}</text><text x="-4" y="0%" dy="8">${high}</text>\
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${shapes}</svg></svg>`;
}

/** From one coordinate to another, both with one decimal. */
const distance = (from: string, to: string): number => Math.round((Number(to) - Number(from)) * 10) / 10;

const SPARK = { width: 72, height: 20, margin: 2 } as const;
/** Smaller moves are drawn flat. */
const MIN_SPARK_RANGE: Micros = 20_000;

/** A price as a small line; figures beside it say the same. */
export function sparkline(course: readonly Micros[]): Html | false {
  if (course.length < 2) return false;
  const { width, height, margin } = SPARK;
  const [low, high] = [Math.min(...course), Math.max(...course)];
  const range = Math.max(high - low, MIN_SPARK_RANGE);
  const bottom = low - (range - (high - low)) / 2;
  const points = course.map((price, index) => {
    const x = margin + (index / (course.length - 1)) * (width - 2 * margin);
    const y = height - margin - ((price - bottom) / range) * (height - 2 * margin);
    // Half a unit is as fine as a screen draws it.
    return `${x.toFixed(1)},${Math.round(y * 2) / 2}`;
  });
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">\
<polyline points="${points.join(" ")}"/></svg>`;
}

/** A share of 1 as a bar in a table. */
export const gauge = (share: number): Html =>
  html`<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">\
<rect width="${(share * 100).toFixed(1)}" height="10"/></svg>`;

interface SmallBar {
  /** Its height, of 1. */
  readonly share: number;
  readonly name?: string;
  /** What the pointer shows. */
  readonly title?: string;
}

const SMALL_BAR = { width: 8, step: 10, height: 28 } as const;

/** Bars beside each other without a scale, for where there is little room; `summary` says what they show. */
export const smallBars = (bars: readonly SmallBar[], summary?: string): Html =>
  html`<svg viewBox="0 0 ${(bars.length - 1) * SMALL_BAR.step + SMALL_BAR.width} ${SMALL_BAR.height}" preserveAspectRatio="none" \
${summary === undefined ? html`aria-hidden="true"` : html`role="img" aria-label="${summary}"`}>${bars.map(
    ({ share, name, title }, index) => {
      const height = share * SMALL_BAR.height;
      return html`<rect${name !== undefined && html` class="${name}"`} x="${index * SMALL_BAR.step}" \
y="${(SMALL_BAR.height - height).toFixed(1)}" width="${SMALL_BAR.width}" height="${height.toFixed(1)}">${
        title !== undefined && html`<title>${title}</title>`
      }</rect>`;
    },
  )}</svg>`;

/** A mark of an axis: where it is, from 0 to 1, and its text. */
export interface Tick {
  readonly share: number;
  readonly text: string;
}

const DAY_SECONDS = 86_400;
const TIME_STEPS = [
  300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000, 604_800, 1_209_600, 2_592_000,
  7_776_000, 31_536_000,
];
/** Texts nearer to an end of the axis would be cut. */
const END_SHARE = 0.04;

/** Round times of a window in epoch seconds, at most seven. */
export function timeTicks(window: AxisRange): readonly Tick[] {
  const span = window[1] - window[0];
  const step = TIME_STEPS.find((one) => span / one <= 7) ?? Math.ceil(span / 7);
  return multiples(window, step)
    .map((at) => ({ share: shareOf(at, window), text: timeText(at, step) }))
    .filter(({ share }) => share > END_SHARE && share < 1 - END_SHARE);
}

/** "14:00", or "21 Nov" for a whole day. */
function timeText(at: number, step: number): string {
  const [day = "", time = ""] = stamp(at * 1000).split(", ");
  if (step < DAY_SECONDS && at % DAY_SECONDS !== 0) return time;
  const [date, month, year] = day.split(" ");
  return step > 2_592_000 ? `${month} ${year}` : `${date} ${month}`;
}

/** Round values between the ends of an axis, at most `count`. */
export function valueTicks(range: AxisRange, format: (value: number) => string, count = 5): readonly Tick[] {
  const step = roundStep((range[1] - range[0]) / count);
  return multiples(range, step).map((value) => ({ share: shareOf(value, range), text: format(value) }));
}

/** 1, 2 or 5 times a power of ten, at least `size`. */
export function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5].find((one) => one * power >= size * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function multiples([low, high]: AxisRange, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** From 0 to a little above the highest value, which then does not touch the edge. */
export const fromZero = (highest: number): AxisRange => [0, highest * 1.05];
