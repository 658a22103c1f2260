import type { AppError } from "../errors.ts";
import { type Html, html } from "./html.ts";
import { sentence } from "./layout.ts";

/** What was wrong with a form, above its fields. */
export const complaint = (id: string, error: AppError | undefined): Html | false =>
  error !== undefined && html`<p class="problem" role="alert" id="${id}-problem">${sentence(error.message)}</p>`;

/** Where a key is pasted. A script may fill it in from the browser's own memory; the server never does. */
export const keyField = (id: string, error: AppError | undefined, hint: string): Html =>
  html`<label for="${id}">API key</label>
<input id="${id}" name="key" type="text" required maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="tb_live_…" data-key${
    error === undefined
      ? html` aria-describedby="${id}-hint"`
      : html` aria-invalid="true" aria-describedby="${id}-problem ${id}-hint"`
  }>
<p class="hint" id="${id}-hint">${hint}</p>`;
