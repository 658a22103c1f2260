// Payments: checkout and subscriptions at Stripe, or at its stand-in of the demo.
export { type Billing, openBilling, requireBilling } from "./billing.ts";
export type { HostedPage } from "./checkouts.ts";
export { openProvider } from "./open-provider.ts";
export { oneTimePrice } from "./price.ts";
export type { AccountFacts, DemoPages, PaymentProvider, PriceFacts, WebhookFacts } from "./provider.ts";
