import Stripe from "stripe";
import type { SubscriptionFacts } from "../domain/accounts/billing.ts";
import { AppError, messageOf, OperatorError } from "../errors.ts";
import { VERSION } from "../version.ts";
import { type FoundCheckout, type PaymentProvider, unavailable } from "./provider.ts";
import {
  KEY,
  toAccountFacts,
  toCustomerOfCharge,
  toFoundCheckout,
  toPaymentEvent,
  toPriceFacts,
  toSubscriptionFacts,
  toWebhookFacts,
} from "./stripe-objects.ts";

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

    readEvent(body, signature, now) {
      verify(stripe, settings, body, signature ?? "", now);
      try {
        return toPaymentEvent(JSON.parse(body.toString("utf8")), priceId);
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
  if (advice === undefined) return unavailable(`stripe: ${doing}: ${said}`);
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
