/** The provider's answer about a hosted payment page, in this program's words. */
export interface CheckoutFacts {
  readonly sessionId: string;
  /** The key it was created for; null when it was not created here. */
  readonly keyId: string | null;
  readonly status: "open" | "processing" | "paid" | "expired" | "failed";
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  /** Present when the answer includes the subscription. */
  readonly subscriptionStatus?: SubscriptionStatus;
}

/** `pending` was never paid, `unpaid` may be paid later, `ended` is final. */
export type SubscriptionStatus = "pending" | "live" | "unpaid" | "ended";

/** The provider's answer about a subscription. */
export interface SubscriptionFacts {
  readonly subscriptionId: string;
  /** The key it was created for; null when it was not created here. */
  readonly keyId: string | null;
  readonly status: SubscriptionStatus;
  /** Missing where the answer lacks it. */
  readonly customerId?: string | null;
  readonly prices?: SubscriptionPrices;
}

export interface SubscriptionPrices {
  /** Its items' prices. */
  readonly ids: readonly string[];
  /** The current price of the pro plan. */
  readonly proPriceId: string;
}

/** Whether a subscription pays for pro: at the price it was sold at, or at the one for sale now. */
export const paysForPro = ({ ids, proPriceId }: SubscriptionPrices, soldAt: string | null): boolean =>
  ids.includes(proPriceId) || (soldAt !== null && ids.includes(soldAt));

/** A notification of the provider. Those of other kinds have neither a checkout nor a subscription. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** By the provider's clock; notifications arrive in any order. */
  readonly createdAt: number;
  readonly checkout?: CheckoutFacts | undefined;
  readonly subscription?: SubscriptionFacts | undefined;
}

/** Why a key's tier changed. With `refund_due` it did not, and the operator must refund a payment. */
export type TierChangeCause =
  | "checkout_paid"
  | "subscription_attached"
  | "subscription_ended"
  | "subscription_unpaid"
  | "subscription_moved"
  | "subscription_resumed"
  | "refund_due"
  | "operator";
