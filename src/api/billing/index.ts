export { checkoutRoutes } from "./checkout.ts";
export { billingRoutes } from "./portal.ts";
export { webhookRoutes } from "./webhooks.ts";
