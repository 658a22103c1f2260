import { requireBilling } from "../../billing/index.ts";
import { endpoint } from "../../http/endpoint.ts";
import { keyOf } from "../../http/route.ts";
import { portalSchema } from "./schema.ts";

export const billingRoutes = () => [portalRoute];

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
