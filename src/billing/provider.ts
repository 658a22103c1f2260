import type {
  CheckoutFacts,
  DisputeFacts,
  PaymentNotification,
  ProPrice,
  SubscriptionFacts,
} from "../domain/accounts/billing.ts";
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
  /** Makes a hosted page to pay for a key. */
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  findCheckout(sessionId: string): Promise<CheckoutFacts | undefined>;
  /** Closes a session and gives it as it is then: paid, if a payment came first. */
  expireCheckout(sessionId: string): Promise<CheckoutFacts | undefined>;
  findSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** The latest of a customer, ended ones too; none of a customer that the provider does not know. */
  listOfCustomer(customerId: string): Promise<readonly SubscriptionFacts[]>;
  /** Subscriptions at a price that have not ended, at most 100 a page; `next` leads to the next page. */
  listAtPrice(priceId: string, next?: string): Promise<SubscriptionPage>;
  /** Puts a key's id on a subscription. */
  assignSubscription(subscriptionId: string, keyId: string): Promise<void>;
  /** Ends a subscription at once and gives it as it is then. */
  cancelSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  findCharge(chargeId: string): Promise<ChargeFacts | undefined>;
  /** The latest 100. */
  listDisputes(): Promise<readonly DisputeFacts[]>;
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
  /** Cancels the subscription of a customer's page and gives the customer's id. */
  cancelFromPortal(portalId: string): string | undefined;
}

export interface CheckoutOrder {
  readonly keyId: string;
  /** The payer's next address; the provider replaces `{CHECKOUT_SESSION_ID}` with the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface SubscriptionPage {
  readonly subscriptions: readonly SubscriptionFacts[];
  readonly next: string | undefined;
}

/** A payment that was made. */
interface ChargeFacts {
  /** Null where nobody is known for it. */
  readonly customerId: string | null;
  /** Whether all of it was given back. */
  readonly isRefunded: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
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
 * The result of `work`. Rejects with AppError payments_unavailable after `ms`, and when `closing` is aborted meanwhile.
 * The work goes on, and its effect is there for the next caller.
 */
export async function withinDeadline<T>(work: Promise<T>, ms: number, closing: AbortSignal): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(paymentsUnavailable("the service is stopping"));
  const timer = setTimeout(() => reject(paymentsUnavailable(`no answer within ${ms / 1000} s`)), ms);
  closing.addEventListener("abort", stop, { once: true });
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
