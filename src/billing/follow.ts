import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Billing as StoredPayments } from "../store/billing.ts";
import type { Commands } from "../store/commands.ts";
import type { Payments } from "./payments.ts";

/** Asks the provider about one thing and has the answer take effect. */
export interface Following {
  /** Asks about a session, having it closed first where it is not wanted; gives its address while it can be paid. */
  checkout(sessionId: string, isUnwanted: boolean): Promise<string | null>;
  subscription(subscriptionId: string): Promise<void>;
  /** Cancels a subscription. */
  cancellation(subscriptionId: string): Promise<void>;
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
  return {
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
  };
}

const unknownSession = (sessionId: string, keyId: string | null) => ({
  sessionId,
  keyId,
  status: "expired" as const,
  subscriptionId: null,
  customerId: null,
});
