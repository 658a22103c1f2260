/** What the payment provider says of a hosted payment page, in this program's words. */
export interface CheckoutFacts {
  readonly sessionId: string;
  /** The key it was made for; null where it was not made here. */
  readonly keyId: string | null;
  readonly status: "open" | "processing" | "paid" | "expired" | "failed";
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  /** Of the subscription, where the provider said it too. */
  readonly subscriptionStatus?: SubscriptionStatus;
}

/** A subscription that was never paid is `pending`; `unpaid` may be paid later, `ended` is for good. */
export type SubscriptionStatus = "pending" | "live" | "unpaid" | "ended";

/** What the payment provider says of a subscription. */
export interface SubscriptionFacts {
  readonly subscriptionId: string;
  /** The key it was made for; null where it was not made here. */
  readonly keyId: string | null;
  readonly status: SubscriptionStatus;
  /** Absent where the provider did not say. */
  readonly customerId?: string | null;
  readonly prices?: SubscriptionPrices;
}

export interface SubscriptionPrices {
  /** Of its items. */
  readonly ids: readonly string[];
  /** The price of the pro plan now. */
  readonly proPriceId: string;
}

/** Whether a subscription pays for pro: at the price it was sold at, or at the one for sale now. */
export const paysForPro = ({ ids, proPriceId }: SubscriptionPrices, soldAt: string | null): boolean =>
  ids.includes(proPriceId) || (soldAt !== null && ids.includes(soldAt));

/** A notification of the provider; one of a kind that is of no interest here has nothing to tell. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** When it happened, as the provider has it; notifications arrive in any order. */
  readonly createdAt: number;
  readonly checkout?: CheckoutFacts | undefined;
  readonly subscription?: SubscriptionFacts | undefined;
}

/** Why a key's tier changed; with `refund_due` it did not, and a payment has to be given back by hand. */
export type TierChangeCause =
  | "checkout_paid"
  | "subscription_attached"
  | "subscription_ended"
  | "subscription_unpaid"
  | "subscription_moved"
  | "subscription_resumed"
  | "refund_due"
  | "operator";
