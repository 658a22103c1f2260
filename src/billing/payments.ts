import type { CheckoutFacts, PaymentEvent, SubscriptionFacts } from "../domain/billing.ts";
import type { ProPrice } from "../domain/pro-price.ts";

/**
 * What is asked of a payment provider. Methods reject with AppError payments_unavailable when it does not answer or
 * refuses, with an OperatorError as cause where only the operator can mend that; what it does not know is undefined.
 */
export interface Payments {
  /** The price that is for sale. */
  readonly priceId: string;
  findPrice(): Promise<PriceFacts | undefined>;
  /** Makes a hosted page on which a key is paid for; asking again with the same attempt gives the same page. */
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** A session as it is now; its url is there while it can be paid. */
  findCheckout(sessionId: string): Promise<FoundCheckout | undefined>;
  /** Closes a session; gives it as it is then, which is paid where somebody was faster. */
  expireCheckout(sessionId: string): Promise<FoundCheckout | undefined>;
  findSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** All subscriptions that carry the id of a key, ended ones too. */
  listSubscriptions(): Promise<readonly SubscriptionFacts[]>;
  /** Has a subscription carry the id of a key; gives it as it is then. */
  assignSubscription(subscriptionId: string, keyId: string): Promise<SubscriptionFacts | undefined>;
  /** Ends a subscription at once; gives it as it is then. */
  cancelSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** A page of the provider's on which a customer manages their subscription. */
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * Reads a notification. Throws AppError invalid_signature unless the provider sent it lately (`now` in epoch ms),
   * bad_request for what it sent and is no notification.
   */
  readEvent(body: Buffer, signature: string | undefined, now: number): PaymentEvent;
  readAccount(): Promise<AccountFacts>;
  /** Where the provider sends its notifications. */
  listWebhooks(): Promise<readonly WebhookFacts[]>;
  /** Breaks off whatever is being asked; nothing can be asked afterwards. */
  close(): void;
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

/** A price as the provider has it; one that is paid once has no interval. */
export type PriceFacts = { readonly priceId: string; readonly currency: string; readonly isActive: boolean } & (
  | { readonly isRecurring: false }
  | ({ readonly isRecurring: true } & ProPrice)
);

export interface AccountFacts {
  readonly accountId: string;
  readonly takesCharges: boolean;
}

export interface WebhookFacts {
  readonly url: string;
  readonly isEnabled: boolean;
  /** Names of events; "*" is all. */
  readonly events: readonly string[];
}
