import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import { optional, text } from "../../http/parameters.ts";
import { logFailure } from "../../http/responding/failure.ts";
import type { Route } from "../../http/route.ts";
import type { Checkout } from "../../store/accounts/stored-payments.ts";
import { html } from "../page/html.ts";
import { type Page, pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { limitList, PRO } from "./plans.ts";

export const billingPages = ({ page }: PublicPages): readonly Route[] => [
  page({
    path: "/billing/success",
    summary: "Where the payment provider sends a payer after the payment",
    cache: "never",
    parameters: {
      session_id: optional(text({ description: "The provider's id of the page that was paid.", min: 1, max: 255 })),
    },
    async render(context, { session_id: sessionId }) {
      const checkout = sessionId === undefined ? undefined : await findLatest(context, sessionId);
      if (checkout === undefined)
        throw new AppError("not_found", "there is no payment at this address; start one on the page /pricing");
      return toDocument(context, toPage(context, checkout, context.access.keys.find(checkout.keyId)));
    },
  }),
  page({
    path: "/billing/cancelled",
    summary: "Where the payment provider sends a payer who cancelled",
    cache: "data",
    parameters: {},
    render: (context) => toDocument(context, notPaidPage(context)),
  }),
];

/** The checkout as the provider has it, else as stored. */
async function findLatest({ billing, store, log }: Context, sessionId: string): Promise<Checkout | undefined> {
  try {
    if (billing !== undefined) return await billing.refresh(sessionId);
  } catch (error) {
    logFailure(log, error, { session: sessionId });
  }
  return store.billing.findCheckout(sessionId);
}

function toPage(context: Context, { status, sessionId }: Checkout, key: Key | undefined): Page {
  if (status === "paid" && key !== undefined && key.revokedAt === null && key.tier !== "free")
    return paidPage(context, key);
  if (status === "paid") return endedPage(context);
  if (status === "expired" || status === "failed" || status === "dropped") return notPaidPage(context);
  return pendingPage(pathTo(context, `/billing/success?session_id=${encodeURIComponent(sessionId ?? "")}`));
}

const paidPage = (context: Context, key: Key): Page => ({
  title: "Payment received",
  main: html`<h1>Thank you – your key is on ${key.tier === "pro" ? PRO.name : key.tier}</h1>
<p>The key <code>${key.keyPrefix}…</code> can now use history, arbitrage, comparison and analytics. The key itself stays the
same. It allows this many requests:</p>
${limitList(key.limits)}
<p class="actions"><a class="button main" href="${pathTo(context, "/docs")}">API reference</a>
<a class="button" href="${pathTo(context, "/arbitrage")}">Arbitrage</a></p>`,
});

const endedPage = (context: Context): Page => ({
  title: "Payment received",
  main: html`<h1>This payment was received</h1>
<p>Its key is no longer on ${PRO.name}: it was revoked, or its subscription has ended. Ask the operator of this service
about the payment.</p>
<p><a href="${pathTo(context, "/pricing")}">Plans and prices</a></p>`,
});

const pendingPage = (self: string): Page => ({
  title: "Payment in progress",
  main: html`<h1>The payment is being confirmed</h1>
<p>This can take a moment, or a few days with some payment methods. The key is upgraded as soon as the provider confirms
the payment. You can close this page.</p>
<p class="actions"><a class="button" href="${self}">Check again</a></p>`,
});

const notPaidPage = (context: Context): Page => ({
  title: "Not paid",
  main: html`<h1>Nothing was paid</h1>
<p>The key keeps its plan.</p>
<p class="actions"><a class="button" href="${pathTo(context, "/pricing")}">Back to plans and prices</a></p>`,
});
