import { requireBilling } from "../../billing/billing.ts";
import { endpoint } from "../../http/endpoint.ts";
import { keyOf } from "../../http/route.ts";
import { startCheckout } from "./checkout.ts";
import { checkoutSchema, portalSchema, receivedSchema } from "./schema.ts";

/** Stripe's events are a few KB; those about subscriptions with many items are the largest. */
const MAX_EVENT_BYTES = 512 * 1024;

export const billingRoutes = () => [checkoutRoute, portalRoute, webhookRoute];

const checkoutRoute = endpoint({
  method: "POST",
  path: "/api/v1/checkout",
  operationId: "createCheckout",
  tag: "account",
  summary: "Upgrade the calling key to pro",
  description:
    "Gives a payment page of the provider. After the payment, the same key is on pro. While a page is open, another call " +
    "it gives the same one.",
  tier: "any",
  cache: "never",
  parameters: {},
  response: checkoutSchema,
  errors: ["already_subscribed", "payments_not_configured", "payments_unavailable"],
  async handler(context, _input, caller) {
    const { url, sessionId } = await startCheckout(context, keyOf(caller));
    return { data: { checkout_url: url, session_id: sessionId } };
  },
});

const portalRoute = endpoint({
  method: "POST",
  path: "/api/v1/billing/portal",
  operationId: "openBillingPortal",
  tag: "account",
  summary: "Get the page on which the calling key's subscription is managed",
  tier: "any",
  cache: "never",
  parameters: {},
  response: portalSchema,
  errors: ["not_found", "payments_not_configured", "payments_unavailable"],
  async handler({ billing }, _input, caller) {
    return { data: { portal_url: await requireBilling(billing).openPortal(keyOf(caller).id) } };
  },
});

const webhookRoute = endpoint({
  method: "POST",
  path: "/api/v1/webhooks/stripe",
  operationId: "receiveStripeEvent",
  tag: "service",
  summary: "Receive a webhook event from Stripe",
  description: "The body is an event as Stripe sends it, signed in the header Stripe-Signature.",
  tier: "open",
  cache: "never",
  parameters: {},
  body: { maxBytes: MAX_EVENT_BYTES },
  response: receivedSchema,
  isBare: true,
  errors: ["invalid_signature", "bad_request", "payments_not_configured", "payments_unavailable"],
  async handler({ billing }, _input, _caller, { headers, body }) {
    const signature = headers["stripe-signature"];
    await requireBilling(billing).receive(body, typeof signature === "string" ? signature : undefined);
    return { body: { received: true } };
  },
});
