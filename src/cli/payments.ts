import { existsSync } from "node:fs";
import { openProvider, type PaymentProvider } from "../billing/index.ts";
import { SharedClock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { SubscriptionFacts } from "../domain/billing.ts";
import type { Key } from "../domain/keys.ts";
import { redactSecrets } from "../domain/secrets.ts";
import { AppError, OperatorError, quote, UsageError } from "../errors.ts";
import { openKeyWriter, openPaymentWriter, openStoredPayments, type Subscription } from "../store/accounts/index.ts";
import { type Db, extractAddon, isBusy, openDatabase, requireSchema } from "../store/database/index.ts";
import { type Call, type Command, readSettings, seeHelp } from "./command.ts";
import { describeSubscription } from "./keys.ts";

export const paymentsCommand: Command = {
  name: "payments",
  operands: "attach KEY SUBSCRIPTION",
  summary: "Attach a Stripe subscription to the key with the id KEY; works while the service runs",
  settings: ["db"],
  run,
};

async function run(call: Call): Promise<number> {
  const [action, keyId, subscriptionId, extra] = call.operands;
  if (action !== "attach" || keyId === undefined || subscriptionId === undefined || extra !== undefined) {
    throw new UsageError(`payments: expected attach KEY SUBSCRIPTION; ${seeHelp(paymentsCommand)}`);
  }
  if (!/^sub_[A-Za-z0-9_]{1,64}$/.test(subscriptionId)) {
    throw new UsageError("payments: the id of a subscription begins with sub_, as Stripe shows it");
  }
  const config = readSettings(call);
  const payments = openStripe(config);
  if (!existsSync(config.db)) throw new OperatorError(`no database at ${config.db}: name it with --db`);
  const db = openDatabase(config.db, "read-write", extractAddon());
  try {
    requireSchema(db, config.db);
    const { key, subscription } = await attach(db, payments, keyId.toLowerCase(), subscriptionId);
    const outcome = `key ${key.id} is on ${key.tier}; subscription ${subscriptionId} ${describeSubscription(subscription, key)}`;
    if (subscription.status !== "live" || subscription.isUnwanted) throw new OperatorError(outcome);
    process.stdout.write(`${outcome}\n`);
    return 0;
  } catch (error) {
    throw isBusy(error) ? new OperatorError(`${config.db} is being written to for too long; try again`) : error;
  } finally {
    db.close();
    payments.close();
  }
}

function openStripe(config: Config): PaymentProvider {
  const opened = openProvider(config, () => "");
  if (opened === undefined) {
    throw new OperatorError(
      "payments are not set up here: set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID, as for the service",
    );
  }
  return opened;
}

async function attach(
  db: Db,
  payments: PaymentProvider,
  keyId: string,
  subscriptionId: string,
): Promise<{ key: Key; subscription: Subscription }> {
  const keys = openKeyWriter(db);
  const stored = openStoredPayments(db);
  const key = keys.find(keyId);
  if (key === undefined)
    throw new OperatorError(`no key has the id ${quote(redactSecrets(keyId))}; 'toteboard keys list' shows all`);
  if (key.revokedAt !== null)
    throw new OperatorError(`key ${keyId} is revoked: make another with 'toteboard keys create'`);
  const before = stored.findSubscription(subscriptionId);
  if (before !== undefined && before.keyId !== keyId) {
    throw new OperatorError(`subscription ${subscriptionId} belongs to key ${before.keyId}`);
  }
  const facts = await find(payments, subscriptionId);
  const writer = openPaymentWriter(db);
  const attached = writer.attach({ ...facts, keyId }, new SharedClock().now(), true);
  if (attached === "paid_twice") {
    throw new OperatorError(
      `subscription ${subscriptionId} is not attached, for the key has another one: cancel one of them in Stripe`,
    );
  }
  const subscription = stored.findSubscription(subscriptionId);
  if (subscription === undefined || subscription.status === "ended") {
    throw new OperatorError(`subscription ${subscriptionId} does not run`);
  }
  // So that it is found again after the next restore.
  if (facts.keyId !== keyId) await payments.assignSubscription(subscriptionId, keyId).catch(toOperatorError);
  return { key: keys.find(keyId) ?? key, subscription };
}

async function find(payments: PaymentProvider, subscriptionId: string): Promise<SubscriptionFacts> {
  const facts = await payments.findSubscription(subscriptionId).catch(toOperatorError);
  if (facts !== undefined) return facts;
  throw new OperatorError(`Stripe does not know the subscription ${subscriptionId}`);
}

function toOperatorError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw error.cause instanceof Error ? new OperatorError(error.cause.message, { cause: error }) : error;
}
