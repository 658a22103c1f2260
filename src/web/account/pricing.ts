import { type HostedPage, requireBilling } from "../../billing/index.ts";
import type { Context } from "../../context.ts";
import { KEY_EMAIL } from "../../domain/keys.ts";
import { AppError } from "../../errors.ts";
import { text } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import { logFailure } from "../../http/responding/index.ts";
import { type Caller, type Document, route } from "../../http/route.ts";
import { upgradeUrlOf } from "../../site.ts";
import {
  FORM,
  identifyOwner,
  type Page,
  type PublicPages,
  readField,
  readForm,
  textOf,
  toDocument,
  toErrorDocument,
} from "../page/index.ts";
import { type Complaint, type FormName, pricingPage } from "./pricing-page.ts";
import { newKeyPage, portalPage, readyPage } from "./upgrade-pages.ts";

export const pricingPages = (pages: PublicPages) => [
  plansRoute(pages),
  upgradeRoute(pages),
  manageRoute(pages),
  newKeyRoute(pages),
];

const open = { tier: "open", parameters: {}, refuse: toErrorDocument } as const;

const plansRoute = ({ page }: PublicPages) =>
  page({
    path: "/pricing",
    summary: "Plans and prices",
    parameters: {},
    render: (context) => show(context, pricingPage(context)),
  });

const upgradeRoute = (pages: PublicPages) =>
  formRoute(
    pages,
    "key",
    { path: "/pricing/upgrade", summary: "Start the payment for a key" },
    async (context, caller, form) => {
      const key = await identifyOwner(context, form, caller);
      if (key.tier !== "free") throw new AppError("already_subscribed", `this key is on ${key.tier} already`);
      return readyPage(context, key, await requireBilling(context.billing).checkout(key.id));
    },
  );

const manageRoute = (pages: PublicPages) =>
  formRoute(
    pages,
    "key",
    { path: "/pricing/manage", summary: "Open the provider's page of a subscription" },
    async (context, caller, form) => {
      const key = await identifyOwner(context, form, caller);
      return portalPage(key, await requireBilling(context.billing).openPortal(key.id));
    },
  );

const newKeyRoute = (pages: PublicPages) =>
  formRoute(
    pages,
    "email",
    { path: "/pricing/keys", summary: "Create a key, show it once, start the payment" },
    async (context, caller, form) => {
      requireBilling(context.billing);
      const { id, secret } = await createKey(context, caller, form);
      return newKeyPage(context, secret, await tryCheckout(context, id));
    },
  );

/** The target of a form: limited like a page, answers with the next page. */
const formRoute = (
  { admit }: PublicPages,
  form: FormName,
  about: { readonly path: string; readonly summary: string },
  work: (context: Context, caller: Caller, form: Query) => Promise<Page>,
) =>
  route({
    ...open,
    ...about,
    method: "POST",
    cache: "never",
    admit,
    body: FORM,
    handler(context, _input, caller, received) {
      const fields = readForm(received);
      const refused = { form, email: textOf(fields, "email") };
      return answerForm(context, refused, () => work(context, caller, fields));
    },
  });

/** The next page, or the plans again with the error at its form. */
async function answerForm(
  context: Context,
  refused: Omit<Complaint, "error">,
  work: () => Promise<Page>,
): Promise<Document> {
  try {
    return show(context, await work());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logFailure(context.log, error, { form: refused.form });
    const page = pricingPage(context, { ...refused, error });
    return show(context, { ...page, status: error.status, headers: error.headers });
  }
}

const show = (context: Context, page: Page): Document => toDocument(context, page, "/pricing");

const email = text({
  description: "Where its owner can be reached.",
  ...KEY_EMAIL,
  format: { ...KEY_EMAIL, json: {} },
});

function createKey({ commands, config, site }: Context, { address }: Caller, form: Query) {
  const given = readField(form, "email", "Email", email);
  const origin = { address, perHour: config.keysPerHour, upgradeUrl: upgradeUrlOf(site) };
  return commands.createKey({ name: given, email: given, tier: "free", origin });
}

/** The key exists and must be shown, even if the checkout fails. */
async function tryCheckout({ billing, log }: Context, keyId: string): Promise<HostedPage | AppError> {
  try {
    return await requireBilling(billing).checkout(keyId);
  } catch (error) {
    logFailure(log, error, { key: keyId });
    return error instanceof AppError ? error : new AppError("internal_error", "something went wrong");
  }
}
