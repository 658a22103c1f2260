import { authenticate, requireNewestSecret } from "../../access/authenticate.ts";
import type { KnownSecret } from "../../access/keyring.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import { type Kind, readValue } from "../../http/parameters.ts";
import { parseQuery, type Query } from "../../http/query.ts";
import type { Caller, Received } from "../../http/route.ts";
import { helpFor } from "./help.ts";
import { type Html, html } from "./html.ts";
import { type PageDeps, pathTo, sentence } from "./layout.ts";

/** Forms send little. */
export const FORM = { maxBytes: 16 * 1024 } as const;

/** The fields of a form. Throws AppError unsupported_media_type, bad_request. */
export function readForm({ headers, body }: Received): Query {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "")) {
    throw new AppError("unsupported_media_type", "a form is expected; send it as application/x-www-form-urlencoded");
  }
  return parseQuery(body.toString("utf8"));
}

/** A field's text, trimmed; empty if missing. */
export const textOf = (form: Query, name: string): string => form.get(name)?.at(-1)?.trim() ?? "";

/** A field's value. Throws AppError validation_error, which never repeats the input. */
export function readField<T>(form: Query, name: string, label: string, kind: Kind<T>): T {
  const value = findField(form, name, kind);
  if (value === undefined) throw new AppError("validation_error", `${label}: expected ${kind.expected}`);
  return value;
}

/** A field's value; undefined if invalid. */
export const findField = <T>(form: Query, name: string, kind: Kind<T>): T | undefined =>
  readValue(kind, textOf(form, name))?.value as T | undefined;

/** The key in a form; not counted, as pages are limited by address. Throws AppError invalid_api_key, revoked_api_key. */
export const identify = async (context: Context, form: Query, caller: Caller): Promise<Key> =>
  (await admitSecret(context, form, caller)).key;

/** The same for a form that changes something. Also throws AppError read_only_secret. */
export async function identifyOwner(context: Context, form: Query, caller: Caller): Promise<Key> {
  const secret = await admitSecret(context, form, caller);
  requireNewestSecret(secret);
  return secret.key;
}

async function admitSecret({ access, clock }: Context, form: Query, { address }: Caller): Promise<KnownSecret> {
  const now = clock.now();
  const credential = textOf(form, "key");
  if (credential === "") throw new AppError("missing_api_key", "an API key is needed; paste yours into the field");
  const secret = await authenticate(access.keys, credential, { address, now });
  access.counters.touch(secret.key, clock.running());
  return secret;
}

/** The error of a form, shown above its fields, with a link unless it leads to `here`. */
export function complaint(deps: PageDeps, id: string, error: AppError | undefined, here: string): Html | false {
  if (error === undefined) return false;
  const { path, label, message = error.message } = helpFor(error, here);
  const link = path !== here && html` <a href="${pathTo(deps, path)}">${label}</a>`;
  return html`<p class="problem" role="alert" id="${id}-problem">${sentence(message)}${link}</p>`;
}

/** The field for a key. A script may fill it in from this browser tab; the server never does. */
export const keyField = (id: string, error: AppError | undefined, hint: string): Html =>
  html`<label for="${id}">API key</label>
<span class="key"><input id="${id}" name="key" type="text" required maxlength="100" placeholder="tb_live_…"
autocomplete="off" autocapitalize="off" spellcheck="false" data-key${error !== undefined && html` aria-invalid="true" autofocus`}
aria-describedby="${error !== undefined && `${id}-problem `}${id}-hint"><button type="button" \
class="plain scripted">Forget this key</button></span>
<p class="hint" id="${id}-hint">${hint}</p>`;

/** Revokes a key of the form that it is in, after a second look. */
export const revokeButton = ({ id, name }: { readonly id: string; readonly name: string }): Html =>
  html`<details><summary>Revoke <span class="hide">${name}</span></summary>\
<button class="danger" name="id" value="${id}">Revoke for good</button></details>`;
