import { requireBilling } from "../../billing/index.ts";
import { AppError } from "../../errors.ts";
import { endpoint } from "../../http/endpoint.ts";
import { keyOf } from "../../http/route.ts";
import { checkoutSchema } from "./schema.ts";

export const checkoutRoutes = () => [checkoutRoute];

const checkoutRoute = endpoint({
  method: "POST",
  path: "/api/v1/checkout",
  operationId: "createCheckout",
  tag: "account",
  summary: "Upgrade the calling key to pro",
  description:
    "Gives a page of the payment provider. Once it is paid, the same key is on pro. Called again while a page is open, " +
    "it gives the same one.",
  tier: "any",
  cache: "never",
  parameters: {},
  response: checkoutSchema,
  errors: ["already_subscribed", "payments_not_configured", "payments_unavailable"],
  async handler({ billing }, _input, caller) {
    const { id, tier } = keyOf(caller);
    if (tier !== "free") throw new AppError("already_subscribed", `this key is on ${tier} already`);
    const { url, sessionId } = await requireBilling(billing).checkout(id);
    return { data: { checkout_url: url, session_id: sessionId } };
  },
});
