import type { Key } from "../../domain/accounts/keys.ts";
import type { AppError } from "../../errors.ts";
import { command, copyButton, curlOf, runButton } from "../page/command.ts";
import { type Html, html } from "../page/html.ts";
import { complaint, keyField } from "../page/key-field.ts";
import { type Page, type PageDeps, pathTo } from "../page/layout.ts";
import { limitList } from "./plans.ts";

export type KeysForm = "make" | "own";

/** The error of a form, and its input. */
interface RefusedKeysForm {
  readonly form: KeysForm;
  readonly error: AppError;
  readonly name: string;
  readonly email: string;
}

/** The forms for a new key and for an existing one. `notice` reports what was done. */
export function keysPage(deps: PageDeps, refused?: RefusedKeysForm, notice?: string): Page {
  const errorOf = (form: KeysForm): AppError | undefined => (refused?.form === form ? refused.error : undefined);
  const main = html`<h1>Keys</h1>
<p class="lead">Programs need a key to use the API. Create one free.</p>
${notice !== undefined && html`<p class="done" role="status">${notice}</p>`}
<div class="forms">${makeForm(deps, refused, errorOf("make"))}${ownForm(deps, errorOf("own"))}</div>`;
  return { title: refused === undefined ? "Keys" : "Please check the form", main };
}

const makeForm = (deps: PageDeps, typed: RefusedKeysForm | undefined, error: AppError | undefined): Html =>
  html`<section aria-labelledby="new-key"><h2 id="new-key">Create a key</h2>
<form method="post" action="${pathTo(deps, "/keys/make")}">
${complaint(deps, "make", error, "/keys")}
<label for="name">Name</label>
<input id="name" name="name" type="text" value="${typed?.name ?? ""}" required maxlength="255" autocomplete="off" placeholder="My script">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${typed?.email ?? ""}" required maxlength="255" autocomplete="email" \
placeholder="you@example.org"${error !== undefined && html` aria-describedby="make-problem"`}>
<p class="hint">For messages about the key. It is not verified and not shown to others.</p>
<p class="actions"><button class="main">Create a key</button></p>
</form></section>`;

const ownForm = (deps: PageDeps, error: AppError | undefined): Html =>
  html`<section aria-labelledby="own-key"><h2 id="own-key">Manage a key</h2>
<form method="post" action="${pathTo(deps, "/keys/own")}">
${complaint(deps, "own", error, "/keys")}
${keyField("own", error, "Your key is sent to this server only and is not stored.")}
<p class="actions"><button class="main">Show usage and keys</button></p>
</form></section>`;

/** A new key to store, and a first call with it to copy or to run. `note` stands between them. */
export function newSecret(deps: PageDeps, secret: string, note: Html): Html {
  const path = "/api/v1/markets?page_size=3";
  return html`<p><strong>Store it now.</strong> This page shows it once. It cannot be recovered.</p>
<div class="secret"><code id="secret" data-new-key>${secret}</code>${copyButton("secret")}</div>
${note}
<h2>Your first call</h2>
<p>It lists three open markets, the most traded first.</p>
${command("first", curlOf({ method: "GET", url: deps.site.origin() + path, key: secret }))}
${runButton(pathTo(deps, path))}`;
}

type ShownSecret = Pick<Key, "name" | "tier" | "limits"> & { readonly secret: string };

/** A key's new secret, shown once. */
export const madePage = (deps: PageDeps, { secret, name, tier, limits }: ShownSecret): Page => ({
  title: "Your key",
  main: html`<h1>Your key “${name}”</h1>
${newSecret(deps, secret, html`<p>Its plan is ${tier}. It allows this many requests:</p>${limitList(limits)}`)}
<p class="actions"><a class="button main" href="${pathTo(deps, "/docs")}">API reference</a>
<a class="button" href="${pathTo(deps, "/keys")}">Back to keys</a></p>`,
});
