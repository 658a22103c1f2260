import { type Html, html } from "../page/index.ts";

/** A heading of a table; `num` for columns of figures. */
export type Heading = string | { readonly num: string };

/** A table that scrolls by itself where it is too wide. The first cell of a row is its heading. */
export const dataTable = (caption: string, headings: readonly Heading[], rows: readonly Html[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="board full"><caption class="hide">${caption}</caption>
<thead><tr>${headings.map((one) => (typeof one === "string" ? html`<th scope="col">${one}</th>` : html`<th scope="col" class="num">${one.num}</th>`))}</tr></thead>
<tbody>${rows}</tbody></table></div>`;

/** Facts with their names. */
export const facts = (entries: readonly (readonly [name: string, value: Html | string])[]): Html =>
  html`<dl class="facts">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** A size in megabytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
