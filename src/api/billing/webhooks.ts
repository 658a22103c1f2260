import { requireBilling } from "../../billing/index.ts";
import { endpoint } from "../../http/endpoint.ts";
import { receivedSchema } from "./schema.ts";

/** Notifications are a few KB; those about subscriptions of many items are the largest. */
const MAX_EVENT_BYTES = 512 * 1024;

export const webhookRoutes = () => [stripeRoute];

const stripeRoute = endpoint({
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
