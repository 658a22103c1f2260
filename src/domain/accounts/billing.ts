/** A hosted payment page, as the payment provider reports it. */
export interface CheckoutFacts {
  readonly sessionId: string;
  /** The key it is for; null for a page that this program did not make. */
  readonly keyId: string | null;
  readonly status: "open" | "processing" | "paid" | "expired" | "failed";
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  /** The state of its subscription, where the provider includes it. */
  readonly subscriptionStatus?: SubscriptionStatus;
}

/** `pending` was never paid, `unpaid` may be paid later, `ended` is final. */
export type SubscriptionStatus = "pending" | "live" | "unpaid" | "ended";

/** A subscription, as the payment provider reports it. */
export interface SubscriptionFacts {
  readonly subscriptionId: string;
  /** The key it is for; null for a subscription that this program did not make. */
  readonly keyId: string | null;
  readonly status: SubscriptionStatus;
  /** Missing where the provider does not say. */
  readonly customerId?: string | null;
  readonly prices?: SubscriptionPrices;
}

export interface SubscriptionPrices {
  readonly ids: readonly string[];
  readonly proPriceId: string;
}

/** Whether a subscription pays for pro, at the current price or at the one it was sold at. */
export const paysForPro = ({ ids, proPriceId }: SubscriptionPrices, soldAt: string | null): boolean =>
  ids.includes(proPriceId) || (soldAt !== null && ids.includes(soldAt));

/** A notification of the provider; kinds that this program ignores have no more members. */
export interface PaymentNotification {
  readonly id: string;
  readonly type: string;
  /** The provider's time of the event, in epoch milliseconds. Notifications arrive in any order. */
  readonly createdAt: number;
  readonly checkout?: CheckoutFacts | undefined;
  readonly subscription?: SubscriptionFacts | undefined;
  /** The customer who got a payment back in full. */
  readonly refundedCustomerId?: string | undefined;
  readonly dispute?: DisputeFacts | undefined;
  /** A customer whom the operator deleted with the provider. */
  readonly deletedCustomerId?: string | undefined;
}

/** A payment that its payer contests with their bank. */
export interface DisputeFacts {
  readonly disputeId: string;
  readonly chargeId: string;
  /** `open` until the bank has decided, for the service (`won`) or for the payer (`lost`). */
  readonly status: "open" | "won" | "lost";
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** As the provider names it: `fraudulent` and so on. */
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly openedAt: number;
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
export function describeDispute({ status, amount, currency, reason }: Omit<DisputeFacts, "chargeId">): string {
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
