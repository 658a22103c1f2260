import { openProvider } from "../billing/open-provider.ts";
import type { PaymentProvider } from "../billing/provider.ts";
import { SharedClock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { SubscriptionFacts } from "../domain/accounts/billing.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { AppError, OperatorError, UsageError } from "../errors.ts";
import { findKey } from "../store/accounts/key-rows.ts";
import {
  applySubscriptions,
  findLiveSubscription,
  findSubscription,
  type Subscription,
} from "../store/accounts/subscriptions.ts";
import type { Db } from "../store/database/db.ts";
import { type Arguments, type Command, seeHelp } from "./command.ts";
import { withDatabase } from "./database.ts";
import { describeSubscription, getKey } from "./keys.ts";
import { readSettings } from "./settings.ts";

export const paymentsCommand: Command = {
  name: "payments",
  operands: "attach KEY SUBSCRIPTION",
  summary: "Attach a Stripe subscription to the key with the id KEY; works while the service runs",
  settings: ["db"],
  run,
};

async function run(args: Arguments): Promise<number> {
  const [action, keyId, subscriptionId, extra] = args.operands;
  if (action !== "attach" || keyId === undefined || subscriptionId === undefined || extra !== undefined) {
    throw new UsageError(`payments: expected attach KEY SUBSCRIPTION; ${seeHelp(paymentsCommand)}`);
  }
  if (!/^sub_[A-Za-z0-9_]{1,64}$/.test(subscriptionId)) {
    throw new UsageError("payments: the id of a subscription begins with sub_, as Stripe shows it");
  }
  const config = readSettings(args);
  const provider = await openStripe(config);
  try {
    const { key, subscription } = await withDatabase(config.db, (db) =>
      attach(db, provider, keyId.toLowerCase(), subscriptionId),
    );
    const outcome = `key ${key.id} is on ${key.tier}; subscription ${subscriptionId} ${describeSubscription(subscription, key)}`;
    if (subscription.status !== "live" || subscription.isUnwanted) throw new OperatorError(outcome);
    process.stdout.write(`${outcome}\n`);
    return 0;
  } finally {
    provider.close();
  }
}

async function openStripe(config: Config): Promise<PaymentProvider> {
  const opened = await openProvider(config, () => "");
  if (opened === undefined) {
    throw new OperatorError(
      "payments are not set up here: set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID, as for the service",
    );
  }
  return opened;
}

async function attach(
  db: Db,
  provider: PaymentProvider,
  keyId: string,
  subscriptionId: string,
): Promise<{ key: Key; subscription: Subscription }> {
  const key = getKey(db, keyId);
  if (key.revokedAt !== null) {
    throw new OperatorError(`key ${keyId} is revoked: create another with 'toteboard keys create'`);
  }
  const before = findSubscription(db, subscriptionId);
  if (before !== undefined && before.keyId !== keyId) {
    throw new OperatorError(`subscription ${subscriptionId} belongs to key ${before.keyId}`);
  }
  const facts = await getSubscription(provider, subscriptionId);
  const live = findLiveSubscription(db, keyId);
  if (live !== undefined && live.subscriptionId !== subscriptionId && live.status !== "moved" && !live.isUnwanted) {
    throw new OperatorError(
      `subscription ${subscriptionId} is not attached, for the key has another one: cancel one of them in Stripe`,
    );
  }
  const { priceId: proPriceId } = provider;
  applySubscriptions(db, { found: [{ ...facts, keyId }], proPriceId, isKnownToPay: true }, new SharedClock().now());
  const subscription = findSubscription(db, subscriptionId);
  if (subscription === undefined || subscription.status === "ended") {
    throw new OperatorError(`subscription ${subscriptionId} does not run`);
  }
  // After a restore, the service finds the key of a subscription by this.
  if (facts.keyId !== keyId) await provider.assignSubscription(subscriptionId, keyId).catch(toOperatorError);
  return { key: findKey(db, keyId) ?? key, subscription };
}

/** Throws OperatorError when Stripe does not have it. */
async function getSubscription(provider: PaymentProvider, subscriptionId: string): Promise<SubscriptionFacts> {
  const facts = await provider.findSubscription(subscriptionId).catch(toOperatorError);
  if (facts !== undefined) return facts;
  throw new OperatorError(`Stripe does not know the subscription ${subscriptionId}`);
}

/** Stripe's own message says what to do. */
function toOperatorError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw error.cause instanceof Error ? new OperatorError(error.cause.message, { cause: error }) : error;
}
