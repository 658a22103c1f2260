import type { AppError } from "../../errors.ts";
import { helpFor } from "./help.ts";
import { type Html, html } from "./html.ts";
import { pathTo, type Surroundings, sentence } from "./layout.ts";

/** What was wrong with a form of the page `here`, above its fields, and where to go on unless that is here. */
export function complaint(around: Surroundings, id: string, error: AppError | undefined, here: string): Html | false {
  if (error === undefined) return false;
  const { path, label } = helpFor(error, here);
  const link = path !== here && html` <a href="${pathTo(around, path)}">${label}</a>`;
  return html`<p class="problem" role="alert" id="${id}-problem">${sentence(error.message)}${link}</p>`;
}

/** Where a key is pasted. A script may fill it in from the browser's own memory; the server never does. */
export const keyField = (id: string, error: AppError | undefined, hint: string): Html =>
  html`<label for="${id}">API key</label>
<input id="${id}" name="key" type="text" required maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="tb_live_…" data-key${
    error === undefined
      ? html` aria-describedby="${id}-hint"`
      : html` aria-invalid="true" aria-describedby="${id}-problem ${id}-hint"`
  }>
<p class="hint" id="${id}-hint">${hint}</p>`;
