import type { Micros } from "../../domain/prices.ts";
import { percentTenths, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";
import type { LinesChart } from "./chart.ts";

/** Rows of the table below the chart. */
const MAX_TABLE_ROWS = 13;

/** The figures of a chart for reading, at no more than thirteen of its times. */
export function figureTable({ times, lines, file }: Pick<LinesChart, "times" | "lines" | "file">): Html {
  const step = Math.max(1, Math.ceil((times.length - 1) / (MAX_TABLE_ROWS - 1)));
  const rows = times.map((at, index) => ({ at, index })).filter(({ index }) => (times.length - 1 - index) % step === 0);
  const cell = (value: Micros | null | undefined, format: (known: Micros) => string): Html =>
    html`<td class="num">${value == null ? "–" : format(value)}</td>`;
  return html`<details><summary>Figures of the chart</summary>${dataTable(
    "Figures of the chart",
    ["Time", ...lines.map(({ label }) => ({ num: label }))],
    rows.map(
      ({ at, index }) =>
        html`<tr><th scope="row">${stamp(at * 1000)}</th>${lines.map(({ prices }) => cell(prices[index], percentTenths))}</tr>`,
    ),
  )}
${file && html`<p class="more">${file}</p>`}</details>`;
}

/** The last known value as text. */
export function lastOf(values: readonly (Micros | null)[], format: (value: Micros) => string): string {
  const last = values.findLast((value) => value !== null);
  return last == null ? "–" : format(last);
}
