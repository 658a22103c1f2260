import { type Html, html } from "../page/index.ts";

/** The size of a drawing in its own units; the page stretches it. */
export const WIDTH = 720;
export const HEIGHT = 240;

export interface Size {
  readonly width: number;
  readonly height: number;
}
const SIZE: Size = { width: WIDTH, height: HEIGHT };

/** The lowest and the highest value that a drawing has room for. */
export type AxisRange = readonly [low: number, high: number];

/** A stepped line, because a value holds until the next one; a point on a level line if only one is known. */
export function drawLine(values: readonly (number | null)[], range: AxisRange, size = SIZE): Html {
  const known = values.filter((value) => value !== null);
  if (known.length !== 1) return html`<path d="${toPath(values, range, size)}"/>`;
  const index = values.findIndex((value) => value !== null);
  const [x, y] = [toX(index, values.length, size), toY(known[0] ?? 0, range, size)];
  return html`<path class="level" d="M0 ${y}H${size.width}"/><path class="point" d="M${x} ${y}h0"/>`;
}

function toPath(values: readonly (number | null)[], range: AxisRange, size: Size): string {
  let path = "";
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const [x, y] = [toX(index, values.length, size), toY(value, range, size)];
    path += path === "" ? `M${x} ${y}` : `H${x}V${y}`;
  }
  return path;
}

const toX = (index: number, length: number, { width }: Size): string => ((index / (length - 1)) * width).toFixed(1);
const toY = (value: number, [low, high]: AxisRange, { height }: Size): string =>
  (height - ((value - low) / (high - low)) * height).toFixed(1);
