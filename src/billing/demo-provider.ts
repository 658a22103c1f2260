import { randomBytes, randomUUID } from "node:crypto";
import type { CheckoutFacts, SubscriptionStatus } from "../domain/accounts/billing.ts";
import { AppError } from "../errors.ts";
import type { CheckoutOrder, DemoPages, FoundCheckout, PaymentProvider } from "./provider.ts";

interface DemoSession {
  readonly order: CheckoutOrder;
  status: CheckoutFacts["status"];
  readonly subscriptionId: string;
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
  const attempts = new Map<string, string>();
  const ended = new Set<string>();
  const portals = new Map<string, { subscriptionId: string }>();

  const toFound = (sessionId: string): FoundCheckout | undefined => {
    const session = sessions.get(sessionId);
    if (session === undefined) return undefined;
    const { order, status, subscriptionId } = session;
    const isPaid = status === "paid";
    const subscription = { subscriptionId: isPaid ? subscriptionId : null, customerId: isPaid ? subscriptionId : null };
    return { facts: { sessionId, keyId: order.keyId, status, ...subscription }, url: urlOf(sessionId) };
  };
  const urlOf = (sessionId: string): string => `${origin()}/demo/pay/${sessionId}`;
  // The process forgets its sessions when it ends. What was paid before stays paid.
  const statusOf = (subscriptionId: string): SubscriptionStatus => (ended.has(subscriptionId) ? "ended" : "live");
  const findSubscription = async (subscriptionId: string) => ({
    subscriptionId,
    keyId: null,
    status: statusOf(subscriptionId),
  });

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
      return portal && { isLive: !ended.has(portal.subscriptionId) };
    },
    cancelFromPortal(portalId) {
      const portal = portals.get(portalId);
      if (portal !== undefined) ended.add(portal.subscriptionId);
      return portal?.subscriptionId;
    },
  };

  return {
    priceId: DEMO_PRICE.priceId,
    findPrice: async () => ({ ...DEMO_PRICE, isRecurring: true, isActive: true }),
    listSubscriptions: async () => [],
    assignSubscription: findSubscription,
    readAccount: async () => ({ accountId: "demo", takesCharges: true }),
    listWebhooks: async () => [],
    close: () => undefined,
    async createCheckout(order) {
      const sessionId = attempts.get(order.attemptId) ?? `demo_${randomBytes(24).toString("hex")}`;
      if (!attempts.has(order.attemptId)) {
        attempts.set(order.attemptId, sessionId);
        sessions.set(sessionId, { order, status: "open", subscriptionId: `demo_${randomUUID()}` });
      }
      return { sessionId, url: urlOf(sessionId) };
    },
    findCheckout: async (sessionId) => toFound(sessionId),
    async expireCheckout(sessionId) {
      const session = sessions.get(sessionId);
      if (session?.status === "open") session.status = "expired";
      return toFound(sessionId);
    },
    findSubscription,
    cancelSubscription(subscriptionId) {
      ended.add(subscriptionId);
      return findSubscription(subscriptionId);
    },
    findCustomerOfCharge: async () => undefined,
    async createPortal(subscriptionId) {
      const portalId = randomBytes(24).toString("hex");
      portals.set(portalId, { subscriptionId });
      return `${origin()}/demo/portal/${portalId}`;
    },
    readNotification() {
      throw new AppError("invalid_signature", "the demo's payments send no notifications");
    },
    demoPages,
  };
}
