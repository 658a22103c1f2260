import { Html, html } from "./html.ts";

/** A heading of a table; `num` for columns of figures, `title` for a name that needs explaining. */
type Heading = string | { readonly num: string } | { readonly name: string; readonly title: string };

interface TableText {
  /** For screen readers; replaced by `caption`. */
  readonly label: string;
  readonly caption?: Html;
  /** Further classes of the table; `thirds` puts three cells in a line of a phone. */
  readonly classes?: string;
}

/**
 * A table that scrolls by itself where it is too wide. On a phone a row is a card, and each cell says its column. Rows are
 * `<tr>` with a cell for each heading, the first of them the heading of the row.
 */
export const dataTable = (
  text: string | TableText,
  headings: readonly Heading[],
  rows: readonly (Html | readonly Html[])[],
): Html => {
  const { label, caption, classes } = typeof text === "string" ? { label: text } : text;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">\
<table class="board full${classes !== undefined && ` ${classes}`}">\
${caption === undefined ? html`<caption class="hide">${label}</caption>` : html`<caption>${caption}</caption>`}
<thead><tr>${headings.map(headOf)}</tr></thead>
<tbody>${rows.flat().map((row) => labelCells(row, headings.map(nameOf)))}</tbody></table></div>`;
};

function headOf(heading: Heading): Html {
  if (typeof heading === "string") return html`<th scope="col">${heading}</th>`;
  if ("num" in heading) return html`<th scope="col" class="num">${heading.num}</th>`;
  return html`<th scope="col"><abbr title="${heading.title}">${heading.name}</abbr></th>`;
}

function nameOf(heading: Heading): string {
  if (typeof heading === "string") return heading;
  return "num" in heading ? heading.num : heading.name;
}

/** Gives each `<td>` the name of its column. Only tags match, since text and attributes are escaped. */
function labelCells(rows: Html, names: readonly string[]): Html {
  let column = 0;
  const text = rows.text.replace(/<(tr|th|td)(?=[\s>])/g, (tag, name: string) => {
    column = name === "tr" ? 0 : column + 1;
    const label = names[column - 1];
    return name !== "td" || label === undefined ? tag : `${tag}${html` data-label="${label}"`.text}`;
  });
  return new Html(text);
}

/** A fact of a `<dl>`: its name and its value. */
export const fact = (name: Html | string, value: Html | string): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

export const factList = (facts: readonly (readonly [name: Html | string, value: Html | string])[]): Html =>
  html`<dl class="facts">${facts.map(([name, value]) => fact(name, value))}</dl>`;
