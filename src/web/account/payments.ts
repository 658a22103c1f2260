import type { DemoPages } from "../../billing/provider.ts";
import type { Context } from "../../context.ts";
import type { CheckoutFacts } from "../../domain/accounts/billing.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import { inPath, optional, text } from "../../http/parameters.ts";
import { logFailure } from "../../http/responding/reply.ts";
import { type Document, type Redirect, type Route, route } from "../../http/route.ts";
import { type Checkout, findCheckout } from "../../store/accounts/subscriptions.ts";
import { html } from "../page/html.ts";
import { type Page, pathTo, toDocument, toErrorDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { findProPrice, limitList, PRO } from "./pricing.ts";

export const billingPages = ({ page }: PublicPages): readonly Route[] => [
  page({
    path: "/billing/success",
    cache: "never",
    parameters: {
      session_id: optional(text({ description: "The provider's id of the page that was paid.", min: 1, max: 255 })),
    },
    async render(context, { session_id: sessionId }) {
      const checkout = sessionId === undefined ? undefined : findCheckout(context.store.db, sessionId);
      if (checkout === undefined)
        throw new AppError("not_found", "there is no payment at this address; start one on the page /pricing");
      const status = await findStatus(context, checkout.sessionId);
      return toDocument(context, toPage(context, status, checkout));
    },
  }),
  page({
    path: "/billing/cancelled",
    cache: "data",
    parameters: {},
    render: (context) => toDocument(context, notPaidPage(context)),
  }),
];

/** Where a payment is; under way while the provider does not say. */
async function findStatus({ billing, log }: Context, sessionId: string): Promise<CheckoutFacts["status"]> {
  try {
    return (await billing?.refresh(sessionId))?.status ?? "processing";
  } catch (error) {
    logFailure(log, error, { session: sessionId });
    return "processing";
  }
}

function toPage(context: Context, status: CheckoutFacts["status"], { keyId, sessionId }: Checkout): Page {
  const key = context.access.keys.find(keyId);
  if (status === "paid" && key !== undefined && key.revokedAt === null && key.tier !== "free")
    return paidPage(context, key);
  if (status === "paid") return endedPage(context);
  if (status === "unpaid") return notPaidPage(context);
  return pendingPage(pathTo(context, `/billing/success?session_id=${encodeURIComponent(sessionId)}`));
}

const paidPage = (context: Context, key: Key): Page => ({
  title: "Payment received",
  main: html`<h1>Thank you – your key is on ${key.tier === "pro" ? PRO.name : key.tier}</h1>
<p>The key <code>${key.keyPrefix}…</code> can now use price history, spreads, comparison and analytics. The key itself stays the
same. It allows this many requests:</p>
${limitList(key.limits)}
<p class="actions"><a class="button main" href="${pathTo(context, "/docs")}">API reference</a>
<a class="button" href="${pathTo(context, "/arbitrage")}">Spreads</a></p>`,
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

/** Replace the payment provider's pages, in demo only. */
export const demoPaymentPages = (): readonly Route[] => [
  demoRoute("GET /demo/pay/:id", (context, pages, id) => {
    existing(pages.findWayBack(id));
    return toDocument(context, payPage(pathTo(context, `/demo/pay/${id}`), findProPrice(context)));
  }),
  demoRoute("POST /demo/pay/:id/pay", (_context, pages, id) => backTo(existing(pages.pay(id)))),
  demoRoute("POST /demo/pay/:id/cancel", (_context, pages, id) => backTo(existing(pages.findWayBack(id)))),
  demoRoute("GET /demo/portal/:id", (context, pages, id) => {
    const { isLive } = existing(pages.findPortal(id));
    return toDocument(context, portalPage(context, id, isLive));
  }),
  demoRoute("POST /demo/portal/:id/cancel", async (context, pages, id) => {
    const customerId = existing(pages.cancelFromPortal(id));
    await context.billing?.reconcileCustomer(customerId);
    return toDocument(context, portalPage(context, id, false));
  }),
];

type DemoHandler = (context: Context, pages: DemoPages, id: string) => Document | Redirect | Promise<Document>;

function demoRoute(address: `${"GET" | "POST"} /${string}`, handler: DemoHandler): Route {
  const [method, path] = address.split(" ") as ["GET" | "POST", string];
  const id = inPath(text({ description: "The unguessable part of the page's address.", min: 1, max: 100 }));
  return route({
    ...{ method, path, tier: "open", cache: "never", parameters: { id }, refuse: toErrorDocument },
    handler: (context, input) => handler(context, demoPagesOf(context), input.id),
  });
}

const payPage = (self: string, price: string | undefined): Page => ({
  title: "Test payment",
  main: html`<h1>Test payment</h1>
<p>This page replaces the payment provider's page in the demo. It needs no card, and no real money moves.</p>
<dl class="bill"><div><dt>Toteboard ${PRO.name}</dt><dd>${price}</dd></div></dl>
<div class="actions">
<form method="post" action="${self}/pay"><button class="main">Pay</button></form>
<form method="post" action="${self}/cancel"><button>Cancel</button></form>
</div>`,
});

const portalPage = (context: Context, id: string, isLive: boolean): Page => ({
  title: "Test subscription",
  main: html`<h1>Test subscription</h1>
<p>This page replaces the payment provider's page in the demo. The subscription to Toteboard ${PRO.name} is \
${isLive ? "active" : "cancelled"}.</p>
<form method="post" action="${pathTo(context, `/demo/portal/${id}/cancel`)}"><p class="actions">\
${isLive && html`<button>Cancel subscription</button> `}<a class="button" href="${pathTo(context, "/pricing")}">Back to plans and prices</a></p></form>`,
});

function demoPagesOf({ billing }: Context): DemoPages {
  if (billing?.demoPages === undefined)
    throw new AppError("not_found", "this service has no test payments; start one on the page /pricing");
  return billing.demoPages;
}

function existing<T>(found: T | undefined): T {
  if (found === undefined)
    throw new AppError(
      "not_found",
      "this page was used, has expired or never existed; start again on the page /pricing",
    );
  return found;
}

/** Path and query only: the browser may use another host name than the public one. */
function backTo(url: string): Redirect {
  const { pathname, search } = new URL(url);
  return { seeOther: `${pathname}${search}` };
}
