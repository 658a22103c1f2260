import { always, named, object, string } from "../../http/schema.ts";

export const checkoutSchema = named(
  "Checkout",
  object({
    checkout_url: string({
      description: "The payment provider's page; anyone who opens it can pay for the key.",
      format: "uri",
      example: "https://checkout.stripe.com/c/pay/cs_live_a1b2c3",
    }),
    session_id: string({ description: "The provider's id of the page.", example: "cs_live_a1b2c3" }),
  }),
);

export const portalSchema = named(
  "BillingPortal",
  object({
    portal_url: string({
      description: "The payment provider's page where the subscription is changed or cancelled.",
      format: "uri",
      example: "https://billing.stripe.com/p/session/live_a1b2c3",
    }),
  }),
);

export const receivedSchema = named("Received", object({ received: always(true) }));
