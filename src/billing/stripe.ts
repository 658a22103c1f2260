import Stripe from "stripe";
import type { CheckoutFacts, PaymentEvent, SubscriptionFacts, SubscriptionStatus } from "../domain/billing.ts";
import { AppError } from "../errors.ts";
import { VERSION } from "../version.ts";
import type { FoundCheckout, Payments } from "./payments.ts";

export interface StripeSettings {
  readonly secretKey: string;
  /** More than one while an endpoint's secret is being replaced. */
  readonly webhookSecrets: readonly string[];
  readonly priceId: string;
  /** In place of Stripe's own address. */
  readonly url?: string | undefined;
  /** How long one request may take, and how often it is repeated. */
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
}

/** Stripe delivers a notification within seconds, and signs each delivery anew. */
const MAX_EVENT_AGE_SECONDS = 300;

/** Payments through Stripe Checkout, Billing and its customer portal. */
export function openStripe(settings: StripeSettings): Payments {
  const stripe = createClient(settings);
  const ask = <T>(doing: string, work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => Promise.reject(unavailable(doing, error)));
  const find = <T>(doing: string, work: () => Promise<T>): Promise<T | undefined> =>
    work().catch((error: unknown) => (isMissing(error) ? undefined : Promise.reject(unavailable(doing, error))));

  const findCheckout = (sessionId: string): Promise<FoundCheckout | undefined> =>
    find("reading a checkout session", async () =>
      toFound(await stripe.checkout.sessions.retrieve(sessionId, { expand: ["subscription"] })),
    );
  const findSubscription = (id: string): Promise<SubscriptionFacts | undefined> =>
    find("reading a subscription", async () => toSubscriptionFacts(await stripe.subscriptions.retrieve(id)));

  return {
    findCheckout,
    findSubscription,

    createCheckout: ({ attemptId, keyId, successUrl, cancelUrl }) =>
      ask("creating a checkout session", async () => {
        const { id, url } = await stripe.checkout.sessions.create(
          {
            mode: "subscription",
            line_items: [{ price: settings.priceId, quantity: 1 }],
            client_reference_id: keyId,
            metadata: { [KEY]: keyId },
            subscription_data: { metadata: { [KEY]: keyId } },
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          { idempotencyKey: `toteboard-checkout-${attemptId}` },
        );
        if (url === null) throw new Error("the session has no address");
        return { sessionId: id, url };
      }),

    async expireCheckout(sessionId) {
      try {
        return toFound(await stripe.checkout.sessions.expire(sessionId));
      } catch (error) {
        // One that is complete or has expired cannot be expired.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
          throw unavailable("expiring a checkout session", error);
        }
        return findCheckout(sessionId);
      }
    },

    async cancelSubscription(id) {
      const doing = "cancelling a subscription";
      const cancelled = await find(doing, async () => toSubscriptionFacts(await stripe.subscriptions.cancel(id)));
      // One that was cancelled before cannot be cancelled again, only read.
      return cancelled ?? findSubscription(id);
    },

    createPortal: (customerId, returnUrl) =>
      ask("opening the customer portal", async () => {
        const session = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
        return session.url;
      }),

    readEvent: (body, signature, now) => toPaymentEvent(verify(stripe, settings, body, signature ?? "", now)),
  };
}

/** Where sessions and subscriptions carry the id of their key. */
const KEY = "toteboard_key_id";

function createClient({ secretKey, url, timeoutMs = 10_000, maxRetries = 2 }: StripeSettings): Stripe {
  const options = { timeout: timeoutMs, maxNetworkRetries: maxRetries, telemetry: false } as const;
  const appInfo = { name: "Toteboard", version: VERSION };
  if (url === undefined) return new Stripe(secretKey, { ...options, appInfo });
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === "http:";
  return new Stripe(secretKey, {
    ...options,
    appInfo,
    protocol: isPlain ? "http" : "https",
    host: hostname,
    port: port === "" ? (isPlain ? 80 : 443) : Number(port),
  });
}

/** Throws AppError invalid_signature, with nothing of the body in it: what the client throws may quote it. */
function verify(stripe: Stripe, settings: StripeSettings, body: Buffer, signature: string, now: number): Stripe.Event {
  for (const secret of settings.webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret, MAX_EVENT_AGE_SECONDS, undefined, now);
    } catch {
      // Perhaps it was signed with the next one.
    }
  }
  throw new AppError("invalid_signature", "the Stripe-Signature header does not fit this body, or is too old");
}

/** Only members that have been the same in every version of the API are read: the account may be set to any. */
function toPaymentEvent({ id, type, created, data }: Stripe.Event): PaymentEvent {
  const event = { id, type, createdAt: created * 1000 };
  const { object } = data;
  if (object.object === "checkout.session" && type.startsWith("checkout.session.")) {
    const { facts } = toFound(object);
    const hasFailed = type === "checkout.session.async_payment_failed";
    return { ...event, checkout: hasFailed ? { ...facts, status: "failed" } : facts };
  }
  if (object.object === "subscription" && type.startsWith("customer.subscription.")) {
    const facts = toSubscriptionFacts(object);
    const hasEnded = type === "customer.subscription.deleted";
    return { ...event, subscription: hasEnded ? { ...facts, status: "ended" } : facts };
  }
  return event;
}

function toFound(session: Stripe.Checkout.Session): FoundCheckout {
  const { id, client_reference_id, subscription, customer, url } = session;
  const subscriptionStatus =
    typeof subscription === "object" && subscription !== null ? STATUSES[subscription.status] : undefined;
  const facts: CheckoutFacts = {
    sessionId: id,
    keyId: client_reference_id,
    status: toStatus(session, subscriptionStatus),
    subscriptionId: idOf(subscription),
    customerId: idOf(customer),
    ...(subscriptionStatus === undefined ? {} : { subscriptionStatus }),
  };
  return { facts, url };
}

function toStatus(
  { mode, status, payment_status }: Stripe.Checkout.Session,
  subscription: SubscriptionStatus | undefined,
): CheckoutFacts["status"] {
  if (status === "expired") return "expired";
  if (status !== "complete" || mode !== "subscription") return "open";
  if (payment_status === "paid" || payment_status === "no_payment_required") return "paid";
  // A first payment that fails later takes the subscription with it.
  return subscription === "ended" ? "failed" : "processing";
}

const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: "pending",
  active: "live",
  trialing: "live",
  past_due: "live",
  unpaid: "unpaid",
  paused: "unpaid",
  canceled: "ended",
  incomplete_expired: "ended",
};

const toSubscriptionFacts = ({ id, status, metadata }: Stripe.Subscription): SubscriptionFacts => ({
  subscriptionId: id,
  keyId: metadata?.[KEY] ?? null,
  status: STATUSES[status] ?? "pending",
});

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/** With what Stripe said for the log, but neither the request nor its headers, which hold secrets. */
function unavailable(doing: string, error: unknown): AppError {
  const said = error instanceof Stripe.errors.StripeError ? describe(error) : String(error);
  return new AppError("payments_unavailable", "the payment provider does not answer as it should; try again soon", {
    headers: { "Retry-After": "30" },
    cause: new Error(`stripe: ${doing}: ${said}`),
  });
}

function describe({ type, code, statusCode, requestId, message }: Stripe.errors.StripeError): string {
  const facts = [type, code, statusCode, requestId].filter((fact) => fact !== undefined && fact !== "");
  return `${facts.join(" ")}: ${message}`;
}
