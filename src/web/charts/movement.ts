import type { Movement } from "../../store/history/movements.ts";
import { listedChange } from "../page/figures.ts";
import { html } from "../page/html.ts";
import { num, type TableColumn, words } from "../page/table.ts";
import { sparkline } from "./chart.ts";

export const CHANGE_MEANING = "Change of the price in 24 hours, in percentage points";

/** How a price moved in 24 hours, and its course where there is room, as columns of a table. */
export const movementColumns = <Row>(
  movementOf: (row: Row) => Movement | undefined,
): readonly (TableColumn<Row> & { readonly sort?: string })[] => [
  {
    ...num("24 h change, pts", (row) => listedChange(movementOf(row)?.priceChange24h ?? null), CHANGE_MEANING),
    ...{ sort: "change", className: "num roomy" },
  },
  words(html`<span class="hide">Course</span>`, (row) => html`${sparkline(movementOf(row)?.course ?? [])}`, "roomy"),
];
