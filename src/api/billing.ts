import * as v from "valibot";
import { type HostedPage, requireBilling } from "../billing/billing.ts";
import type { Context } from "../context.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { AppError } from "../errors.ts";
import { endpoint, keyOf } from "../http/route.ts";
import { always, named, object, string } from "../http/schema.ts";

const checkoutSchema = named(
  "Checkout",
  object({
    checkout_url: string(
      "The payment provider's page; anyone who opens it can pay for the key.",
      "https://checkout.stripe.com/c/pay/cs_live_a1b2c3",
      v.url(),
    ),
    session_id: string("The provider's id of the page.", "cs_live_a1b2c3"),
  }),
);

const portalSchema = named(
  "BillingPortal",
  object({
    portal_url: string(
      "The payment provider's page where the subscription is changed or cancelled.",
      "https://billing.stripe.com/p/session/live_a1b2c3",
      v.url(),
    ),
  }),
);

const receivedSchema = named("Received", object({ received: always(true) }));

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

/**
 * Gives the provider's page on which a free key is upgraded to pro. Throws AppError already_subscribed,
 * revoked_api_key, payments_not_configured, payments_unavailable.
 */
export async function startCheckout({ billing }: Context, { id, tier }: Pick<Key, "id" | "tier">): Promise<HostedPage> {
  if (tier !== "free")
    throw new AppError("already_subscribed", `this key is on ${tier} already; manage its plan on the page /pricing`);
  return requireBilling(billing).checkout(id);
}
