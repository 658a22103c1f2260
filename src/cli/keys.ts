import { openProvider } from "../billing/open-provider.ts";
import type { PaymentProvider } from "../billing/provider.ts";
import { SharedClock, toIso, toIsoOrNull } from "../clock.ts";
import type { Config } from "../config.ts";
import type { SubscriptionFacts } from "../domain/accounts/billing.ts";
import { KEY_EMAIL, KEY_NAME, type Key, type KeyText, redactSecrets } from "../domain/accounts/keys.ts";
import { NO_OWN_LIMITS, type OwnLimits, TIERS, type Tier } from "../domain/accounts/plans.ts";
import { AppError, OperatorError, quote, toTerminal, UsageError } from "../errors.ts";
import {
  createKey,
  findKey,
  listKeys,
  listTierChanges,
  revokeKey,
  setKeyTier,
  type TierChange,
} from "../store/accounts/keys.ts";
import {
  applySubscriptions,
  findLiveSubscription,
  findSubscription,
  type Subscription,
} from "../store/accounts/subscriptions.ts";
import type { Db } from "../store/database/db.ts";
import { type Arguments, type Command, findChoice, print, printAnswer, readSettings, seeHelp } from "./command.ts";
import { withDatabase } from "./database.ts";

const LIMIT_OPTIONS = { perMinute: "per-minute", perDay: "per-day", perMonth: "per-month" } as const;
const LIMIT_NAMES = Object.values(LIMIT_OPTIONS);

export const keysCommand: Command = {
  name: "keys",
  operands: "create|list|show|revoke|set-tier [ID]",
  summary: "Create, list and change API keys; works while the service runs",
  settings: ["db"],
  options: [
    { name: "name", value: "TEXT", help: "create: the name of the key" },
    { name: "email", value: "ADDRESS", help: "create: the address of its owner" },
    { name: "tier", value: "TIER", help: `create (free), set-tier: ${TIERS.join(", ")}` },
    { name: "per-minute", value: "NUMBER", help: "create, set-tier: an enterprise key's own limit" },
    { name: "per-day", value: "NUMBER", help: "the same for a UTC day; unlimited without" },
    { name: "per-month", value: "NUMBER", help: "the same for a UTC month; unlimited without" },
    { name: "cancel-subscription", help: "set-tier: cancel the subscription of the key with Stripe, at once" },
    { name: "json", help: "print JSON" },
  ],
  run: runKeys,
};

interface Action {
  /** The options it takes beside --json. */
  readonly options: readonly string[];
  readonly takesId: boolean;
  /** `id` is empty for an action that takes none. */
  run(args: Arguments, db: Db, id: string): void;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  create: { options: ["name", "email", "tier", ...LIMIT_NAMES], takesId: false, run: create },
  list: { options: [], takesId: false, run: list },
  show: { options: [], takesId: true, run: show },
  revoke: { options: [], takesId: true, run: revoke },
  "set-tier": { options: ["tier", "cancel-subscription", ...LIMIT_NAMES], takesId: true, run: setTier },
};

async function runKeys(args: Arguments): Promise<number> {
  const [name = "", id, extra] = args.operands;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw wrong(`expected ${Object.keys(ACTIONS).join(", ")}${name && `, not ${quote(name)}`}`);
  if (action.takesId && id === undefined) {
    throw wrong(`${name} needs the id of a key; 'toteboard keys list' shows them`);
  }
  const surplus = action.takesId ? extra : id;
  if (surplus !== undefined) throw wrong(`${name} takes no ${quote(surplus)}`);
  const options = keysCommand.options?.map((option) => option.name) ?? [];
  const useless = options.find((one) => args.isGiven(one) && one !== "json" && !action.options.includes(one));
  if (useless !== undefined) throw wrong(`${name} takes no --${useless}`);
  await withDatabase(readSettings(args).db, (db) => action.run(args, db, id?.toLowerCase() ?? ""));
  return 0;
}

function create(args: Arguments, db: Db): void {
  const name = readText(args, "name", KEY_NAME);
  const email = readText(args, "email", KEY_EMAIL);
  const tier = findChoice(args, "tier", TIERS) ?? "free";
  const limits = readLimits(args, tier);
  const { id, secret } = createKey(db, { name, email, tier, limits }, now());
  const key = getKey(db, id);
  printAnswer(args, { key: secret, ...toJson(key) }, `${toText(key)}\n\nThe key, shown only now:\n${secret}`);
}

function list(args: Arguments, db: Db): void {
  const keys = [...listKeys(db)];
  printAnswer(args, keys.map(toJson), toTable(keys));
}

function show(args: Arguments, db: Db, id: string): void {
  const key = getKey(db, id);
  printKey(args, { key, subscription: findLiveSubscription(db, id), tierChanges: listTierChanges(db, id) });
}

function revoke(args: Arguments, db: Db, id: string): void {
  getKey(db, id);
  const key = revokeKey(db, id, now());
  printKey(args, { key, subscription: findLiveSubscription(db, id) });
}

function setTier(args: Arguments, db: Db, id: string): void {
  const tier = findChoice(args, "tier", TIERS);
  if (tier === undefined) throw wrong("set-tier needs --tier");
  const limits = readLimits(args, tier);
  getKey(db, id);
  const cancelsSubscription = args.isGiven("cancel-subscription");
  const key = setKeyTier(db, { id, tier, limits, cancelsSubscription }, now());
  printKey(args, { key, subscription: findLiveSubscription(db, id) });
}

const printKey = (args: Arguments, detail: KeyDetail): void =>
  printAnswer(args, toDetailJson(detail), toDetailText(detail));

/** Throws OperatorError for an unknown id. */
function getKey(db: Db, id: string): Key {
  const key = findKey(db, id);
  if (key !== undefined) return key;
  throw new OperatorError(`no key has the id ${quote(redactSecrets(id))}; 'toteboard keys list' shows all`);
}

const now = (): number => new SharedClock().now();

function readText(args: Arguments, option: string, { min, max, expected, pattern }: KeyText): string {
  const text = args.findValue(option);
  if (text === undefined) throw wrong(`create needs --${option}`);
  const length = [...text].length;
  if (length >= min && length <= max && pattern.test(text)) return text;
  throw new UsageError(`--${option}: expected ${expected} of ${min} to ${max} characters, not ${quote(text)}`);
}

function readLimits(args: Arguments, tier: Tier): OwnLimits {
  const given = LIMIT_NAMES.find((name) => args.isGiven(name));
  if (given !== undefined && tier !== "enterprise") {
    throw new UsageError(`--${given}: only enterprise keys have limits of their own; add --tier enterprise`);
  }
  const entries = Object.entries(LIMIT_OPTIONS).map(([limit, name]) => [limit, readLimit(args, name)]);
  return { ...NO_OWN_LIMITS, ...Object.fromEntries(entries) };
}

function readLimit(args: Arguments, name: string): number | null {
  const text = args.findValue(name);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--${name}: expected a whole number from 1 to 999999999, not ${quote(text)}`);
}

const wrong = (message: string): UsageError => new UsageError(`keys: ${message}; ${seeHelp(keysCommand)}`);

/** Everything the store has about a key. */
interface KeyDetail {
  readonly key: Key;
  readonly subscription: Subscription | undefined;
  /** Undefined where they are not shown. */
  readonly tierChanges?: readonly TierChange[];
}

/** A key, its subscription and the changes of its tier. */
function toDetailText({ key, subscription, tierChanges = [] }: KeyDetail): string {
  const named =
    subscription && `Subscription ${subscription.subscriptionId} ${describeSubscription(subscription, key)}`;
  const changes = tierChanges.map(({ changedAt, from, to, cause, eventId }) => [
    toMinute(changedAt),
    from,
    to,
    cause,
    eventId ?? "-",
  ]);
  const header = ["TIER CHANGED", "FROM", "TO", "CAUSE", "EVENT"];
  return [
    toText(key),
    ...(named === undefined ? [] : [named]),
    ...(changes.length === 0 ? [] : [toColumns([header, ...changes])]),
  ].join("\n\n");
}

const toDetailJson = ({ key, subscription, tierChanges }: KeyDetail) => ({
  ...toJson(key),
  subscription: subscription === undefined ? null : toJsonSubscription(subscription),
  ...(tierChanges && { tier_changes: tierChanges.map(toJsonChange) }),
});

function toTable(keys: readonly Key[]): string {
  const header = ["ID", "KEY", "TIER", "CREATED", "LAST USED", "REVOKED", "NAME", "EMAIL"];
  const rows = keys.map((key) => [
    key.id,
    `${key.keyPrefix}…`,
    key.tier,
    toMinute(key.createdAt),
    toMinute(key.lastUsedAt),
    toMinute(key.revokedAt),
    key.name,
    key.email,
  ]);
  return toColumns([header, ...rows]);
}

function toColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]): string => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  return rows.map((row) => toTerminal(toLine(row).trimEnd())).join("\n");
}

/** What happens next to a subscription that has not ended. */
function describeSubscription(
  { status, isUnwanted, paidUntil }: Pick<Subscription, "status" | "isUnwanted" | "paidUntil">,
  { tier }: Key,
): string {
  if (isUnwanted) return "is to be cancelled: the service does that within 3 minutes, or when it starts";
  if (status === "moved") return "runs at a price that does not pay for pro";
  if (tier === "enterprise") return `goes on being billed; the end of it leaves the key on ${tier}`;
  if (status === "unpaid") return "has an open bill";
  const until = paidUntil === null ? "" : `; its period ends at ${toMinute(paidUntil)}`;
  return `is paid; the end of it returns the key to free${until}`;
}

const toJson = (key: Key) => ({
  id: key.id,
  parent_id: key.parentId,
  key_prefix: key.keyPrefix,
  name: key.name,
  email: key.email,
  tier: key.tier,
  minute_limit: key.limits.perMinute,
  daily_limit: key.limits.perDay,
  monthly_limit: key.limits.perMonth,
  created_at: toIso(key.createdAt),
  last_used_at: toIsoOrNull(key.lastUsedAt),
  revoked_at: toIsoOrNull(key.revokedAt),
});

const toJsonSubscription = ({ subscriptionId, status, isUnwanted }: Subscription) => ({
  id: subscriptionId,
  status: isUnwanted ? "cancelling" : status,
});

const toJsonChange = ({ changedAt, eventId, ...change }: TierChange) => ({
  changed_at: toIso(changedAt),
  ...change,
  event_id: eventId,
});

const toText = (key: Key): string =>
  Object.entries(toJson(key))
    .map(([name, value]) => `${name.padEnd(14)}${value ?? (name.endsWith("_limit") ? "unlimited" : "-")}`)
    .map(toTerminal)
    .join("\n");

const toMinute = (ms: number | null): string => (ms === null ? "-" : toIso(ms).slice(0, 16).replace("T", " "));

export const paymentsCommand: Command = {
  name: "payments",
  operands: "attach KEY SUBSCRIPTION",
  summary: "Attach a Stripe subscription to the key with the id KEY; works while the service runs",
  settings: ["db"],
  run: runPayments,
};

async function runPayments(args: Arguments): Promise<number> {
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
    print(outcome);
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
