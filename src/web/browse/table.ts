import { orderOf } from "../../http/filters.ts";
import { closing } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { headCell, num, type TableColumn, tableRows } from "../page/table.ts";
import type { ListView } from "./list-page.ts";

/** A column of a list that is browsed. */
export interface ListColumn<Row> extends TableColumn<Row> {
  /** The sort that its heading leads to. */
  readonly sort?: string;
  /** Hidden on phones, unless the list is sorted by it. */
  readonly isWide?: boolean;
}

/** A list that is browsed also says how it is sorted. */
export type TableView = Pick<ListView, "caption" | "now"> & Partial<Pick<ListView, "input" | "to">>;

interface DrawnTable<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly Row[];
  /** The same for a row on every reading of the page. */
  nameOf(row: Row): string;
}

/** A table with a row for each of something, whose headings sort a list that is browsed. */
export function sortableTable<Row>({ columns, rows, nameOf }: DrawnTable<Row>, view: TableView): Html {
  const sorted = toSorted(view);
  const shown = columns.map((column) => ({ ...column, className: classOf(column, sorted?.sort), short: "" }));
  return html`<table class="board browse"><caption class="hide">${view.caption}</caption>
<thead><tr>${shown.map((column) => sortingHead(column, sorted))}</tr></thead>
<tbody>${tableRows({ rowName: nameOf }, rows, shown)}</tbody></table>`;
}

interface Sorted extends Pick<ListView, "to"> {
  readonly sort: string;
  readonly order: "asc" | "desc";
}

function toSorted({ input, to }: TableView): Sorted | undefined {
  if (input === undefined || to === undefined) return undefined;
  const sort = String(input.sort);
  return { sort, order: orderOf(sort, input.order as "asc" | "desc" | undefined), to };
}

const classOf = <Row>({ className, isWide, sort }: ListColumn<Row>, current: string | undefined): string =>
  [className, isWide && (current === undefined || sort !== current) && "wide"].filter(Boolean).join(" ");

/** A heading leads to its usual order, from there to the reverse. */
function sortingHead<Row>({ label, meaning, sort, className = "" }: ListColumn<Row>, sorted: Sorted | undefined): Html {
  const title = meaning !== undefined && html` title="${meaning}"`;
  if (sort === undefined || sorted === undefined) return headCell(className, label, title);
  const { sort: current, order, to } = sorted;
  if (sort !== current) return headCell(className, html`<a href="${to(sorting(sort))}"${title}>${label}</a>`);
  const usual = orderOf(sort);
  const next = to(sorting(sort, order === usual ? reverse(usual) : undefined));
  const sign = html`<span aria-hidden="true">${order === "asc" ? "▲" : "▼"}</span>`;
  return headCell(className, html`<a href="${next}"${title}>${label} ${sign}</a>`, html` aria-sort="${order}ending"`);
}

const reverse = (order: "asc" | "desc") => (order === "asc" ? "desc" : "asc");

const sorting = (sort: string, order?: string) => ({ sort, order, page: undefined });

interface Dated {
  readonly status: "open" | "closed";
  readonly closesAt: number | null;
}

/** The columns of volume and time. */
export function figureColumns<Row extends Dated>(
  rows: readonly Row[],
  now: number,
  volumes: { readonly volume24hOf: (row: Row) => string; readonly volumeOf: (row: Row) => string },
): readonly ListColumn<Row>[] {
  const column = (label: string, sort: string, cell: TableColumn<Row>["cell"]): ListColumn<Row> => ({
    ...num(label, cell),
    ...{ sort, isWide: true },
  });
  return [
    column("24 h volume", "volume_24h", volumes.volume24hOf),
    column("Volume", "volume", volumes.volumeOf),
    column(rows.every(({ status }) => status === "closed") ? "Closed" : "Closes", "closing", ({ closesAt }) =>
      closing(closesAt, now),
    ),
  ];
}
