import Stripe from "stripe";
import type {
  CheckoutFacts,
  DisputeFacts,
  PaymentNotification,
  ProPrice,
  SubscriptionFacts,
  SubscriptionStatus,
} from "../domain/accounts/billing.ts";
import { AppError, OperatorError } from "../errors.ts";
import { VERSION } from "../version.ts";
import { type PaymentProvider, type PriceFacts, paymentsUnavailable, type SubscriptionPage } from "./provider.ts";

export interface StripeSettings {
  readonly secretKey: string;
  /** More than one while an endpoint's secret is being replaced. */
  readonly webhookSecrets: readonly string[];
  readonly priceId: string;
  /** Replaces Stripe's own address. */
  readonly url?: string | undefined;
  /** Of one request. */
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
}

/** Stripe delivers a notification within seconds, and signs each delivery again. */
const MAX_EVENT_AGE_SECONDS = 300;

/** Payments through Stripe Checkout, Billing and its customer portal. */
export function openStripe(settings: StripeSettings): PaymentProvider {
  const closing = new AbortController();
  const stripe = createClient(settings, closing.signal);
  const { priceId } = settings;
  const ask = <T>(doing: string, work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => Promise.reject(toRefusal(doing, error)));
  const find = <T>(doing: string, work: () => Promise<T>): Promise<T | undefined> =>
    work().catch((error: unknown) => (isMissing(error) ? undefined : Promise.reject(toRefusal(doing, error))));

  const findCheckout = (sessionId: string): Promise<CheckoutFacts | undefined> =>
    find("reading a checkout session", async () =>
      toCheckoutFacts(await stripe.checkout.sessions.retrieve(sessionId, EXPAND_SESSION)),
    );
  const findSubscription = (id: string): Promise<SubscriptionFacts | undefined> =>
    find("reading a subscription", async () => toSubscriptionFacts(await stripe.subscriptions.retrieve(id)));
  const listSubscriptions = (wanted: Stripe.SubscriptionListParams): Promise<SubscriptionPage | undefined> =>
    find("listing subscriptions", async () => {
      const page = await stripe.subscriptions.list({ ...wanted, limit: PAGE_ENTRIES });
      const next = page.has_more ? page.data.at(-1)?.id : undefined;
      return { subscriptions: page.data.map(toSubscriptionFacts), next };
    });

  return {
    priceId,
    findCheckout,
    findSubscription,

    findPrice: () => find("reading the price", async () => toPriceFacts(await stripe.prices.retrieve(priceId))),

    async listOfCustomer(customer) {
      const page = await listSubscriptions({ customer, status: "all" });
      return page?.subscriptions ?? [];
    },

    async listAtPrice(price, next) {
      const page = await listSubscriptions({ price, ...(next === undefined ? {} : { starting_after: next }) });
      return page ?? { subscriptions: [], next: undefined };
    },

    assignSubscription: (id, keyId) =>
      ask("assigning a subscription", async () => {
        await stripe.subscriptions.update(id, { metadata: { [KEY]: keyId } });
      }),

    createCheckout: ({ keyId, successUrl, cancelUrl }) =>
      ask("creating a checkout session", async () => {
        const { id, url } = await stripe.checkout.sessions.create({
          mode: "subscription",
          line_items: [{ price: priceId, quantity: 1 }],
          client_reference_id: keyId,
          metadata: { [KEY]: keyId },
          subscription_data: { metadata: { [KEY]: keyId } },
          success_url: successUrl,
          cancel_url: cancelUrl,
        });
        if (url === null) throw new Error("the session has no address");
        return { sessionId: id, url };
      }),

    async expireCheckout(sessionId) {
      try {
        return toCheckoutFacts(await stripe.checkout.sessions.expire(sessionId, EXPAND_SESSION));
      } catch (error) {
        // A complete or expired session cannot be expired.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
          throw toRefusal("expiring a checkout session", error);
        }
        return findCheckout(sessionId);
      }
    },

    async cancelSubscription(id) {
      const doing = "cancelling a subscription";
      const cancelled = await find(doing, async () => toSubscriptionFacts(await stripe.subscriptions.cancel(id)));
      // A cancelled subscription cannot be cancelled again, only read.
      return cancelled ?? findSubscription(id);
    },

    findCharge: (chargeId) =>
      find("reading a charge", async () => {
        const { customer, refunded, created } = await stripe.charges.retrieve(chargeId);
        return { customerId: idOf(customer), isRefunded: refunded, createdAt: created * 1000 };
      }),

    listDisputes: () =>
      ask("listing disputes", async () => {
        const { data } = await stripe.disputes.list({ limit: PAGE_ENTRIES, expand: ["data.charge"] });
        return data.map(toDisputeFacts);
      }),

    createPortal: (customerId, returnUrl) =>
      ask("opening the customer portal", async () => {
        const session = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
        return session.url;
      }),

    readNotification: (body, signature, now) =>
      toPaymentNotification(constructEvent(stripe, settings, { body, signature: signature ?? "", now })),

    readAccount: () =>
      ask("reading the account", async () => {
        const { id, charges_enabled } = await stripe.accounts.retrieveCurrent();
        return { accountId: id, takesCharges: charges_enabled };
      }),

    listWebhooks: () =>
      ask("listing webhooks", async () => {
        const { data } = await stripe.webhookEndpoints.list({ limit: PAGE_ENTRIES });
        return data.map(({ url, status, enabled_events: events }) => ({
          url,
          isEnabled: status === "enabled",
          events,
        }));
      }),

    close: () => closing.abort(),
  };
}

/** Stripe's own maximum. */
const PAGE_ENTRIES = 100;

const EXPAND_SESSION = { expand: ["subscription"] };

/** Node's own client cannot be aborted: a pending request would keep the process alive. */
function createClient(
  { secretKey, url, timeoutMs = 8_000, maxRetries = 2 }: StripeSettings,
  closing: AbortSignal,
): Stripe {
  const request: typeof fetch = (input, init = {}) =>
    fetch(input, { ...init, signal: init.signal == null ? closing : AbortSignal.any([init.signal, closing]) });
  const httpClient = Stripe.createFetchHttpClient(request);
  const options = { httpClient, timeout: timeoutMs, maxNetworkRetries: maxRetries, telemetry: false } as const;
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

interface SignedBody {
  readonly body: Buffer;
  readonly signature: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Throws AppError invalid_signature, without the client's message, which may quote the body; bad_request for no event. */
function constructEvent({ webhooks }: Stripe, settings: StripeSettings, { body, signature, now }: SignedBody): unknown {
  for (const secret of settings.webhookSecrets) {
    try {
      return webhooks.constructEvent(body, signature, secret, MAX_EVENT_AGE_SECONDS, undefined, now);
    } catch (error) {
      if (error instanceof SyntaxError) throw noEvent(error.message);
      // The next secret may fit.
    }
  }
  throw new AppError(
    "invalid_signature",
    "the Stripe-Signature header does not fit this body, or is too old; check STRIPE_WEBHOOK_SECRET",
  );
}

const noEvent = (reason: string): AppError => new AppError("bad_request", `this is no event of Stripe's: ${reason}`);

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/** Has Stripe's message for the log, but neither the request nor its headers, which hold secrets. */
function toRefusal(doing: string, error: unknown): AppError {
  const said = error instanceof Stripe.errors.StripeError ? describe(error) : String(error);
  const advice = adviceFor(error);
  if (advice === undefined) return paymentsUnavailable(`stripe: ${doing}: ${said}`);
  return new AppError("payments_unavailable", "payments are not available; the operator was told, try again later", {
    cause: new OperatorError(`Stripe refuses payments (stripe: ${doing}: ${said}). ${advice}`),
  });
}

/** What the operator must do about an error; undefined when it may pass by itself. */
function adviceFor(error: unknown): string | undefined {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return "STRIPE_SECRET_KEY is not valid any more: make a new key in Stripe under Developers, API keys, and restart";
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return "STRIPE_SECRET_KEY lacks a permission: grant it in Stripe under Developers, API keys, or use another key";
  }
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  return "Run 'toteboard doctor': it checks the settings with Stripe";
}

function describe({ type, code, statusCode, requestId, message }: Stripe.errors.StripeError): string {
  const facts = [type, code, statusCode, requestId].filter((fact) => fact !== undefined && fact !== "");
  return `${facts.join(" ")}: ${message}`;
}

/** Where sessions and subscriptions carry the id of their key. */
export const KEY = "toteboard_key_id";

const CUSTOMER_EVENTS = /^(checkout\.session|customer\.subscription)\./;

/**
 * Reads which customer or payment an event is about: these members are the same in every version of Stripe's API, and an
 * account may be set to any. Throws AppError bad_request.
 */
function toPaymentNotification(event: unknown): PaymentNotification {
  const { id, type, data } = toMembers(event, "the event");
  const object = toMembers(toMembers(data, "data").object, "data.object");
  if (typeof id !== "string" || typeof type !== "string") throw noEvent("its id or type is no text");
  if (CUSTOMER_EVENTS.test(type)) return { id, type, ...aboutCustomer(object.customer) };
  if (type === "customer.deleted") return { id, type, ...aboutCustomer(object) };
  if (type.startsWith("charge.dispute.")) return { id, type, subject: { kind: "dispute" } };
  if (type !== "charge.refunded") return { id, type };
  return { id, type, subject: { kind: "refund", chargeId: toId(object) ?? "" } };
}

/** A session that was not paid has no customer. */
function aboutCustomer(reference: unknown): Pick<PaymentNotification, "subject"> {
  const customerId = toId(reference);
  return customerId === undefined ? {} : { subject: { kind: "customer", customerId } };
}

/** The id of an object that is included whole or by its id. */
function toId(reference: unknown): string | undefined {
  if (reference == null || typeof reference === "string") return reference ?? undefined;
  const { id } = toMembers(reference, "a reference");
  if (typeof id !== "string") throw noEvent("an id is no text");
  return id;
}

function toMembers(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw noEvent(`${name} is no object`);
}

function toCheckoutFacts({ status, payment_status, url, subscription: sold }: Stripe.Checkout.Session): CheckoutFacts {
  const subscription = sold === null || typeof sold === "string" ? undefined : toSubscriptionFacts(sold);
  const toStatus = (): CheckoutFacts["status"] => {
    if (status !== "complete") return status === "open" ? "open" : "unpaid";
    if (payment_status !== "unpaid") return "paid";
    // A first payment that fails later takes the subscription with it.
    return subscription?.status === "ended" ? "unpaid" : "processing";
  };
  return { status: toStatus(), url, subscription };
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

const toSubscriptionFacts = (subscription: Stripe.Subscription): SubscriptionFacts => ({
  subscriptionId: subscription.id,
  keyId: subscription.metadata[KEY] ?? null,
  customerId: idOf(subscription.customer),
  status: STATUSES[subscription.status] ?? "pending",
  priceIds: subscription.items.data.map(({ price }) => price.id),
  createdAt: subscription.created * 1000,
  paidUntil: Math.max(0, ...subscription.items.data.map((item) => item.current_period_end * 1000)) || null,
});

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  reference === null || typeof reference === "string" ? reference : reference.id;

/** Only a decision for the payer takes the money; an inquiry that was closed took none. */
const DECIDED: Readonly<Record<string, DisputeFacts["status"]>> = {
  won: "won",
  lost: "lost",
  warning_closed: "won",
  prevented: "won",
};

function toDisputeFacts({ id, status, amount, currency, reason, charge, created }: Stripe.Dispute): DisputeFacts {
  const payment = typeof charge === "string" ? { customer: null, created } : charge;
  return {
    ...{ disputeId: id, amount, currency, reason },
    status: DECIDED[status] ?? "open",
    customerId: idOf(payment.customer),
    chargedAt: payment.created * 1000,
  };
}

function toPriceFacts({ id: priceId, currency, active: isActive, recurring, ...price }: Stripe.Price): PriceFacts {
  const base = { priceId, currency, isActive };
  if (recurring === null) return { ...base, isRecurring: false };
  const { interval_count: intervalCount } = recurring;
  const interval = recurring.interval as ProPrice["interval"];
  const amount = Number(price.unit_amount ?? price.unit_amount_decimal ?? Number.NaN);
  return { ...base, isRecurring: true, amount: Number.isFinite(amount) ? amount : null, interval, intervalCount };
}
