// Keys, usage, subscriptions, payments.
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
export { openPaymentWriter } from "./payment-writer.ts";
export {
  type BegunCheckout,
  type Checkout,
  type DuePayments,
  openStoredPayments,
  type StoredPayments,
  type Subscription,
  type TierChange,
} from "./stored-payments.ts";
export type { Attached, PaymentNews } from "./subscriptions.ts";
export { type DayCount, openUsage, openUsageWriter, type Usage } from "./usage.ts";
