import { createKey, graceHours, keyEmail, keyName, revokeKey } from "../../api/keys.ts";
import type { Context } from "../../context.ts";
import type { Query } from "../../http/query.ts";
import type { Caller, Document, Route } from "../../http/route.ts";
import { CALL_ASSETS } from "../page/command.ts";
import { findField, identify, identifyOwner, readField, textOf } from "../page/form.ts";
import { type Page, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { ownKeyPage } from "./key-page.ts";
import { type KeysForm, keysPage, madePage } from "./keys-page.ts";

export const keyPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/keys",
    summary: "Create and manage keys",
    parameters: {},
    render: (context) => toKeysDocument(context, keysPage(context)),
  }),
  formRoute(pages, "make", submitNewKey),
  formRoute(pages, "own", submitOwnKey),
  formRoute(pages, "rotate", submitRotation),
  formRoute(pages, "revoke", submitRevocation),
];

type Submit = (context: Context, form: Query, caller: Caller) => Promise<Page>;

/** The form at /keys/<name>. Its errors are shown at the form for a new key, or at the one to open a key. */
const formRoute = (pages: PublicPages, name: "make" | "own" | "rotate" | "revoke", submit: Submit): Route =>
  pages.form({
    path: `/keys/${name}`,
    summary: `The form '${name}' of the page of keys`,
    submit,
    refuse(context, error, form) {
      const shownAt: KeysForm = name === "make" ? "make" : "own";
      return keysPage(context, { form: shownAt, error, name: textOf(form, "name"), email: textOf(form, "email") });
    },
    toDocument: toKeysDocument,
  });

const toKeysDocument = (context: Context, page: Page): Document =>
  toDocument(context, { ...page, assets: CALL_ASSETS }, "/keys");

async function submitNewKey(context: Context, form: Query, { address }: Caller): Promise<Page> {
  const name = readField(form, "name", "Name", keyName);
  const email = readField(form, "email", "Email", keyEmail);
  return madePage(context, await createKey(context, address, { name, email }));
}

const submitOwnKey: Submit = async (context, form, caller) =>
  ownKeyPage(context, await identify(context, form, caller));

async function submitRotation(context: Context, form: Query, caller: Caller): Promise<Page> {
  const key = await identifyOwner(context, form, caller);
  const hours = findField(form, "grace_hours", graceHours);
  if (hours === undefined) {
    const problem = `Hours until the old secret stops working: expected ${graceHours.expected}.`;
    const page = await ownKeyPage(context, key, { problem, graceHours: textOf(form, "grace_hours") });
    return { ...page, status: 422 };
  }
  return madePage(context, await context.commands.rotateKey({ id: key.id, graceHours: hours }));
}

async function submitRevocation(context: Context, form: Query, caller: Caller): Promise<Page> {
  const own = await identifyOwner(context, form, caller);
  const revoked = await revokeKey(context, own, textOf(form, "id"));
  const notice = `The key ${revoked.keyPrefix}… is revoked and no longer works.`;
  // A revoked key cannot open its page.
  if (revoked.id === own.id) return keysPage(context, undefined, notice);
  return ownKeyPage(context, own, { notice });
}
