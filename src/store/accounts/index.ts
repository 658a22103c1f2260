export {
  type BegunCheckout,
  type Billing,
  type Checkout,
  type DuePayments,
  openBilling,
  type Subscription,
  type TierChange,
} from "./billing.ts";
export {
  type ChangedKey,
  type KeyOrigin,
  type KeySecret,
  type Keys,
  type KeyWriter,
  type NewKey,
  openKeys,
  openKeyWriter,
  type RotatedKey,
} from "./keys.ts";
export { openPaymentWriter } from "./payments.ts";
export type { Attached, PaymentNews } from "./subscriptions.ts";
export { type DayCount, openUsage, openUsageWriter, type Usage } from "./usage.ts";
