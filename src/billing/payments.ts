import type { CheckoutFacts, PaymentEvent, SubscriptionFacts } from "../domain/billing.ts";

/**
 * What is asked of a payment provider. Methods reject with AppError payments_unavailable when it does not answer or
 * refuses; what it does not know is undefined.
 */
export interface Payments {
  /** Makes a hosted page on which a key is paid for; asking again with the same attempt gives the same page. */
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** A session as it is now; its url is there while it can be paid. */
  findCheckout(sessionId: string): Promise<FoundCheckout | undefined>;
  /** Closes a session; gives it as it is then, which is paid where somebody was faster. */
  expireCheckout(sessionId: string): Promise<FoundCheckout | undefined>;
  findSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** Ends a subscription at once; gives it as it is then. */
  cancelSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** A page of the provider's on which a customer manages their subscription. */
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Reads a notification. Throws AppError invalid_signature unless the provider sent it lately (`now` in epoch ms). */
  readEvent(body: Buffer, signature: string | undefined, now: number): PaymentEvent;
}

export interface CheckoutOrder {
  /** Told to the provider, so that it does not make two pages of one attempt. */
  readonly attemptId: string;
  readonly keyId: string;
  /** Where the payer is sent afterwards; `{CHECKOUT_SESSION_ID}` stands for the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface FoundCheckout {
  readonly facts: CheckoutFacts;
  readonly url: string | null;
}
