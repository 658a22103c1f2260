import type { CheckoutFacts, PaymentNotification, ProPrice, SubscriptionFacts } from "../domain/accounts/billing.ts";
import { AppError } from "../errors.ts";

/**
 * A payment provider. Methods reject with AppError payments_unavailable when it does not answer or refuses, with an
 * OperatorError as cause where only the operator can fix that. They give undefined for what the provider does not know.
 */
export interface PaymentProvider {
  readonly priceId: string;
  /** The demo's payment pages; undefined with a real provider. */
  readonly demoPages?: DemoPages;
  findPrice(): Promise<PriceFacts | undefined>;
  /** Makes a hosted page to pay for a key. The same attempt gives the same page. */
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** A session as it is now, with its url while it can be paid. */
  findCheckout(sessionId: string): Promise<FoundCheckout | undefined>;
  /** Closes a session and gives it as it is then: paid, if a payment came first. */
  expireCheckout(sessionId: string): Promise<FoundCheckout | undefined>;
  findSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** All subscriptions that carry a key's id, ended ones too. */
  listSubscriptions(): Promise<readonly SubscriptionFacts[]>;
  /** Puts a key's id on a subscription and gives it as it is then. */
  assignSubscription(subscriptionId: string, keyId: string): Promise<SubscriptionFacts | undefined>;
  /** Ends a subscription at once and gives it as it is then. */
  cancelSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** Whose payment a charge was; null where nobody is known for it. */
  findCustomerOfCharge(chargeId: string): Promise<string | null | undefined>;
  /** The provider's page on which a customer manages their subscription. */
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * Reads a notification. Throws AppError invalid_signature unless the provider sent it lately (`now` in epoch ms),
   * bad_request for a signed body that is no notification.
   */
  readNotification(body: Buffer, signature: string | undefined, now: number): PaymentNotification;
  readAccount(): Promise<AccountFacts>;
  /** Where the provider sends its notifications. */
  listWebhooks(): Promise<readonly WebhookFacts[]>;
  /** Aborts all requests; later ones fail. */
  close(): void;
}

/** What the hosted pages of the demo's provider do. */
export interface DemoPages {
  /** Pays an open session and gives the payer's next address; undefined when it cannot be paid. */
  pay(sessionId: string): string | undefined;
  /** The next address of a payer who declines; undefined when the session is not open. */
  findWayBack(sessionId: string): string | undefined;
  /** A customer's page, by the unguessable part of its address. */
  findPortal(portalId: string): { isLive: boolean } | undefined;
  /** Cancels the subscription of a customer's page and gives its id. */
  cancelFromPortal(portalId: string): string | undefined;
}

export interface CheckoutOrder {
  /** Sent to the provider, so that one attempt never makes two pages. */
  readonly attemptId: string;
  readonly keyId: string;
  /** The payer's next address; the provider replaces `{CHECKOUT_SESSION_ID}` with the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface FoundCheckout {
  readonly facts: CheckoutFacts;
  readonly url: string | null;
}

/** A price at the provider; a one-time price has no interval. */
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

/**
 * The result of `work`. Rejects with AppError payments_unavailable after `ms`, and at once when `closing` is aborted.
 * The work goes on, and its effect is there for the next caller.
 */
export async function withinDeadline<T>(work: Promise<T>, ms: number, closing: AbortSignal): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(paymentsUnavailable("the service is stopping"));
  const timer = setTimeout(() => reject(paymentsUnavailable(`no answer within ${ms / 1000} s`)), ms);
  closing.addEventListener("abort", stop, { once: true });
  if (closing.aborted) stop();
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener("abort", stop);
  }
}

/** `reason` goes to the log only. */
export const paymentsUnavailable = (reason: string): AppError =>
  new AppError("payments_unavailable", "the payment provider does not answer as it should; try again soon", {
    headers: { "Retry-After": "30" },
    cause: new Error(reason),
  });
