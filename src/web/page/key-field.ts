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
<span class="key"><input id="${id}" name="key" type="text" required maxlength="100" placeholder="tb_live_…"
autocomplete="off" autocapitalize="off" spellcheck="false" data-key${error !== undefined && html` aria-invalid="true"`}
aria-describedby="${error !== undefined && `${id}-problem `}${id}-hint"><button type="button" \
class="plain scripted">Forget this key</button></span>
<p class="hint" id="${id}-hint">${hint}</p>`;

/** Revokes a key of the form that it is in, after a second look. */
export const revokeButton = ({ id, name }: { readonly id: string; readonly name: string }): Html =>
  html`<details><summary>Revoke <span class="hide">${name}</span></summary>\
<button class="danger" name="id" value="${id}">Revoke for good</button></details>`;
