// Pages for keys, plans and payments.
export { billingPages } from "./billing.ts";
export { demoPaymentPages } from "./demo-payment.ts";
export { keyPages } from "./keys.ts";
export { pricingPages } from "./pricing.ts";
