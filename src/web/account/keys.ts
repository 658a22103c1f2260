import type { Context } from "../../context.ts";
import { KEY_EMAIL, KEY_NAME, MAX_GRACE_HOURS } from "../../domain/keys.ts";
import { AppError } from "../../errors.ts";
import { integer, text } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import { type Caller, type Document, type Route, route } from "../../http/route.ts";
import { upgradeUrlOf } from "../../site.ts";
import {
  FORM,
  findField,
  identify,
  identifyOwner,
  type Page,
  type PublicPages,
  readField,
  readForm,
  textOf,
  toDocument,
  toErrorDocument,
} from "../page/index.ts";
import { ownKeyPage } from "./key-page.ts";
import { type KeysForm, keysPage, madePage } from "./keys-page.ts";

export const keyPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/keys",
    summary: "Create and manage keys",
    parameters: {},
    render: (context) => show(context, keysPage(context)),
  }),
  formRoute(pages, "make", makeKey),
  formRoute(pages, "own", openKey),
  formRoute(pages, "rotate", rotateKey, "own"),
  formRoute(pages, "revoke", revokeKey, "own"),
];

type Work = (context: Context, form: Query, caller: Caller) => Page | Promise<Page>;

/** Answers the form /keys/<name> with a page, or with the forms again and the error at `form`. */
function formRoute(
  pages: PublicPages,
  name: string,
  work: Work,
  form: KeysForm = name === "make" ? "make" : "own",
): Route {
  return route({
    method: "POST",
    path: `/keys/${name}`,
    summary: `The form '${name}' of the page of keys`,
    tier: "open",
    cache: "never",
    parameters: {},
    admit: pages.admit,
    refuse: toErrorDocument,
    body: FORM,
    async handler(context, _input, caller, received) {
      const fields = readForm(received);
      try {
        return show(context, await work(context, fields, caller));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { status, headers } = error;
        const typed = { name: textOf(fields, "name"), email: textOf(fields, "email") };
        return show(context, { ...keysPage(context, { form, error, ...typed }), status, headers });
      }
    },
  });
}

const show = (context: Context, page: Page): Document => toDocument(context, { ...page, assets: ["key.js"] }, "/keys");

const name = text({ description: "What the key is called.", ...KEY_NAME, format: { ...KEY_NAME, json: {} } });
const email = text({ description: "Where its owner is reached.", ...KEY_EMAIL, format: { ...KEY_EMAIL, json: {} } });
const graceHours = integer({ description: "Hours.", min: 0, max: MAX_GRACE_HOURS });

async function makeKey(context: Context, form: Query, { address }: Caller): Promise<Page> {
  const { commands, config, site } = context;
  const given = { name: readField(form, "name", "Name", name), email: readField(form, "email", "Email", email) };
  const origin = { address, perHour: config.keysPerHour, upgradeUrl: upgradeUrlOf(site) };
  return madePage(context, await commands.createKey({ ...given, tier: "free", origin }));
}

const openKey = async (context: Context, form: Query, caller: Caller): Promise<Page> =>
  ownKeyPage(context, await identify(context, form, caller));

async function rotateKey(context: Context, form: Query, caller: Caller): Promise<Page> {
  const key = await identifyOwner(context, form, caller);
  const hours = findField(form, "grace_hours", graceHours);
  if (hours === undefined) {
    const problem = `Hours the old secret may still read: expected ${graceHours.expected}.`;
    const page = await ownKeyPage(context, key, { problem, graceHours: textOf(form, "grace_hours") });
    return { ...page, status: 422 };
  }
  return madePage(context, await context.commands.rotateKey({ id: key.id, graceHours: hours }));
}

async function revokeKey(context: Context, form: Query, caller: Caller): Promise<Page> {
  const { id } = await identifyOwner(context, form, caller);
  const target = textOf(form, "id");
  if (!context.access.keys.isFamily(target, id)) {
    throw new AppError("key_not_found", "there is no key with this id that your key may revoke");
  }
  const revoked = await context.commands.revokeKey({ id: target });
  context.billing?.cancelUnwanted();
  const notice = `The key ${revoked.keyPrefix}… is revoked. It no longer works.`;
  // A revoked key cannot open its page.
  if (target === id) return keysPage(context, undefined, notice);
  return ownKeyPage(context, context.access.keys.find(id) ?? revoked, { notice });
}
