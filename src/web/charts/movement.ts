import type { Micros } from "../../domain/prices.ts";
import type { Movement } from "../../store/board/movements.ts";
import { change } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";

const CHANGE_MEANING = "Change of the price in 24 hours, in percentage points";

/** The headings of `movementCells`. */
export const MOVEMENT_HEADS: Html = html`<th scope="col" class="num"><abbr title="${CHANGE_MEANING}">24 h change</abbr></th>\
<th scope="col" class="roomy"><span class="hide">Course</span></th>`;

/** How a price moved in 24 hours, and its course where there is room. */
export const movementCells = (movement: Movement | undefined): Html =>
  html`<td class="num">${change(movement?.priceChange24h ?? null)}</td>${courseCell(movement)}`;

/** The same as columns of a list that is browsed; they need more room. */
export const movementColumns = <Row>(movementOf: (row: Row) => Movement | undefined) => [
  {
    label: "24 h change",
    meaning: CHANGE_MEANING,
    className: "num roomy",
    cell: (row: Row, name: string): Html =>
      html`<td class="${name}">${change(movementOf(row)?.priceChange24h ?? null)}</td>`,
  },
  {
    label: html`<span class="hide">Course</span>`,
    className: "roomy",
    cell: (row: Row): Html => courseCell(movementOf(row)),
  },
];

const courseCell = (movement: Movement | undefined): Html =>
  html`<td class="roomy">${movement !== undefined && sparkline(movement.course)}</td>`;

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
