import Stripe from "stripe";
import type {
  CheckoutFacts,
  DisputeFacts,
  PaymentNotification,
  ProPrice,
  SubscriptionFacts,
  SubscriptionPrices,
  SubscriptionStatus,
} from "../domain/accounts/billing.ts";
import { AppError, messageOf, OperatorError } from "../errors.ts";
import { VERSION } from "../version.ts";
import {
  type AccountFacts,
  type FoundCheckout,
  type PaymentProvider,
  type PriceFacts,
  paymentsUnavailable,
  type WebhookFacts,
} from "./provider.ts";

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

  const findCheckout = (sessionId: string): Promise<FoundCheckout | undefined> =>
    find("reading a checkout session", async () =>
      toFoundCheckout(await stripe.checkout.sessions.retrieve(sessionId, { expand: ["subscription"] })),
    );
  const toFacts = (subscription: unknown): SubscriptionFacts => toSubscriptionFacts(subscription, priceId);
  const findSubscription = (id: string): Promise<SubscriptionFacts | undefined> =>
    find("reading a subscription", async () => toFacts(await stripe.subscriptions.retrieve(id)));

  return {
    priceId,
    findCheckout,
    findSubscription,

    findPrice: () => find("reading the price", async () => toPriceFacts(await stripe.prices.retrieve(priceId))),

    listSubscriptions: () =>
      ask("listing subscriptions", async () => {
        const found: SubscriptionFacts[] = [];
        for await (const one of stripe.subscriptions.list({ status: "all", limit: MAX_PAGE_ENTRIES })) {
          const facts = toFacts(one);
          if (facts.keyId !== null) found.push(facts);
        }
        return found;
      }),

    assignSubscription: (id, keyId) =>
      find("assigning a subscription", async () =>
        toFacts(await stripe.subscriptions.update(id, { metadata: { [KEY]: keyId } })),
      ),

    createCheckout: ({ attemptId, keyId, successUrl, cancelUrl }) =>
      ask("creating a checkout session", async () => {
        const { id, url } = await stripe.checkout.sessions.create(
          {
            mode: "subscription",
            line_items: [{ price: priceId, quantity: 1 }],
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
        return toFoundCheckout(await stripe.checkout.sessions.expire(sessionId));
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
      const cancelled = await find(doing, async () => toFacts(await stripe.subscriptions.cancel(id)));
      // A cancelled subscription cannot be cancelled again, only read.
      return cancelled ?? findSubscription(id);
    },

    findCustomerOfCharge: (chargeId) =>
      find("reading a charge", async () => toCustomerOfCharge(await stripe.charges.retrieve(chargeId))),

    createPortal: (customerId, returnUrl) =>
      ask("opening the customer portal", async () => {
        const session = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
        return session.url;
      }),

    readNotification(body, signature, now) {
      verify(stripe, settings, body, signature ?? "", now);
      try {
        return toPaymentNotification(JSON.parse(body.toString("utf8")), priceId);
      } catch (error) {
        throw new AppError("bad_request", `this is no event of Stripe's: ${messageOf(error)}`);
      }
    },

    readAccount: () => ask("reading the account", async () => toAccountFacts(await stripe.accounts.retrieveCurrent())),

    listWebhooks: () =>
      ask("listing webhooks", async () => {
        const found = [];
        for await (const one of stripe.webhookEndpoints.list({ limit: MAX_PAGE_ENTRIES }))
          found.push(toWebhookFacts(one));
        return found;
      }),

    close: () => closing.abort(),
  };
}

/** Stripe's own maximum. */
const MAX_PAGE_ENTRIES = 100;

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

/** Throws AppError invalid_signature, without the client's message, which may quote the body. */
function verify(stripe: Stripe, settings: StripeSettings, body: Buffer, signature: string, now: number): void {
  const { signature: check } = stripe.webhooks;
  if (check === null) throw new Error("this client cannot check signatures");
  for (const secret of settings.webhookSecrets) {
    try {
      check.verifyHeader(body, signature, secret, MAX_EVENT_AGE_SECONDS, undefined, now);
      return;
    } catch {
      // The next secret may fit.
    }
  }
  throw new AppError(
    "invalid_signature",
    "the Stripe-Signature header does not fit this body, or is too old; check STRIPE_WEBHOOK_SECRET",
  );
}

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

// Only members that are the same in every version of Stripe's API are read: an account may be set to any.

/** Where sessions and subscriptions carry the id of their key. */
export const KEY = "toteboard_key_id";

type Members = Readonly<Record<string, unknown>>;

/** Reads an event. Throws TypeError for what is none. */
function toPaymentNotification(value: unknown, proPriceId: string): PaymentNotification {
  const { data, ...members } = toMembers(value, "the event");
  const [id, type] = [text(members, "id"), text(members, "type")];
  const event = { id, type, createdAt: wholeNumber(members, "created") * 1000 };
  const object = toMembers(toMembers(data, "data").object, "data.object");
  if (object.object === "checkout.session" && type.startsWith("checkout.session.")) {
    const { facts } = toFoundCheckout(object);
    const hasFailed = type === "checkout.session.async_payment_failed";
    return { ...event, checkout: hasFailed ? { ...facts, status: "failed" } : facts };
  }
  if (object.object === "subscription" && type.startsWith("customer.subscription.")) {
    const facts = toSubscriptionFacts(object, proPriceId);
    const hasEnded = type === "customer.subscription.deleted";
    return { ...event, subscription: hasEnded ? { ...facts, status: "ended" } : facts };
  }
  if (object.object === "charge" && type === "charge.refunded" && object.refunded === true) {
    return { ...event, refundedCustomerId: reference(object, "customer") ?? undefined };
  }
  if (object.object === "dispute" && type.startsWith("charge.dispute.")) {
    return { ...event, dispute: toDisputeFacts(object) };
  }
  if (object.object === "customer" && type === "customer.deleted") {
    return { ...event, deletedCustomerId: text(object, "id") };
  }
  return event;
}

/** Only a decision for the payer takes the money; an inquiry that was closed took none. */
const DECIDED: Readonly<Record<string, DisputeFacts["status"]>> = {
  won: "won",
  lost: "lost",
  warning_closed: "won",
  prevented: "won",
};

const toDisputeFacts = (dispute: Members): DisputeFacts => ({
  disputeId: text(dispute, "id"),
  chargeId: reference(dispute, "charge") ?? "",
  status: DECIDED[text(dispute, "status")] ?? "open",
  amount: wholeNumber(dispute, "amount"),
  currency: text(dispute, "currency"),
  reason: text(dispute, "reason"),
  openedAt: wholeNumber(dispute, "created") * 1000,
});

/** Reads whose payment a charge was; null where Stripe knows no customer. Throws TypeError. */
const toCustomerOfCharge = (value: unknown): string | null => reference(toMembers(value, "the charge"), "customer");

function toFoundCheckout(value: unknown): FoundCheckout {
  const session = toMembers(value, "the session");
  const { subscription } = session;
  const subscriptionStatus = isMembers(subscription) ? toSubscriptionStatus(subscription) : undefined;
  const facts: CheckoutFacts = {
    sessionId: text(session, "id"),
    keyId: textOrNull(session, "client_reference_id"),
    status: toStatus(session, subscriptionStatus),
    subscriptionId: reference(session, "subscription"),
    customerId: reference(session, "customer"),
    ...(subscriptionStatus === undefined ? {} : { subscriptionStatus }),
  };
  return { facts, url: textOrNull(session, "url") };
}

function toStatus(session: Members, subscription: SubscriptionStatus | undefined): CheckoutFacts["status"] {
  const { mode, status, payment_status } = session;
  if (status === "expired") return "expired";
  if (status !== "complete" || mode !== "subscription") return "open";
  if (payment_status === "paid" || payment_status === "no_payment_required") return "paid";
  // A first payment that fails later takes the subscription with it.
  return subscription === "ended" ? "failed" : "processing";
}

function toSubscriptionFacts(value: unknown, proPriceId: string): SubscriptionFacts {
  const subscription = toMembers(value, "the subscription");
  const { metadata } = subscription;
  const prices = toPrices(subscription, proPriceId);
  return {
    subscriptionId: text(subscription, "id"),
    keyId: metadata == null ? null : textOrNull(toMembers(metadata, "metadata"), KEY),
    status: toSubscriptionStatus(subscription),
    customerId: reference(subscription, "customer"),
    ...(prices === undefined ? {} : { prices }),
  };
}

function toPrices({ items }: Members, proPriceId: string): SubscriptionPrices | undefined {
  if (items == null) return undefined;
  const { data } = toMembers(items, "items");
  if (!Array.isArray(data)) throw new TypeError("items.data is no list");
  const ids = data.flatMap((item) => toPriceId(toMembers(item, "an item")));
  return ids.length === 0 ? undefined : { ids, proPriceId };
}

/** The price of an item; before 2020 it was called its plan. */
function toPriceId({ price, plan }: Members): string[] {
  const sold = price ?? plan;
  return sold == null ? [] : [text(toMembers(sold, "price"), "id")];
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

const toSubscriptionStatus = (subscription: Members): SubscriptionStatus =>
  STATUSES[text(subscription, "status")] ?? "pending";

/** Reads a price. Throws TypeError. */
function toPriceFacts(value: unknown): PriceFacts {
  const price = toMembers(value, "the price");
  const base = { priceId: text(price, "id"), currency: text(price, "currency"), isActive: price.active === true };
  if (price.recurring == null) return { ...base, isRecurring: false };
  const recurring = toMembers(price.recurring, "recurring");
  const amount = Number(price.unit_amount ?? price.unit_amount_decimal ?? Number.NaN);
  return {
    ...base,
    isRecurring: true,
    amount: Number.isFinite(amount) ? amount : null,
    interval: text(recurring, "interval") as ProPrice["interval"],
    intervalCount: wholeNumber(recurring, "interval_count"),
  };
}

function toAccountFacts(value: unknown): AccountFacts {
  const account = toMembers(value, "the account");
  return { accountId: text(account, "id"), takesCharges: account.charges_enabled === true };
}

function toWebhookFacts(value: unknown): WebhookFacts {
  const endpoint = toMembers(value, "the webhook");
  const { enabled_events: events } = endpoint;
  if (!Array.isArray(events)) throw new TypeError("enabled_events is no list");
  return { url: text(endpoint, "url"), isEnabled: endpoint.status === "enabled", events: events.map(String) };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function toMembers(value: unknown, name: string): Members {
  if (!isMembers(value)) throw new TypeError(`${name} is no object`);
  return value;
}

function text(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== "string") throw new TypeError(`${name} is no text`);
  return value;
}

const textOrNull = (members: Members, name: string): string | null =>
  members[name] == null ? null : text(members, name);

function wholeNumber(members: Members, name: string): number {
  const value = members[name];
  if (!Number.isSafeInteger(value) || Math.abs(Number(value)) > MAX_NUMBER) {
    throw new TypeError(`${name} is no whole number`);
  }
  return Number(value);
}

/** Times in seconds beyond this are no dates. */
const MAX_NUMBER = 100_000_000_000;

/** The id of an object that is included whole or by its id. */
function reference(members: Members, name: string): string | null {
  const value = members[name];
  return isMembers(value) ? text(value, "id") : textOrNull(members, name);
}
