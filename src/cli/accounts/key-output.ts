import { toIso, toIsoOrNull } from "../../clock.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import type { Subscription, TierChange } from "../../store/accounts/stored-payments.ts";

/** Everything the store has about a key. */
export interface KeyDetail {
  readonly key: Key;
  readonly subscription: Subscription | undefined;
  /** Undefined where they are not shown. */
  readonly tierChanges?: readonly TierChange[];
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

/** Prints a key, its subscription and the changes of its tier as text. */
export function printDetail({ key, subscription, tierChanges = [] }: KeyDetail): void {
  print(toText(key));
  if (subscription !== undefined) {
    print(`\nSubscription ${subscription.subscriptionId} ${describeSubscription(subscription, key)}`);
  }
  if (tierChanges.length === 0) return;
  print("");
  const header = ["TIER CHANGED", "FROM", "TO", "CAUSE", "EVENT"];
  printColumns([
    header,
    ...tierChanges.map(({ changedAt, from, to, cause, eventId }) => [
      toMinute(changedAt),
      from,
      to,
      cause,
      eventId ?? "-",
    ]),
  ]);
}

/** Prints the same as JSON. */
export const printDetailJson = ({ key, subscription, tierChanges }: KeyDetail): void =>
  printJson({
    ...toJson(key),
    subscription: subscription === undefined ? null : toJsonSubscription(subscription),
    ...(tierChanges && { tier_changes: tierChanges.map(toJsonChange) }),
  });

/** Prints one line for each key. */
export function printTable(keys: readonly Key[]): void {
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
  printColumns([header, ...rows]);
}

function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    print(cells.join("  ").trimEnd());
  }
}

/** What happens next to a subscription that has not ended. */
export function describeSubscription({ status, isUnwanted, isGranted }: Subscription, { tier }: Key): string {
  if (isUnwanted) return "is to be cancelled: the service does that within 3 minutes, or when it starts";
  if (status === "moved") return "runs at a price that does not pay for pro";
  if (!isGranted) return `goes on being billed; the end of it leaves the key on ${tier}`;
  return status === "unpaid" ? "has an open bill" : "is paid; the end of it returns the key to free";
}

export const toJson = (key: Key) => ({
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

export const toText = (key: Key): string =>
  Object.entries(toJson(key))
    .map(([name, value]) => `${name.padEnd(14)}${value ?? (name.endsWith("_limit") ? "unlimited" : "-")}`)
    .join("\n");

const toMinute = (ms: number | null): string => (ms === null ? "-" : toIso(ms).slice(0, 16).replace("T", " "));
