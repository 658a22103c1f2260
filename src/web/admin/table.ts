import { type Html, html } from "../page/html.ts";

/** Facts with their names. */
export const facts = (entries: readonly (readonly [name: Html | string, value: Html | string])[]): Html =>
  html`<dl class="facts">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
