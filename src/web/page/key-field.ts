import type { AppError } from "../../errors.ts";
import { helpFor } from "./help.ts";
import { type Html, html } from "./html.ts";
import { type PageDeps, pathTo, sentence } from "./layout.ts";

/** The error of a form, shown above its fields, with a link unless it leads to `here`. */
export function complaint(deps: PageDeps, id: string, error: AppError | undefined, here: string): Html | false {
  if (error === undefined) return false;
  const { path, label } = helpFor(error, here);
  const link = path !== here && html` <a href="${pathTo(deps, path)}">${label}</a>`;
  return html`<p class="problem" role="alert" id="${id}-problem">${sentence(error.message)}${link}</p>`;
}

/** The field for a key. A script may fill it in from this browser tab; the server never does. */
export const keyField = (id: string, error: AppError | undefined, hint: string): Html =>
  html`<label for="${id}">API key</label>
<input id="${id}" name="key" type="text" required maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="tb_live_…" data-key${
    error === undefined
      ? html` aria-describedby="${id}-hint"`
      : html` aria-invalid="true" aria-describedby="${id}-problem ${id}-hint"`
  }>
<p class="hint" id="${id}-hint">${hint}</p>`;
