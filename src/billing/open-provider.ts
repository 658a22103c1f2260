import { randomBytes, randomUUID } from "node:crypto";
import type { Config } from "../config.ts";
import type { CheckoutFacts, SubscriptionFacts } from "../domain/accounts/billing.ts";
import { AppError, UsageError } from "../errors.ts";
import type { CheckoutOrder, DemoPages, PaymentProvider } from "./provider.ts";
import type { StripeSettings } from "./stripe.ts";

type StripeSetting = "stripeSecretKey" | "stripeWebhookSecret" | "stripePriceId" | "stripeUrl";

/**
 * The payment provider of the settings, the demo's own in demo; undefined when none is set. Rejects with UsageError for an
 * incomplete set of settings.
 */
export async function openProvider(
  { isDemo, ...config }: Pick<Config, "isDemo" | StripeSetting>,
  origin: () => string,
  timing: Pick<StripeSettings, "timeoutMs" | "maxRetries"> = {},
): Promise<PaymentProvider | undefined> {
  if (isDemo) return openDemoProvider(origin);
  const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecrets, stripePriceId: priceId } = config;
  const missing = [
    ...(secretKey === undefined ? ["STRIPE_SECRET_KEY"] : []),
    ...(webhookSecrets.length === 0 ? ["STRIPE_WEBHOOK_SECRET"] : []),
    ...(priceId === undefined ? ["STRIPE_PRICE_ID"] : []),
  ];
  if (missing.length === 3) return undefined;
  if (secretKey === undefined || priceId === undefined || missing.length > 0) {
    const names = missing.join(" and ");
    throw new UsageError(`payments are half set up: set ${names} too, or none of Stripe's settings`);
  }
  // Its client takes a tenth of a second to load.
  const { openStripe } = await import("./stripe.ts");
  return openStripe({ secretKey, webhookSecrets, priceId, url: config.stripeUrl, ...timing });
}

interface DemoSession {
  readonly order: CheckoutOrder;
  status: CheckoutFacts["status"];
  /** The id of the subscription, and of its customer. */
  readonly paidId: string;
}

const DEMO_PRICE = {
  priceId: "demo_price",
  amount: 4900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
} as const;

/**
 * The demo's payment provider: test payments, kept in memory. No real money. The program itself serves its pages, at
 * `origin`.
 */
export function openDemoProvider(origin: () => string): PaymentProvider & { readonly demoPages: DemoPages } {
  const sessions = new Map<string, DemoSession>();
  const ended = new Set<string>();
  const portals = new Map<string, string>();
  const urlOf = (sessionId: string): string => `${origin()}/demo/pay/${sessionId}`;

  // The process forgets its sessions when it ends. What was paid before stays paid.
  const toSubscription = (id: string, keyId: string | null = null): SubscriptionFacts => ({
    ...{ subscriptionId: id, customerId: id, keyId, priceIds: [DEMO_PRICE.priceId], createdAt: 0, paidUntil: null },
    status: ended.has(id) ? "ended" : "live",
  });
  const findCheckout = async (sessionId: string): Promise<CheckoutFacts | undefined> => {
    const session = sessions.get(sessionId);
    if (session === undefined) return undefined;
    const { order, status, paidId } = session;
    const subscription = status === "paid" ? toSubscription(paidId, order.keyId) : undefined;
    return { status, url: urlOf(sessionId), subscription };
  };

  const demoPages: DemoPages = {
    pay(sessionId) {
      const session = sessions.get(sessionId);
      if (session?.status !== "open") return undefined;
      session.status = "paid";
      return session.order.successUrl.replace("{CHECKOUT_SESSION_ID}", sessionId);
    },
    findWayBack(sessionId) {
      const session = sessions.get(sessionId);
      return session?.status === "open" ? session.order.cancelUrl : undefined;
    },
    findPortal(portalId) {
      const portal = portals.get(portalId);
      return portal === undefined ? undefined : { isLive: !ended.has(portal) };
    },
    cancelFromPortal(portalId) {
      const portal = portals.get(portalId);
      if (portal !== undefined) ended.add(portal);
      return portal;
    },
  };

  return {
    priceId: DEMO_PRICE.priceId,
    findPrice: async () => ({ ...DEMO_PRICE, isRecurring: true, isActive: true }),
    findSubscription: async (id) => toSubscription(id),
    listOfCustomer: async (id) => [toSubscription(id)],
    listAtPrice: async () => ({ subscriptions: [], next: undefined }),
    assignSubscription: async () => undefined,
    findCharge: async () => undefined,
    listDisputes: async () => [],
    readAccount: async () => ({ accountId: "demo", takesCharges: true }),
    listWebhooks: async () => [],
    close: () => undefined,
    async createCheckout(order) {
      const sessionId = `demo_${randomBytes(24).toString("hex")}`;
      sessions.set(sessionId, { order, status: "open", paidId: `demo_${randomUUID()}` });
      return { sessionId, url: urlOf(sessionId) };
    },
    findCheckout,
    expireCheckout(sessionId) {
      const session = sessions.get(sessionId);
      if (session?.status === "open") session.status = "unpaid";
      return findCheckout(sessionId);
    },
    async cancelSubscription(id) {
      ended.add(id);
      return toSubscription(id);
    },
    async createPortal(customerId) {
      const portalId = randomBytes(24).toString("hex");
      portals.set(portalId, customerId);
      return `${origin()}/demo/portal/${portalId}`;
    },
    readNotification() {
      throw new AppError("invalid_signature", "the demo's payments send no notifications");
    },
    demoPages,
  };
}
