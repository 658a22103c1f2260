import type { Micros } from "../../domain/prices.ts";
import { type Html, html } from "../page/index.ts";

const WIDTH = 72;
const HEIGHT = 20;
const MARGIN = 2;
/** What moved less than this is drawn flat rather than blown up. */
const LEAST_RANGE: Micros = 20_000;

/** The course of a price as a small line; decoration beside figures that say the same. */
export function sparkline(course: readonly Micros[]): Html | false {
  if (course.length < 2) return false;
  const low = Math.min(...course);
  const range = Math.max(Math.max(...course) - low, LEAST_RANGE);
  const middle = (range - (Math.max(...course) - low)) / 2;
  const points = course.map((price, index) => {
    const x = (index / (course.length - 1)) * (WIDTH - 2 * MARGIN) + MARGIN;
    const y = HEIGHT - MARGIN - ((price - low + middle) / range) * (HEIGHT - 2 * MARGIN);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true"><polyline points="${points.join(" ")}"/></svg>`;
}
