import { existsSync } from "node:fs";
import { SharedClock, toIso, toIsoOrNull } from "../clock.ts";
import { KEY_EMAIL, KEY_NAME, type Key, type KeyText } from "../domain/keys.ts";
import { NO_OWN_LIMITS, type OwnLimits, TIERS, type Tier } from "../domain/plans.ts";
import { redactSecrets } from "../domain/secrets.ts";
import { OperatorError, quote, UsageError } from "../errors.ts";
import {
  type KeyWriter,
  openKeyWriter,
  openStoredPayments,
  type Subscription,
  type TierChange,
} from "../store/accounts/index.ts";
import { extractAddon, isBusy, openDatabase, requireSchema } from "../store/database/index.ts";
import { type Call, type Command, readSettings, seeHelp } from "./command.ts";

const LIMIT_OPTIONS = { perMinute: "per-minute", perDay: "per-day", perMonth: "per-month" } as const;
const LIMIT_NAMES = Object.values(LIMIT_OPTIONS);

export const keysCommand: Command = {
  name: "keys",
  operands: "create|list|show|revoke|set-tier [ID]",
  summary: "Make, list and change API keys; works while the service runs",
  settings: ["db"],
  options: [
    { name: "name", value: "TEXT", help: "create: what the key is called" },
    { name: "email", value: "ADDRESS", help: "create: how its owner can be reached" },
    { name: "tier", value: "TIER", help: `create (free), set-tier: ${TIERS.join(", ")}` },
    { name: "per-minute", value: "NUMBER", help: "create, set-tier: an enterprise key's own limit" },
    { name: "per-day", value: "NUMBER", help: "the same for a UTC day; unlimited without" },
    { name: "per-month", value: "NUMBER", help: "the same for a UTC month; unlimited without" },
    { name: "cancel-subscription", help: "set-tier: cancel the subscription of the key with Stripe, at once" },
    { name: "json", help: "print JSON" },
  ],
  run,
};

/** What each action takes beside --json, and what it prints. */
const ACTIONS: Readonly<Record<string, Action>> = {
  create: { options: ["name", "email", "tier", ...LIMIT_NAMES], takesId: false, run: create },
  list: { options: [], takesId: false, run: list },
  show: { options: [], takesId: true, run: showWhole },
  revoke: { options: [], takesId: true, run: revoke },
  "set-tier": { options: ["tier", "cancel-subscription", ...LIMIT_NAMES], takesId: true, run: setTier },
};

interface Action {
  readonly options: readonly string[];
  readonly takesId: boolean;
  run(call: Call, keys: StoredKeys, id: string, now: number): void;
}

interface StoredKeys extends KeyWriter {
  readonly tierChanges: (id: string) => readonly TierChange[];
  readonly subscription: (id: string) => Subscription | undefined;
}

function run(call: Call): number {
  const [name = "", id, extra] = call.operands;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw wrong(`expected ${Object.keys(ACTIONS).join(", ")}${name && `, not ${quote(name)}`}`);
  if (action.takesId && id === undefined)
    throw wrong(`${name} needs the id of a key; 'toteboard keys list' shows them`);
  const surplus = action.takesId ? extra : id;
  if (surplus !== undefined) throw wrong(`${name} takes no ${quote(surplus)}`);
  const options = keysCommand.options?.map((option) => option.name) ?? [];
  const useless = options.find((one) => call.isGiven(one) && one !== "json" && !action.options.includes(one));
  if (useless !== undefined) throw wrong(`${name} takes no --${useless}`);
  withKeys(readSettings(call).db, (keys) => action.run(call, keys, id?.toLowerCase() ?? "", new SharedClock().now()));
  return 0;
}

function withKeys(file: string, work: (keys: StoredKeys) => void): void {
  if (!existsSync(file)) {
    throw new OperatorError(`no database at ${file}: name it with --db, or make it with 'toteboard serve'`);
  }
  const db = openDatabase(file, "read-write", extractAddon());
  try {
    requireSchema(db, file);
    const { listTierChanges: tierChanges, findLiveSubscription: subscription } = openStoredPayments(db);
    work({ ...openKeyWriter(db), tierChanges, subscription });
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new OperatorError(`${file} is being written to for too long; try again`, { cause: error });
  } finally {
    db.close();
  }
}

function create(call: Call, keys: KeyWriter, _id: string, now: number): void {
  const name = readText(call, "name", KEY_NAME);
  const email = readText(call, "email", KEY_EMAIL);
  const tier = readTier(call) ?? "free";
  const limits = readLimits(call, tier);
  const { id, secret } = keys.create({ name, email, tier, limits }, now);
  const key = getKey(keys, id);
  if (call.isGiven("json")) printJson({ key: secret, ...toJson(key) });
  else print(`${toText(key)}\n\nThe key, shown only now:\n${secret}`);
}

function list(call: Call, keys: KeyWriter): void {
  const all = [...keys.list()];
  if (call.isGiven("json")) printJson(all.map(toJson));
  else printTable(all);
}

function printTable(all: readonly Key[]): void {
  const header = ["ID", "KEY", "TIER", "CREATED", "LAST USED", "REVOKED", "NAME", "EMAIL"];
  const rows = all.map((key) => [
    key.id,
    `${key.keyPrefix}…`,
    key.tier,
    toMinute(key.createdAt),
    toMinute(key.lastUsedAt),
    toMinute(key.revokedAt),
    key.name,
    key.email,
  ]);
  printColumns([header, ...rows]);
}

function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

function revoke(call: Call, keys: StoredKeys, id: string, now: number): void {
  getKey(keys, id);
  show(call, keys, keys.revoke(id, now));
}

function setTier(call: Call, keys: StoredKeys, id: string, now: number): void {
  const tier = readTier(call);
  if (tier === undefined) throw wrong("set-tier needs --tier");
  const limits = readLimits(call, tier);
  getKey(keys, id);
  const cancelsSubscription = call.isGiven("cancel-subscription");
  show(call, keys, keys.setTier({ id, tier, limits, cancelsSubscription }, now));
}

/** With every change of its tier. */
function showWhole(call: Call, keys: StoredKeys, id: string): void {
  const key = getKey(keys, id);
  const changes = keys.tierChanges(id);
  if (call.isGiven("json")) {
    printJson({ ...toJson(key), subscription: toJsonSubscription(keys, key), tier_changes: changes.map(toJsonChange) });
    return;
  }
  print(toText(key));
  printSubscription(keys, key);
  if (changes.length === 0) return;
  const rows = changes.map(({ changedAt, from, to, cause, eventId }) => [
    toMinute(changedAt),
    from,
    to,
    cause,
    eventId ?? "-",
  ]);
  print("");
  printColumns([["TIER CHANGED", "FROM", "TO", "CAUSE", "EVENT"], ...rows]);
}

function show(call: Call, keys: StoredKeys, key: Key): void {
  if (call.isGiven("json")) {
    printJson({ ...toJson(key), subscription: toJsonSubscription(keys, key) });
    return;
  }
  print(toText(key));
  printSubscription(keys, key);
}

function printSubscription(keys: StoredKeys, key: Key): void {
  const subscription = keys.subscription(key.id);
  if (subscription !== undefined)
    print(`\nSubscription ${subscription.subscriptionId} ${describeSubscription(subscription, key)}`);
}

/** What becomes of a subscription that has not ended. */
export function describeSubscription({ status, isUnwanted, isGranted }: Subscription, { tier }: Key): string {
  if (isUnwanted) return "is to be cancelled: the service does that within 3 minutes, or when it starts";
  if (status === "moved") return "runs at a price that does not pay for pro";
  if (!isGranted) return `goes on being billed; the end of it leaves the key on ${tier}`;
  return status === "unpaid" ? "has an open bill" : "is paid; the end of it returns the key to free";
}

function getKey(keys: KeyWriter, id: string): Key {
  const key = keys.find(id);
  if (key === undefined)
    throw new OperatorError(`no key has the id ${quote(redactSecrets(id))}; 'toteboard keys list' shows all`);
  return key;
}

function readText(call: Call, option: string, { min, max, expected, pattern }: KeyText): string {
  const text = call.valuesOf(option).at(-1);
  if (text === undefined) throw wrong(`create needs --${option}`);
  const length = [...text].length;
  if (length >= min && length <= max && pattern.test(text)) return text;
  throw new UsageError(`--${option}: expected ${expected} of ${min} to ${max} characters, not ${quote(text)}`);
}

function readTier(call: Call): Tier | undefined {
  const text = call.valuesOf("tier").at(-1);
  const tier = TIERS.find((one) => one === text);
  if (text !== undefined && tier === undefined) {
    throw new UsageError(`--tier: expected one of ${TIERS.join(", ")}, not ${quote(text)}`);
  }
  return tier;
}

function readLimits(call: Call, tier: Tier): OwnLimits {
  const given = LIMIT_NAMES.find((name) => call.isGiven(name));
  if (given !== undefined && tier !== "enterprise") {
    throw new UsageError(`--${given}: only enterprise keys have limits of their own; add --tier enterprise`);
  }
  const entries = Object.entries(LIMIT_OPTIONS).map(([limit, name]) => [limit, readLimit(call, name)]);
  return { ...NO_OWN_LIMITS, ...Object.fromEntries(entries) };
}

function readLimit(call: Call, name: string): number | null {
  const text = call.valuesOf(name).at(-1);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--${name}: expected a whole number from 1 to 999999999, not ${quote(text)}`);
}

const wrong = (message: string): UsageError => new UsageError(`keys: ${message}; ${seeHelp(keysCommand)}`);

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

function toJsonSubscription(keys: StoredKeys, { id }: Key) {
  const found = keys.subscription(id);
  if (found === undefined) return null;
  const { subscriptionId, status, isUnwanted } = found;
  return { id: subscriptionId, status: isUnwanted ? "cancelling" : status };
}

const toJsonChange = ({ changedAt, eventId, ...change }: TierChange) => ({
  changed_at: toIso(changedAt),
  ...change,
  event_id: eventId,
});

const toText = (key: Key): string =>
  Object.entries(toJson(key))
    .map(([name, value]) => `${name.padEnd(14)}${value ?? (name.endsWith("_limit") ? "unlimited" : "-")}`)
    .join("\n");

const toMinute = (ms: number | null): string => (ms === null ? "-" : toIso(ms).slice(0, 16).replace("T", " "));

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));
