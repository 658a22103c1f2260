import type { Micros } from "../../domain/prices.ts";
import { type Html, html } from "../page/html.ts";

const WIDTH = 72;
const HEIGHT = 20;
const MARGIN = 2;
/** Smaller moves are drawn flat. */
const MIN_RANGE: Micros = 20_000;

/** A price as a small line; figures beside it say the same. */
export function sparkline(course: readonly Micros[]): Html | false {
  if (course.length < 2) return false;
  const low = Math.min(...course);
  const range = Math.max(Math.max(...course) - low, MIN_RANGE);
  const middle = (range - (Math.max(...course) - low)) / 2;
  const points = course.map((price, index) => {
    const x = (index / (course.length - 1)) * (WIDTH - 2 * MARGIN) + MARGIN;
    const y = HEIGHT - MARGIN - ((price - low + middle) / range) * (HEIGHT - 2 * MARGIN);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true">\
<polyline points="${points.join(" ")}"/></svg>`;
}
