import type { SubscriptionFacts } from "../domain/accounts/billing.ts";
import type { Log } from "../log.ts";
import type { StoredPayments } from "../store/accounts/stored-payments.ts";
import { type Reconciler, type ReconcilerDeps, UNKNOWN_KEY } from "./reconcile.ts";

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

/**
 * Subscriptions on record come first: then their prices are known, and the former subscription of a key that paid again
 * has ended.
 */
function inOrder(found: readonly SubscriptionFacts[], stored: StoredPayments): SubscriptionFacts[] {
  const isOnRecord = ({ subscriptionId }: SubscriptionFacts) => stored.findSubscription(subscriptionId) !== undefined;
  const { recorded = [], missing = [] } = Object.groupBy(found, (one) => (isOnRecord(one) ? "recorded" : "missing"));
  return [...recorded.sort(endedFirst), ...missing];
}

const endedFirst = (a: SubscriptionFacts, b: SubscriptionFacts): number =>
  Number(b.status === "ended") - Number(a.status === "ended");
