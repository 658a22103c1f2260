import type { ProPrice, SubscriptionFacts } from "../domain/accounts/billing.ts";
import { AppError, levelOf, OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { StoredPayments } from "../store/accounts/stored-payments.ts";
import type { Attached } from "../store/accounts/subscriptions.ts";
import type { Commands } from "../store/commands.ts";
import type { PaymentProvider, PriceFacts } from "./provider.ts";

/** Asks the provider about one thing and applies the answer. All methods reject with AppError payments_unavailable. */
export type Reconciler = ReturnType<typeof openReconciler>;

export interface ReconcilerDeps {
  readonly provider: PaymentProvider;
  readonly stored: StoredPayments;
  readonly commands: Commands;
  readonly log: Log;
}

export function openReconciler({ provider, stored, commands, log }: ReconcilerDeps) {
  const reconciler = {
    /** Applies a session's state, after closing it if it is unwanted. Gives its address while it can be paid. */
    async checkout(sessionId: string, isUnwanted: boolean): Promise<string | null> {
      const found = await (isUnwanted ? provider.expireCheckout(sessionId) : provider.findCheckout(sessionId));
      if (found === undefined) log.warn({ session: sessionId }, "the payment provider does not know this session");
      const facts = found?.facts ?? unknownSession(sessionId, stored.findCheckout(sessionId)?.keyId ?? null);
      await commands.applyPayment({ checkout: facts });
      return found?.url ?? null;
    },

    async subscription(subscriptionId: string): Promise<void> {
      const found = await provider.findSubscription(subscriptionId);
      // Another Stripe account knows none of them. Nobody loses a paid plan because of that.
      if (found === undefined) log.warn({ subscription: subscriptionId }, "the payment provider does not know this");
      const facts = found ?? { subscriptionId, keyId: null, status: "pending" };
      await commands.applyPayment({ subscription: facts });
    },

    async cancel(subscriptionId: string): Promise<void> {
      const found = await provider.cancelSubscription(subscriptionId);
      if (found !== undefined && found.status !== "ended") {
        throw new AppError("payments_unavailable", `subscription ${subscriptionId} is still ${found.status}`);
      }
      await commands.applyPayment({ subscription: { subscriptionId, keyId: null, status: "ended" } });
      log.info({ subscription: subscriptionId }, "subscription cancelled");
    },

    /** Attaches a subscription to the key whose id it carries; logs why where it cannot. */
    async attach(subscriptionId: string): Promise<void> {
      const found = await provider.findSubscription(subscriptionId);
      if (found?.keyId == null) return;
      const attached = await reconciler.attachFound(found);
      // Another service may share the account.
      if (attached === "unknown_key") log.warn({ subscription: subscriptionId, key: found.keyId }, UNKNOWN_KEY);
    },

    /** The same, with what the provider has just answered. */
    async attachFound(facts: SubscriptionFacts): Promise<Attached | "under_way"> {
      const { subscriptionId, keyId, status } = facts;
      const isNew = stored.findSubscription(subscriptionId) === undefined;
      if (isNew && (status === "ended" || status === "pending")) return "not_running";
      if (isNew && keyId !== null) {
        // The key's own open session may have made this subscription, and its former one may have ended.
        const session = stored.findCheckoutInProgress(keyId)?.sessionId ?? null;
        if (session !== null) await reconciler.checkout(session, false);
        if (session !== null && stored.findCheckout(session)?.status === "processing") return "under_way";
        const other = stored.findLiveSubscription(keyId)?.subscriptionId;
        if (other !== undefined && other !== subscriptionId) await reconciler.subscription(other);
      }
      const attached = await commands.attachSubscription(facts);
      logAttached(log, attached, facts);
      return attached;
    },
  };
  return reconciler;
}

const UNKNOWN_KEY = "a subscription runs for a key that is not in the database";

/** Logs what the operator must see to: a payment that buys nothing. */
function logAttached(log: Log, attached: Attached, { subscriptionId, keyId, prices }: SubscriptionFacts): void {
  const about = { subscription: subscriptionId, key: keyId };
  if (attached === "attached") log.info(about, "a subscription that was not on record is attached to its key");
  if (attached === "revoked_key") log.warn(about, "a subscription of a revoked key is cancelled; refund its payment");
  if (attached === "paid_twice") log.error(about, "a key is paid for twice: cancel one of its subscriptions in Stripe");
  if (attached === "other_price") {
    const advice = `if it does, attach it with 'toteboard payments attach ${keyId} ${subscriptionId}'`;
    log.warn(
      { ...about, prices: prices?.ids },
      `a subscription has a price that is not known to pay for pro: ${advice}`,
    );
  }
}

const unknownSession = (sessionId: string, keyId: string | null) => ({
  sessionId,
  keyId,
  status: "expired" as const,
  subscriptionId: null,
  customerId: null,
});

/**
 * Brings a restored backup in line with the provider: keys paid for since are on pro, keys no longer paid for are not.
 * Rejects when the provider does not answer; the next call starts over. Does nothing for other databases.
 */
export async function reconcileRestored(
  { provider, stored, commands, log }: ReconcilerDeps,
  reconciler: Reconciler,
): Promise<void> {
  if (!stored.isRestored()) return;
  const found = await provider.listSubscriptions();
  const counts: Record<string, number> = {};
  for (const facts of inOrder(found, stored)) {
    const result = await reconciler.attachFound(facts);
    counts[result] = (counts[result] ?? 0) + 1;
    if (result === "unknown_key") logUnknownKey(log, facts);
  }
  await commands.endRestoring({});
  log.info({ subscriptions: found.length, ...counts }, "payments of the restored database agree with Stripe");
}

function logUnknownKey(log: Log, { subscriptionId, keyId }: SubscriptionFacts): void {
  const advice = `attach it with 'toteboard payments attach KEY ${subscriptionId}', or cancel it in Stripe`;
  log.error({ subscription: subscriptionId, key: keyId }, `${UNKNOWN_KEY}: ${advice}`);
}

/** Those on record come first: then their prices are known, and the former one of a key that paid again has ended. */
function inOrder(found: readonly SubscriptionFacts[], stored: StoredPayments): SubscriptionFacts[] {
  const isOnRecord = ({ subscriptionId }: SubscriptionFacts) => stored.findSubscription(subscriptionId) !== undefined;
  const { recorded = [], missing = [] } = Object.groupBy(found, (one) => (isOnRecord(one) ? "recorded" : "missing"));
  return [...recorded, ...missing];
}

/** The price of the pro plan: read from the provider, and stored for a start without it. */
export function openPriceReader({ provider, stored, commands, log }: ReconcilerDeps) {
  const { priceId } = provider;
  const saved = stored.findProPrice();
  let price = saved?.priceId === priceId ? saved : undefined;
  let isRead = false;
  return {
    /** Undefined until the provider has answered once. */
    current: (): ProPrice | undefined => price,
    /** Asks the provider, once per start. Logs when it does not answer. Throws OperatorError for a one-time price. */
    async read(): Promise<void> {
      if (isRead) return;
      try {
        const { sold, trouble } = judgePrice(priceId, await provider.findPrice());
        if (trouble !== undefined) log.error(trouble);
        if (sold === undefined) return;
        const { amount, currency, interval, intervalCount } = sold;
        const read = { priceId, amount, currency, interval, intervalCount };
        if (JSON.stringify(read) !== JSON.stringify(price)) await commands.saveProPrice(read);
        price = read;
        isRead = true;
      } catch (error) {
        if (error instanceof OperatorError) throw error;
        log[levelOf(error)]({ err: error }, "the price of the pro plan cannot be read now");
      }
    },
  };
}

/** A price as the plan needs it, and what the operator must do about it. Throws OperatorError for a one-time price. */
export function judgePrice(priceId: string, found: PriceFacts | undefined) {
  if (found === undefined) {
    const advice = "set STRIPE_PRICE_ID to a recurring one of this account, in the mode of the key (test or live)";
    return { sold: undefined, trouble: `Stripe does not know the price ${priceId}: ${advice}` };
  }
  if (!found.isRecurring) {
    throw new OperatorError(
      `the price ${priceId} is paid once, and the pro plan needs a recurring one: ` +
        "make a recurring price in Stripe and set STRIPE_PRICE_ID to it",
    );
  }
  if (found.isActive) return { sold: found, trouble: undefined };
  return { sold: found, trouble: `the price ${priceId} is archived in Stripe, so nobody can buy it: activate it` };
}
