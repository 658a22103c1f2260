import { startCheckout } from "../../api/billing.ts";
import { createKey, keyEmail } from "../../api/keys.ts";
import { type HostedPage, requireBilling } from "../../billing/billing.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import type { Query } from "../../http/query.ts";
import { logFailure } from "../../http/responding/failure.ts";
import type { Caller, Document, Route } from "../../http/route.ts";
import { CALL_ASSETS } from "../page/command.ts";
import { identifyOwner, readField, textOf } from "../page/form.ts";
import { type Page, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { type FormName, pricingPage } from "./pricing-page.ts";
import { newKeyPage, portalPage, readyPage } from "./upgrade-pages.ts";

export const pricingPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/pricing",
    summary: "Plans and prices",
    parameters: {},
    render: (context) => toPricingDocument(context, pricingPage(context)),
  }),
  formRoute(pages, "key", {
    path: "/pricing/upgrade",
    summary: "Start the payment for a key",
    async submit(context, form, caller) {
      const key = await identifyOwner(context, form, caller);
      return readyPage(context, key, await startCheckout(context, key));
    },
  }),
  formRoute(pages, "key", {
    path: "/pricing/manage",
    summary: "Open the provider's page of a subscription",
    async submit(context, form, caller) {
      const key = await identifyOwner(context, form, caller);
      return portalPage(key, await requireBilling(context.billing).openPortal(key.id));
    },
  }),
  formRoute(pages, "email", {
    path: "/pricing/keys",
    summary: "Create a key, show it once, start the payment",
    async submit(context, form, { address }) {
      requireBilling(context.billing);
      const email = readField(form, "email", "Email", keyEmail);
      const key = await createKey(context, address, { name: email, email });
      return newKeyPage(context, key.secret, await tryCheckout(context, key));
    },
  }),
];

interface FormDefinition {
  readonly path: string;
  readonly summary: string;
  submit(context: Context, form: Query, caller: Caller): Promise<Page>;
}

/** A form whose errors are shown at the form `name` of the page of plans. */
const formRoute = (pages: PublicPages, name: FormName, definition: FormDefinition): Route =>
  pages.form({
    ...definition,
    refuse: (context, error, form) => pricingPage(context, { form: name, error, email: textOf(form, "email") }),
    toDocument: toPricingDocument,
  });

const toPricingDocument = (context: Context, page: Page): Document =>
  toDocument(context, { ...page, assets: CALL_ASSETS }, "/pricing");

/** The key exists and must be shown, even if the checkout fails. */
async function tryCheckout(context: Context, key: Pick<Key, "id" | "tier">): Promise<HostedPage | AppError> {
  try {
    return await startCheckout(context, key);
  } catch (error) {
    logFailure(context.log, error, { key: key.id });
    return error instanceof AppError ? error : new AppError("internal_error", "something went wrong");
  }
}
