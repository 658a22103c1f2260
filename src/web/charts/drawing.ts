import { type Html, html } from "../page/html.ts";
import type { AxisRange, Tick } from "./ticks.ts";

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

export const toX = (at: number, [from, to]: AxisRange): string => (((at - from) / (to - from)) * WIDTH).toFixed(1);
export const toY = (value: number, [low, high]: AxisRange): string =>
  (HEIGHT - ((value - low) / (high - low)) * HEIGHT).toFixed(1);

export interface Plane {
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
