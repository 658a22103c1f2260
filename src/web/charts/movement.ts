import type { Movement } from "../../store/board/index.ts";
import { change, type Html, html } from "../page/index.ts";
import { sparkline } from "./sparkline.ts";

/** The headings of `movementCells`. */
export const MOVEMENT_HEADS: Html = html`<th scope="col" class="num"><abbr title="Change of the price in 24 hours, in percentage points">24 h change</abbr></th><th scope="col" class="roomy"><span class="hide">Course</span></th>`;

/** How a price moved in 24 hours, and its course where there is room. */
export const movementCells = (movement: Movement | undefined): Html =>
  html`<td class="num">${change(movement?.priceChange24h ?? null)}</td>${courseCell(movement)}`;

export const courseCell = (movement: Movement | undefined): Html =>
  html`<td class="roomy">${movement !== undefined && sparkline(movement.course)}</td>`;
