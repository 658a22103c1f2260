import { orderOf } from "../../http/filters.ts";
import { type Html, html } from "../page/html.ts";
import type { AddressWith } from "./address.ts";

/** A column; `cell` makes the whole cell with this class. */
export interface BrowseColumn<Row> {
  readonly label: Html | string;
  /** What the label means, where it needs explaining. */
  readonly meaning?: string;
  /** A class of the heading and of the cells. */
  readonly className?: string;
  /** The sort its heading leads to. */
  readonly sort?: string;
  /** Hidden on phones, unless the list is sorted by it. */
  readonly isWide?: boolean;
  cell(row: Row, className: string, now: number): Html;
}

interface TableView<Row> {
  readonly caption: string;
  readonly sort: string;
  readonly order: "asc" | "desc";
  readonly to: AddressWith;
  readonly now: number;
  /** The same for a row on every reading of the page. */
  readonly nameOf: (row: Row) => string;
}

/** A table whose headings sort it. */
export function browseTable<Row>(
  columns: readonly BrowseColumn<Row>[],
  rows: readonly Row[],
  view: TableView<Row>,
): Html {
  const shown = columns.map((column) => ({ column, name: classOf(column, view) }));
  return html`<table class="board browse"><caption class="hide">${view.caption}</caption>
<thead><tr>${shown.map(({ column, name }) => heading(column, name, view))}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr data-row="${view.nameOf(row)}">${shown.map(({ column, name }) => column.cell(row, name, view.now))}</tr>\n`,
  )}</tbody></table>`;
}

const classOf = <Row>({ className, isWide, sort }: BrowseColumn<Row>, view: TableView<Row>): string =>
  [className, isWide && sort !== view.sort && "wide"].filter(Boolean).join(" ");

/** A heading leads to its usual order, from there to the reverse. */
function heading<Row>(
  { label, meaning, sort }: BrowseColumn<Row>,
  name: string,
  { sort: current, order, to }: TableView<Row>,
): Html {
  const title = meaning !== undefined && html` title="${meaning}"`;
  if (sort === undefined) return html`<th scope="col" class="${name}"${title}>${label}</th>`;
  const usual = orderOf(sort);
  if (sort !== current)
    return html`<th scope="col" class="${name}"><a href="${to(sorting(sort))}"${title}>${label}</a></th>`;
  const isUsual = order === usual;
  const next = to(sorting(sort, isUsual ? reverse(usual) : undefined));
  return html`<th scope="col" class="${name}" aria-sort="${order}ending"><a href="${next}"${title}>${label} \
<span aria-hidden="true">${order === "asc" ? "▲" : "▼"}</span></a></th>`;
}

const reverse = (order: "asc" | "desc") => (order === "asc" ? "desc" : "asc");

const sorting = (sort: string, order?: string) => ({ sort, order, page: undefined });
