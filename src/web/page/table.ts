import { type Html, html } from "./html.ts";

/** A column of a table: its heading, and what a row has below it. */
export interface TableColumn<Row> {
  readonly label: Html | string;
  readonly meaning?: string;
  /** Set where the rows are in its order. */
  readonly sorted?: "ascending" | "descending" | false;
  /** Of the heading and the cells; `num` is for figures. */
  readonly className?: string;
  /** What its cells say on a phone, where that is not the label's text; empty for nothing. */
  readonly short?: string;
  /** Whether its cells are the headings of their rows; by default the first column's are. */
  readonly isHead?: boolean;
  readonly cell: (row: Row) => Html | string | Cell;
}

/** A cell that says more than its content. */
interface Cell {
  readonly content: Html | string;
  /** Beside that of the column. */
  readonly className?: string | false;
  /** Its price is followed under this name. */
  readonly key?: string;
}

/** A column of words; the rows of the first column have it as their heading. */
export const words = <Row>(label: Html | string, cell: TableColumn<Row>["cell"], className = ""): TableColumn<Row> => ({
  ...{ label, cell, className },
});

/** A column of figures. */
export const num = <Row>(label: Html | string, cell: TableColumn<Row>["cell"], meaning?: string): TableColumn<Row> => ({
  ...{ label, cell, className: "num" },
  ...(meaning !== undefined && { meaning }),
});

interface TableText<Row> {
  /** For screen readers; replaced by `caption`. */
  readonly label: string;
  readonly caption?: Html;
  /** Further classes of the table; `thirds` puts three cells in a line of a phone. */
  readonly classes?: string;
  readonly scrollClass?: string;
  /** The same for a row on every reading of the page. */
  rowName?(row: Row): string;
  rowClass?(row: Row): string | false;
  readonly foot?: Html | false;
}

/**
 * A table that scrolls by itself where it is too wide. On a phone a row is a card, and each cell says its column.
 */
export function dataTable<Row>(
  text: string | TableText<Row>,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
): Html {
  const shown: TableText<Row> = typeof text === "string" ? { label: text } : text;
  const { label, classes = "", scrollClass } = shown;
  return html`<div class="scroll${scrollClass && ` ${scrollClass}`}" tabindex="0" role="region" aria-label="${label}">\
${plainTable({ ...shown, classes: `full ${classes}`.trim() }, rows, columns)}</div>`;
}

/** A table of few columns that stays one on a phone. */
export const plainTable = <Row>(
  shown: TableText<Row>,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
): Html =>
  html`<table class="board${shown.classes !== undefined && ` ${shown.classes}`}">\
${shown.caption === undefined ? html`<caption class="hide">${shown.label}</caption>` : html`<caption>${shown.caption}</caption>`}
<thead><tr>${columns.map(headCell)}</tr></thead>
<tbody>${tableRows(shown, rows, columns)}</tbody>${shown.foot}</table>`;

const headCell = ({ label, meaning, className, sorted }: TableColumn<never>): Html =>
  html`<th scope="col"${classAttribute(className)}${sorted && html` aria-sort="${sorted}"`}>${
    meaning === undefined ? label : html`<abbr title="${meaning}">${label}</abbr>`
  }</th>`;

/** A row for each, with a cell for each column. */
const tableRows = <Row>(
  { rowName, rowClass }: Pick<TableText<Row>, "rowName" | "rowClass">,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
): readonly Html[] => {
  const hasHead = columns.some(({ isHead }) => isHead === true);
  return rows.map(
    (row) =>
      html`<tr${rowName && html` data-row="${rowName(row)}"`}${classAttribute(rowClass?.(row))}>${columns.map(
        (column, index) => bodyCell(column, row, column.isHead ?? (!hasHead && index === 0)),
      )}</tr>\n`,
  );
};

function bodyCell<Row>({ label, short, className, cell }: TableColumn<Row>, row: Row, isHead: boolean): Html {
  const found = cell(row);
  const { content, key, ...own } = typeof found === "object" && "content" in found ? found : { content: found };
  const names = classAttribute(className, "className" in own && own.className);
  if (isHead) return html`<th scope="row"${names}>${content}</th>`;
  const named = short ?? (typeof label === "string" ? label : "");
  return html`<td${named !== "" && html` data-label="${named}"`}${names}${key !== undefined && html` data-key="${key}"`}>${content}</td>`;
}

function classAttribute(...names: readonly (string | false | undefined)[]): Html | false {
  const given = names.filter(Boolean).join(" ");
  return given !== "" && html` class="${given}"`;
}

/** A fact of a `<dl>`: its name and its value. */
export const fact = (name: Html | string, value: Html | string): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

export const factList = (facts: readonly (readonly [name: Html | string, value: Html | string])[]): Html =>
  html`<dl class="facts">${facts.map(([name, value]) => fact(name, value))}</dl>`;
