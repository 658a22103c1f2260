import type { HostedPage } from "../../billing/billing.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, type PageDeps, pathTo, sentence } from "../page/layout.ts";
import { newSecret } from "./keys-page.ts";
import { findProPrice, limitList, PRO } from "./plans.ts";

/** The page before the provider's payment page. */
export const readyPage = (context: Context, key: Key, page: HostedPage): Page => ({
  title: "Upgrade a key",
  main: html`<h1>Upgrade to ${PRO.name}</h1>
<p>Your key <code>${key.keyPrefix}…</code> stays the same. After the payment it allows this many requests:</p>
${limitList(PRO)}
${continueTo(context, page)}`,
});

/** A new key, shown once. */
export const newKeyPage = (context: Context, secret: string, page: HostedPage | AppError): Page => ({
  title: "Your new key",
  main: html`<h1>Your new key</h1>
${newSecret(context, secret, html`<p>It works now, on the Free plan. Send it in the header <code>X-API-Key</code>.</p>`)}
${page instanceof AppError ? payLater(context, page) : continueTo(context, page)}`,
});

/** The page before the provider's subscription page. */
export const portalPage = (key: Key, url: string): Page => ({
  title: "Manage a subscription",
  main: html`<h1>Your subscription</h1>
<p>Change the card, see bills or cancel the subscription of <code>${key.keyPrefix}…</code> on the payment provider's page.</p>
<p class="actions"><a class="button main" href="${url}">Continue to the provider's page</a></p>`,
});

function continueTo(context: Context, { url }: HostedPage): Html {
  const price = findProPrice(context);
  return html`<p>${price === undefined ? "The price is shown before you pay" : `${PRO.name} costs ${price}, until you cancel`}.</p>
<p class="actions"><a class="button main" href="${url}">Continue to payment</a></p>`;
}

const payLater = (deps: PageDeps, reason: AppError): Html =>
  html`<p class="problem" role="alert">${sentence(reason.message)} Keep the key. You can upgrade it later
on the page <a href="${pathTo(deps, "/pricing")}">Plans and prices</a>.</p>`;
