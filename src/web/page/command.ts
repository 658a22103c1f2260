import { type Html, html } from "./html.ts";

/** A command or program to copy; `id` is unique on the page. */
export const command = (id: string, text: string): Html =>
  html`<div class="command"><pre tabindex="0"><code id="${id}">${text}</code></pre>${copyButton(id)}</div>`;

/** Copies the text of the element `id`. copy.js does it, and shows the button. */
export const copyButton = (id: string): Html =>
  html`<p class="copy"><button type="button" data-copy="${id}" hidden>Copy</button><span role="status" data-copied="${id}"></span></p>`;
