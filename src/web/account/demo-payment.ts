import type { DemoPages } from "../../billing/provider.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { inPath, text } from "../../http/parameters.ts";
import { type Redirect, route } from "../../http/route.ts";
import { html } from "../page/html.ts";
import { type Page, pathTo, toDocument, toErrorDocument } from "../page/layout.ts";
import { findProPrice, PRO } from "./plans.ts";

/** Replace the payment provider's pages, in demo only. */
export const demoPaymentPages = () => [payPageRoute, payRoute, cancelRoute, portalPageRoute, endRoute];

const id = inPath(text({ description: "The unguessable part of the page's address.", min: 1, max: 100 }));
const common = { tier: "open", cache: "never", parameters: { id }, refuse: toErrorDocument } as const;

const payPageRoute = route({
  ...common,
  path: "/demo/pay/:id",
  summary: "Test payment page",
  handler(context, { id: sessionId }) {
    existing(demoPagesOf(context).findWayBack(sessionId));
    return toDocument(context, payPage(pathTo(context, `/demo/pay/${sessionId}`), findProPrice(context)));
  },
});

const payRoute = route({
  ...common,
  method: "POST",
  path: "/demo/pay/:id/pay",
  summary: "Make a test payment",
  handler: (context, { id: sessionId }) => backTo(existing(demoPagesOf(context).pay(sessionId))),
});

const cancelRoute = route({
  ...common,
  method: "POST",
  path: "/demo/pay/:id/cancel",
  summary: "Leave the test payment page",
  handler: (context, { id: sessionId }) => backTo(existing(demoPagesOf(context).findWayBack(sessionId))),
});

const portalPageRoute = route({
  ...common,
  path: "/demo/portal/:id",
  summary: "Test page of a subscription",
  handler(context, { id: portalId }) {
    const { isLive } = existing(demoPagesOf(context).findPortal(portalId));
    return toDocument(context, portalPage(pathTo(context, `/demo/portal/${portalId}`), isLive));
  },
});

const endRoute = route({
  ...common,
  method: "POST",
  path: "/demo/portal/:id/cancel",
  summary: "Cancel a test subscription",
  async handler(context, { id: portalId }) {
    const subscriptionId = existing(demoPagesOf(context).cancelFromPortal(portalId));
    await context.billing?.reconcileSubscription(subscriptionId);
    return toDocument(context, portalPage(pathTo(context, `/demo/portal/${portalId}`), false));
  },
});

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

const portalPage = (self: string, isLive: boolean): Page => ({
  title: "Test subscription",
  main: html`<h1>Test subscription</h1>
<p>This page replaces the payment provider's page in the demo. The subscription to Toteboard ${PRO.name} is \
${isLive ? "active" : "cancelled"}.</p>
${isLive && html`<form method="post" action="${self}/cancel"><p class="actions"><button>Cancel subscription</button></p></form>`}`,
});

function demoPagesOf({ billing }: Context): DemoPages {
  if (billing?.demoPages === undefined) throw new AppError("not_found", "this service has no test payments");
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
