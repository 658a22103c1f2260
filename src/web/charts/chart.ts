import { stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";

/** Files that a page with a chart needs. */
export const CHART_ASSETS = ["charts.css", "charts.js"];

interface Plot {
  /** Above the plot. */
  readonly title: string;
  /** Of a plot below the first, which alone takes the keyboard. */
  readonly name?: string;
  readonly summary: string;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Shapes in units of the drawing. */
  readonly shapes: Html | readonly Html[];
  /** Places with a line across, from 0 to 1. */
  readonly marks: readonly number[];
}

/** A drawing with axes, to be seen without a script. */
export const drawPlot = (plot: Plot): Html =>
  html`<p class="axis">${plot.title}</p>
<div class="plot${plot.name !== undefined && ` ${plot.name}`}" role="img"${plot.name === undefined && html` tabindex="0"`} \
aria-label="${plot.summary}">${drawPlane(plot)}</div>`;

/** Of more, a phone has room for every other text. */
const MAX_PHONE_TICKS = 5;

/** Shapes with axes. Their texts keep their size however the page stretches the drawing. */
const drawPlane = ({ xTicks, yTicks, shapes, marks }: Plot): Html =>
  html`<svg aria-hidden="true">${yTicks.map(
    ({ share, text }) =>
      html`<line class="grid" x2="100%" y1="${toPercent(1 - share)}" y2="${toPercent(1 - share)}"/><text class="value" x="-6" \
y="${toPercent(1 - share)}" dy="4">${text}</text>`,
  )}${xTicks.map(
    ({ share, text }, index) =>
      html`<line class="grid" x1="${toPercent(share)}" x2="${toPercent(share)}" y2="100%"/>\
<text class="time${xTicks.length > MAX_PHONE_TICKS && index % 2 === 1 && " spare"}" \
x="${toPercent(share)}" y="100%" dy="16">${text}</text>`,
  )}${drawing(shapes)}${marks.map(
    (share) => html`<line class="event" x1="${toPercent(share)}" x2="${toPercent(share)}" y2="100%"/>`,
  )}</svg>`;

const toPercent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** The lowest and the highest value of an axis. */
export type AxisRange = readonly [low: number, high: number];

/** What a drawing shows of both axes. */
interface Axes {
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

/** Shapes that are stretched to their place. */
export const drawing = (shapes: Html | readonly Html[]): Html =>
  html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${shapes}</svg>`;

/** From one coordinate to another, both with one decimal. */
const distance = (from: string, to: string): number => Math.round((Number(to) - Number(from)) * 10) / 10;

/** A mark of an axis: where it is, from 0 to 1, and its text. */
interface Tick {
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
