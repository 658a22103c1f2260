import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import { type Kind, readValue } from "../../http/parameters.ts";
import { parseQuery, type Query } from "../../http/query.ts";
import type { Caller, Received } from "../../http/route.ts";
import { ago } from "./figures.ts";
import { fieldProblem, helpFor } from "./help.ts";
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
  const value = readValue(kind, textOf(form, name));
  if (value === undefined) throw new AppError("validation_error", fieldProblem(label, `expected ${kind.expected}`));
  return value.value as T;
}

/**
 * Throws AppError origin_not_allowed unless a form was sent from a page of this service. Browsers say where a form was sent
 * from; another program on this machine that can be opened in the browser counts as another site.
 */
export function requireOwnOrigin({ site }: Pick<Context, "site">, { headers }: Received): void {
  const { "sec-fetch-site": from, origin = "", host } = headers;
  const own = [new URL(site.origin()).origin, `http://${host}`, `https://${host}`];
  if (from === undefined ? own.includes(origin) : from === "same-origin") return;
  const message = "this form did not come from a page of this service; open that page again and send it from there";
  throw new AppError("origin_not_allowed", message);
}

/** The key that a form's sender has signed in with. Throws AppError missing_api_key. */
export function requireSignedIn({ key }: Caller): Key {
  if (key === undefined) throw new AppError("missing_api_key", "you are signed out; sign in with your key first");
  return key;
}

/** A form that was refused. A page may have several. */
export interface RefusedForm<Name extends string = string> {
  readonly form: Name;
  readonly error: AppError;
}

/** The error of the form `id`, shown above its fields, with a link unless it leads to `here`. */
export function formProblem(deps: PageDeps, id: string, refused: RefusedForm | undefined, here: string): Html | false {
  if (refused?.form !== id) return false;
  const { error } = refused;
  const { path, label, message = error.message } = helpFor(error, here);
  const link = path !== here && html` <a href="${pathTo(deps, path)}">${label}</a>`;
  return html`<p class="problem" role="alert" id="${id}-problem">${sentence(message)}${link}</p>`;
}

/** Revokes a key of the form that it is in, after a second look, or says when it was revoked. */
export const revokeCell = ({ id, name, revokedAt }: Pick<Key, "id" | "name" | "revokedAt">, now: number): Html =>
  revokedAt === null
    ? html`<details><summary>Revoke <span class="hide">${name}</span></summary>\
<button class="danger" name="id" value="${id}">Revoke for good</button></details>`
    : html`revoked ${ago(revokedAt, now)}`;
