/** `pending` was never paid, `unpaid` may be paid later, `ended` is final. */
export type SubscriptionStatus = "pending" | "live" | "unpaid" | "ended";

/** A subscription, as the payment provider has it now. */
export interface SubscriptionFacts {
  readonly subscriptionId: string;
  /** The key it is for; null for a subscription that this program did not sell. */
  readonly keyId: string | null;
  readonly customerId: string | null;
  readonly status: SubscriptionStatus;
  readonly priceIds: readonly string[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** The end of the period that was billed last, in epoch milliseconds; null where the provider does not say. */
  readonly paidUntil: number | null;
}

/** A hosted payment page, as the payment provider has it now. */
export interface CheckoutFacts {
  /** A `processing` page was completed, but its money is under way. `unpaid` and `paid` are final. */
  readonly status: "open" | "processing" | "paid" | "unpaid";
  /** Its address while it can be paid. */
  readonly url: string | null;
  /** Undefined until there is one. */
  readonly subscription: SubscriptionFacts | undefined;
}

/** What a notification of the provider is about. Its content is not used: the provider is asked instead. */
export interface PaymentNotification {
  readonly id: string;
  readonly type: string;
  /** Undefined for kinds that this program ignores. */
  readonly subject?:
    | { readonly kind: "customer"; readonly customerId: string }
    | { readonly kind: "refund"; readonly chargeId: string }
    | { readonly kind: "dispute" };
}

/** A payment that its payer contests with their bank. */
export interface DisputeFacts {
  readonly disputeId: string;
  /** Null where the provider knows nobody for the payment. */
  readonly customerId: string | null;
  /** `open` until the bank has decided, for the service (`won`) or for the payer (`lost`). */
  readonly status: "open" | "won" | "lost";
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** As the provider names it: `fraudulent` and so on. */
  readonly reason: string;
  /** The time of the payment, in epoch milliseconds. */
  readonly chargedAt: number;
}

/** Why a key's tier changed. With `refund_due` it did not: the operator has to refund a payment. */
export type TierChangeCause =
  | "checkout_paid"
  | "subscription_attached"
  | "subscription_ended"
  | "subscription_unpaid"
  | "subscription_moved"
  | "subscription_resumed"
  | "payment_refunded"
  | "dispute_lost"
  | "refund_due"
  | "operator";

export interface ProPrice {
  readonly priceId: string;
  /** In the currency's smallest unit; null for a price that is not one amount. */
  readonly amount: number | null;
  /** Three letters, in any case. */
  readonly currency: string;
  readonly interval: "day" | "week" | "month" | "year";
  readonly intervalCount: number;
}

/** "a payment of $49 is disputed (fraudulent): …", for the operator. */
export function describeDispute({ status, amount, currency, reason }: DisputeFacts): string {
  const payment = `a payment of ${describeAmount(amount, currency)}`;
  if (status !== "open") return `the dispute about ${payment} is ${status}`;
  return `${payment} is disputed (${reason}): answer it in Stripe under Payments, Disputes`;
}

/** Stripe counts these currencies in whole units or in thousandths, all others in hundredths. */
const WHOLE = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const THOUSANDTHS = "bhd jod kwd omr tnd".split(" ");

/** "$49 a month", "€490 a year", "¥9,800 every 3 months"; undefined without one amount. */
export function describePrice({ amount, currency, interval, intervalCount }: ProPrice): string | undefined {
  if (amount === null) return undefined;
  return `${describeAmount(amount, currency)} ${intervalCount === 1 ? `a ${interval}` : `every ${intervalCount} ${interval}s`}`;
}

/** "$49"; the amount in the currency's smallest unit. */
function describeAmount(amount: number, currency: string): string {
  const digits = digitsOf(currency.toLowerCase());
  const value = amount / 10 ** digits;
  return value.toLocaleString("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
    maximumFractionDigits: Math.max(digits, 2),
  });
}

function digitsOf(currency: string): number {
  if (WHOLE.includes(currency)) return 0;
  return THOUSANDTHS.includes(currency) ? 3 : 2;
}
