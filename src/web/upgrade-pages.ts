import type { HostedPage } from "../billing/desk.ts";
import type { Key } from "../domain/keys.ts";
import { type Html, html } from "./html.ts";
import { exampleCall } from "./keys-page.ts";
import { type Page, pathTo, type Surroundings } from "./layout.ts";
import { limitList, PRO, priceOf } from "./plans.ts";

/** The last page before that of the payment provider. */
export const readyPage = (key: Key, { url }: HostedPage): Page => ({
  title: "Upgrade a key",
  main: html`<h1>Upgrade to ${PRO.name}</h1>
<p>Your key <code>${key.keyPrefix}…</code> stays the same. Once it is paid for, it may send so many requests:</p>
${limitList(PRO)}
${continueTo(url)}`,
});

/** A key just made, shown this once. */
export const newKeyPage = (around: Surroundings, secret: string, page: HostedPage | undefined): Page => ({
  title: "Your new key",
  main: html`<h1>Your new key</h1>
<p><strong>Store it now.</strong> It is shown only this once and cannot be recovered.</p>
<p class="secret"><code id="secret">${secret}</code> <button type="button" data-copy="secret" hidden>Copy</button>
<span role="status" data-copied="secret"></span></p>
<p>It works already, on the Free plan. Send it in the header <code>X-API-Key</code>.</p>
${exampleCall(around, secret)}
${page === undefined ? payLater(around) : continueTo(page.url)}`,
});

/** The last page before the provider's on which a subscription is managed. */
export const portalPage = (key: Key, url: string): Page => ({
  title: "Manage a subscription",
  main: html`<h1>Your subscription</h1>
<p>Change the card, see bills or cancel the subscription of <code>${key.keyPrefix}…</code> on the payment provider's page.</p>
<p class="actions"><a class="button main" href="${url}">Continue to the provider's page</a></p>`,
});

const continueTo = (url: string): Html => html`<p>${PRO.name} costs ${priceOf(PRO)}, until you cancel.</p>
<p class="actions"><a class="button main" href="${url}">Continue to payment</a></p>`;

const payLater = (around: Surroundings): Html =>
  html`<p class="problem" role="alert">The payment provider cannot be reached right now. Keep the key, and upgrade it later
on the page <a href="${pathTo(around, "/pricing")}">Plans and prices</a>.</p>`;
