import type { Movement } from "../../store/history/movements.ts";
import { listedChange } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { sparkline } from "./chart.ts";

const CHANGE_MEANING = "Change of the price in 24 hours, in percentage points";
/** The unit stands here for all cells. */
const CHANGE_LABEL = "24 h change, pts";

const changeIn = (movement: Movement | undefined): Html => listedChange(movement?.priceChange24h ?? null);

/** How a price moved in 24 hours, and its course where there is room, as columns of a table. */
export const movementColumns = <Row>(movementOf: (row: Row) => Movement | undefined) => [
  {
    label: CHANGE_LABEL,
    meaning: CHANGE_MEANING,
    sort: "change",
    className: "num roomy",
    cell: (row: Row, name: string): Html => html`<td class="${name}">${changeIn(movementOf(row))}</td>`,
  },
  {
    label: html`<span class="hide">Course</span>`,
    className: "roomy",
    cell: (row: Row): Html => courseCell(movementOf(row)),
  },
];

const courseCell = (movement: Movement | undefined): Html =>
  html`<td class="roomy">${movement !== undefined && sparkline(movement.course)}</td>`;
