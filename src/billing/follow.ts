import type { SubscriptionFacts } from "../domain/billing.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Attached, Billing as StoredPayments } from "../store/accounts/index.ts";
import type { Commands } from "../store/commands.ts";
import type { Payments } from "./payments.ts";

/** Asks the provider about one thing and has the answer take effect. */
export interface Following {
  /** Asks about a session, having it closed first where it is not wanted; gives its address while it can be paid. */
  checkout(sessionId: string, isUnwanted: boolean): Promise<string | null>;
  subscription(subscriptionId: string): Promise<void>;
  /** Cancels a subscription. */
  cancellation(subscriptionId: string): Promise<void>;
  /** Attaches a subscription to the key it carries the id of, as the provider has it now; says so where it cannot. */
  attachment(subscriptionId: string): Promise<void>;
  /** The same with what the provider was just found to say. */
  attach(facts: SubscriptionFacts): Promise<Attached | "under_way">;
}

export function openFollowing({
  payments,
  stored,
  commands,
  log,
}: {
  readonly payments: Payments;
  readonly stored: StoredPayments;
  readonly commands: Commands;
  readonly log: Log;
}): Following {
  const following: Following = {
    async checkout(sessionId, isUnwanted) {
      const found = await (isUnwanted ? payments.expireCheckout(sessionId) : payments.findCheckout(sessionId));
      if (found === undefined) log.warn({ session: sessionId }, "the payment provider does not know this session");
      const facts = found?.facts ?? unknownSession(sessionId, stored.findCheckout(sessionId)?.keyId ?? null);
      await commands.applyPayment({ checkout: facts });
      return found?.url ?? null;
    },

    async subscription(subscriptionId) {
      const found = await payments.findSubscription(subscriptionId);
      // An account that was exchanged knows none of them; nobody loses what they paid for because of that.
      if (found === undefined) log.warn({ subscription: subscriptionId }, "the payment provider does not know this");
      const facts = found ?? { subscriptionId, keyId: null, status: "pending" };
      await commands.applyPayment({ subscription: facts });
    },

    async cancellation(subscriptionId) {
      const found = await payments.cancelSubscription(subscriptionId);
      if (found !== undefined && found.status !== "ended") {
        throw new AppError("payments_unavailable", `subscription ${subscriptionId} is still ${found.status}`);
      }
      await commands.applyPayment({ subscription: { subscriptionId, keyId: null, status: "ended" } });
      log.info({ subscription: subscriptionId }, "subscription cancelled");
    },

    async attachment(subscriptionId) {
      const found = await payments.findSubscription(subscriptionId);
      if (found?.keyId == null) return;
      const attached = await following.attach(found);
      // Another service may share the account.
      if (attached === "unknown_key") log.warn({ subscription: subscriptionId, key: found.keyId }, UNKNOWN_KEY);
    },

    async attach(facts) {
      const { subscriptionId, keyId, status } = facts;
      const isNew = stored.findSubscription(subscriptionId) === undefined;
      if (isNew && (status === "ended" || status === "pending")) return "not_running";
      if (isNew && keyId !== null) {
        // What the key has on record may be what is to be attached, or may have ended.
        const session = stored.findCheckoutInProgress(keyId)?.sessionId ?? null;
        if (session !== null) await following.checkout(session, false);
        if (session !== null && stored.findCheckout(session)?.status === "processing") return "under_way";
        const other = stored.findLiveSubscription(keyId)?.subscriptionId;
        if (other !== undefined && other !== subscriptionId) await following.subscription(other);
      }
      const attached = await commands.attachSubscription(facts);
      logAttached(log, attached, facts);
      return attached;
    },
  };
  return following;
}

export const UNKNOWN_KEY = "a subscription runs for a key that is not in the database";

/** What cannot be attached is paid for in vain until the operator sees to it. */
function logAttached(log: Log, attached: Attached, { subscriptionId, keyId, prices }: SubscriptionFacts): void {
  const about = { subscription: subscriptionId, key: keyId };
  if (attached === "attached") log.info(about, "a subscription that was not on record is attached to its key");
  if (attached === "revoked_key") log.warn(about, "a subscription of a revoked key is cancelled; give the money back");
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
