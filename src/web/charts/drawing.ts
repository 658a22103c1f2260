import type { Candle } from "../../domain/history.ts";
import { stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { Candles, VolumeBars } from "./courses.ts";

/** The size of a drawing in its own units; the page stretches it. */
export const WIDTH = 720;
export const HEIGHT = 240;

/** A stepped line, because a value holds until the next one; a point if only one is known. */
export function drawLine(values: readonly (number | null)[], range: AxisRange, times: readonly number[]): Html {
  const window: AxisRange = [times[0] ?? 0, times.at(-1) ?? 1];
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ x: toX(times[index] ?? 0, window), y: toY(value, range) }],
  );
  const [only] = points;
  if (only !== undefined && points.length === 1) return html`<path class="point" d="M${only.x} ${only.y}h0"/>`;
  return html`<path d="${points.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join("")}"/>`;
}

const toX = (at: number, [from, to]: AxisRange): string => (((at - from) / (to - from)) * WIDTH).toFixed(1);
const toY = (value: number, [low, high]: AxisRange): string =>
  (HEIGHT - ((value - low) / (high - low)) * HEIGHT).toFixed(1);

interface Plane {
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Shapes in units of the drawing. */
  readonly shapes: Html | readonly Html[];
  /** Where moments are marked, from 0 to 1, each with its number; between plots without numbers. */
  readonly moments?: readonly Tick[] | undefined;
}

/** Shapes with axes. Their texts keep their size however the page stretches the drawing. */
export const drawPlane = ({ xTicks, yTicks, shapes, moments = [] }: Plane): Html =>
  html`<svg aria-hidden="true">${yTicks.map(
    ({ share, text }) =>
      html`<line class="grid" x2="100%" y1="${toShare(1 - share)}" y2="${toShare(1 - share)}"/><text class="value" x="-6" \
y="${toShare(1 - share)}" dy="4">${text}</text>`,
  )}${xTicks.map(
    ({ share, text }) =>
      html`<line class="grid" x1="${toShare(share)}" x2="${toShare(share)}" y2="100%"/><text class="time" x="${toShare(share)}" y="100%" \
dy="16">${text}</text>`,
  )}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${shapes}</svg>${moments.map(
    ({ share, text }) =>
      html`<line class="event" x1="${toShare(share)}" x2="${toShare(share)}" y2="100%"/>${text !== "" && drawMark(share, text)}`,
  )}</svg>`;

/** A number in a disc; of several numbers the disc is drawn out. */
function drawMark(share: number, text: string): Html {
  const width = 9 + 7 * text.length;
  return html`<rect class="event" x="${toShare(share)}" y="1" width="${width}" height="16" rx="8" \
transform="translate(${-width / 2})"/><text class="event" x="${toShare(share)}" y="13">${text}</text>`;
}

const toShare = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Between two bars, of their width and of the whole window: the smaller counts. */
const GAP_SHARE = 0.14;
const MAX_GAP_SHARE = 0.003;
/** A candle's body, of its time. */
const BODY_SHARE = 0.64;

/** A bar for each stretch of time, from zero up. */
export function drawBars({ bars }: VolumeBars, window: AxisRange, range: AxisRange): Html {
  const path = bars.map(({ from, to, traded }) => {
    const gap = Math.min((to - from) * GAP_SHARE, (window[1] - window[0]) * MAX_GAP_SHARE);
    const end = Math.max(to - gap, window[0]);
    return `M${toX(Math.max(from, window[0]), window)} ${HEIGHT}V${toY(traded, range)}H${toX(end, window)}V${HEIGHT}Z`;
  });
  return html`<path class="bars" d="${path.join("")}"/>`;
}

/** Candles: hollow where the price rose or stayed, filled where it fell. */
export function drawCandles({ seconds, candles }: Candles, window: AxisRange, range: AxisRange): Html {
  const drawn = candles.map((candle) => ({ candle, path: toCandlePath(candle, seconds, window, range) }));
  const pathOf = (isFall: boolean): string =>
    drawn
      .filter(({ candle: { open, close } }) => close < open === isFall)
      .map(({ path }) => path)
      .join("");
  return html`<path class="rise" d="${pathOf(false)}"/><path class="fall" d="${pathOf(true)}"/>`;
}

function toCandlePath({ start, open, high, low, close }: Candle, seconds: number, window: AxisRange, range: AxisRange) {
  const { from, to } = candleTime(start, seconds, window);
  const [middle, half] = [(from + to) / 2, ((to - from) * BODY_SHARE) / 2];
  const [top, bottom] = [toY(Math.max(open, close), range), toY(Math.min(open, close), range)];
  const [left, right, x] = [middle - half, middle + half, middle].map((at) => toX(at, window));
  return `M${x} ${toY(high, range)}V${top}M${x} ${bottom}V${toY(low, range)}M${left} ${top}H${right}V${bottom}H${left}Z`;
}

/** The time of a candle as far as it is in the window, in epoch seconds. */
export const candleTime = (start: number, seconds: number, [from, to]: AxisRange) => ({
  from: Math.max(start, from),
  to: Math.min(start + seconds, to),
});

/** The lowest and the highest value of an axis. */
export type AxisRange = readonly [low: number, high: number];

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

/** Round times between two moments (epoch seconds), at most `count`. */
export function timeTicks(from: number, to: number, count = 7): readonly Tick[] {
  const step = TIME_STEPS.find((one) => (to - from) / one <= count) ?? Math.ceil((to - from) / count);
  return multiples([from, to], step)
    .map((at) => ({ share: (at - from) / (to - from), text: timeText(at, step) }))
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
  const [low, high] = range;
  const step = roundStep((high - low) / count);
  return multiples(range, step).map((value) => ({ share: (value - low) / (high - low), text: format(value) }));
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
