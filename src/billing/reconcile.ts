import type { SubscriptionFacts } from "../domain/billing.ts";
import type { Log } from "../log.ts";
import type { Billing as StoredPayments } from "../store/accounts/index.ts";
import type { Commands } from "../store/commands.ts";
import { type Following, UNKNOWN_KEY } from "./follow.ts";
import type { Payments } from "./payments.ts";

/**
 * Brings a restored backup in line with the provider: keys paid for since then are on pro, those no longer paid for are not.
 * Rejects where the provider does not answer; then it is done again from the start. Does nothing for other databases.
 */
export async function reconcileRestored({
  payments,
  stored,
  commands,
  log,
  follow,
}: {
  readonly payments: Payments;
  readonly stored: StoredPayments;
  readonly commands: Commands;
  readonly log: Log;
  readonly follow: Following;
}): Promise<void> {
  if (!stored.isRestored()) return;
  const found = await payments.listSubscriptions();
  const counts: Record<string, number> = {};
  for (const facts of inOrder(found, stored)) {
    const result = await follow.attach(facts);
    counts[result] = (counts[result] ?? 0) + 1;
    if (result === "unknown_key") logLost(log, facts);
  }
  await commands.endRestoring({});
  log.info({ subscriptions: found.length, ...counts }, "payments of the restored database agree with Stripe");
}

function logLost(log: Log, { subscriptionId, keyId }: SubscriptionFacts): void {
  const advice = `attach it with 'toteboard payments attach KEY ${subscriptionId}', or cancel it in Stripe`;
  log.error({ subscription: subscriptionId, key: keyId }, `${UNKNOWN_KEY}: ${advice}`);
}

/**
 * Those on record come first: what they were sold at is known then, and a key that stopped paying and began again has its
 * former subscription out of the way.
 */
function inOrder(found: readonly SubscriptionFacts[], stored: StoredPayments): SubscriptionFacts[] {
  const isOnRecord = ({ subscriptionId }: SubscriptionFacts) => stored.findSubscription(subscriptionId) !== undefined;
  const { recorded = [], missing = [] } = Object.groupBy(found, (one) => (isOnRecord(one) ? "recorded" : "missing"));
  return [...recorded.sort(endedFirst), ...missing];
}

const endedFirst = (a: SubscriptionFacts, b: SubscriptionFacts): number =>
  Number(b.status === "ended") - Number(a.status === "ended");
