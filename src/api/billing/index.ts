// Payments: checkout, the billing portal and Stripe's webhook.
export { startCheckout } from "./checkout.ts";
export { billingRoutes } from "./route.ts";
