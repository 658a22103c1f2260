import { randomUUID } from "node:crypto";
import { HOUR_MS } from "../../clock.ts";
import type { TierChangeCause } from "../../domain/accounts/billing.ts";
import {
  createSecret,
  digestOf,
  type FixedKey,
  isFixedId,
  type Key,
  originOf,
  prefixOf,
} from "../../domain/accounts/keys.ts";
import { type Limits, limitsOf, NO_OWN_LIMITS, type OwnLimits, type Tier } from "../../domain/accounts/plans.ts";
import { AppError, OperatorError } from "../../errors.ts";
import { consistently, type Db, durably, immediately, prepare, type SqlRow } from "../database/db.ts";
import { getOriginSalt } from "../database/properties.ts";

/** A key as it is shown once, right after its creation. */
export interface NewKey {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  /** The secret itself; stored nowhere. */
  readonly secret: string;
  readonly keyPrefix: string;
  readonly limits: Limits;
  readonly createdAt: number;
}

/** A key with its new secret, shown once. */
interface RotatedKey extends Key {
  readonly secret: string;
  /** When the former secret stops working. */
  readonly previousExpiresAt: number;
}

/** Where the request for a key came from, and how many keys an hour it may create. */
interface KeyOrigin {
  readonly address: string;
  readonly perHour: number;
  /** For the refusal. */
  readonly upgradeUrl: string;
}

/** What is stored of a secret. */
export interface KeySecret {
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  /** Null while it is the newest; 0 when it was ended at once. */
  readonly expiresAt: number | null;
}

export interface ChangedKey {
  readonly key: Key;
  readonly secrets: readonly KeySecret[];
}

const MAX_CHANGES = 1000;
const PAGE_KEYS = 1000;

/** Ended secrets kept per key, to tell them from unknown ones. */
const MAX_ENDED_SECRETS = 100;

/** The newest keys, or those created before one with this id; at most `limit`. */
export const listNewestKeys = (db: Db, before: string | undefined, limit: number): Key[] =>
  consistently(db, () => {
    const first = before === undefined ? undefined : findKey(db, before);
    const { createdAt, id } = first ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "" };
    return prepare(db, "keys", "listNewest").all({ createdAt, id, limit }).map(toKey);
  });

/** All keys, and those of them that are revoked. Reads the whole table. */
export const countKeys = (db: Db) => prepare(db, "keys", "count").get();

/** At most 1,000 keys that changed after `seq` (0 for all), and the number of the last one's change. */
export function listChangedKeys(db: Db, seq: number): { keys: readonly ChangedKey[]; seq: number } {
  if (prepare(db, "keys", "lastChange").pluck().get() === seq) return { keys: [], seq };
  return consistently(db, () => {
    const rows = prepare(db, "keys", "listChanged").all({ after: seq, limit: MAX_CHANGES });
    const keys = rows.map(({ seq: _, ...row }) => ({ key: toKey(row), secrets: listSecrets(db, row.id) }));
    return { keys, seq: rows.at(-1)?.seq ?? seq };
  });
}

const listSecrets = (db: Db, id: string): KeySecret[] =>
  prepare(db, "keys", "listSecrets")
    .all(id)
    .map(({ digest, expiresAt }) => ({ digest: digest.toString("hex"), expiresAt }));

/** All keys in order of creation. */
export function* listKeys(db: Db): Generator<Key> {
  let rows: KeyRow[];
  let last = { createdAt: -1, id: "" };
  do {
    rows = prepare(db, "keys", "listAfter").all({ ...last, limit: PAGE_KEYS });
    yield* rows.map(toKey);
    last = rows.at(-1) ?? last;
  } while (rows.length === PAGE_KEYS);
}

/**
 * Creates a key; its secret is in the answer and nowhere else. The effect is on the disk when this returns, as with all
 * that follow. Throws AppError key_creation_limit_exceeded when its origin created too many within the hour.
 */
export function createKey(db: Db, input: KeyInput, now: number): NewKey {
  const { name, email, tier, parentId = null, limits = NO_OWN_LIMITS, origin, fixed } = input;
  const known = fixed === undefined ? undefined : findKey(db, fixed.id);
  // A demo is started again with its database: its key is there, unless somebody revoked or rotated it.
  if (fixed !== undefined && known?.revokedAt === null && known.keyPrefix === prefixOf(fixed.secret)) {
    return { ...known, secret: fixed.secret };
  }
  const { id, secret } = (known === undefined && fixed) || { id: randomUUID(), secret: createSecret() };
  const key = { name, email, tier, id, keyPrefix: prefixOf(secret), createdAt: now };
  durably(db, () => {
    const madeFrom = origin === undefined ? null : admitCreation(db, origin, now);
    prepare(db, "keys", "insert").run({ ...key, ...limits, parentId, origin: madeFrom });
    prepare(db, "keys", "insertSecret").run({ ...key, digest: toBlob(secret) });
  });
  return { ...key, limits: limitsOf(tier, limits), secret };
}

/** Gives a key a new secret. The former one may read until the grace ends; older ones end now. */
export function rotateKey(db: Db, id: string, graceHours: number, now: number): RotatedKey {
  const secret = createSecret();
  // A secret that ended at once must stay ended when the clock is set back.
  const expiresAt = graceHours === 0 ? 0 : now + graceHours * HOUR_MS;
  const key = changeKey(db, id, ({ revokedAt }) => {
    if (revokedAt !== null) throw new AppError("revoked_api_key", "this key was revoked; create one at /keys");
    replaceSecret(db, { id, secret, expiresAt, now });
  });
  return { ...key, secret, previousExpiresAt: Math.max(expiresAt, now) };
}

/** Ends a key for good. A key revoked before keeps its time. */
export const revokeKey = (db: Db, id: string, now: number): Key =>
  changeKey(db, id, () => prepare(db, "keys", "revoke").run({ id, now }));

/** Ends every key that follows from a text. */
export function revokeFixedKeys(db: Db, now: number): void {
  for (const { id, revokedAt } of listKeys(db)) if (isFixedId(id) && revokedAt === null) revokeKey(db, id, now);
}

/**
 * Moves a key to a tier, with its own limits or the tier's. Throws OperatorError for free while the key's subscription
 * runs.
 */
export const setKeyTier = (db: Db, { id, ...choice }: TierChoice & { readonly id: string }, now: number): Key =>
  changeKey(db, id, (before) => setTierByOperator(db, before, choice, now));

function changeKey(db: Db, id: string, run: (before: Key) => void): Key {
  return durably(db, () => {
    run(getKey(db, id));
    return getKey(db, id);
  });
}

/** Saves when keys were last used; not durable by itself. */
export const touchKeys = (db: Db, uses: readonly { keyId: string; lastUsedAt: number }[]): void =>
  immediately(db, () => {
    for (const { keyId, lastUsedAt } of uses) prepare(db, "keys", "touch").run({ id: keyId, lastUsedAt });
  });

export interface KeyInput {
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  readonly parentId?: string | undefined;
  readonly limits?: OwnLimits | undefined;
  readonly origin?: KeyOrigin | undefined;
  /** In place of a random id and secret. */
  readonly fixed?: FixedKey | undefined;
}

/** The digest of an address. Throws AppError key_creation_limit_exceeded. The caller holds the transaction. */
function admitCreation(db: Db, { address, perHour, upgradeUrl }: KeyOrigin, now: number): string {
  const origin = originOf(address, getOriginSalt(db));
  const within = { origin, after: now - HOUR_MS, before: now + HOUR_MS };
  const used = Number(prepare(db, "keys", "countCreations").pluck().get(within));
  if (used >= perHour) {
    const skip = perHour - 1;
    const freeAt = Number(
      prepare(db, "keys", "findCreation")
        .pluck()
        .get({ ...within, skip }),
    );
    const seconds = Math.max(1, Math.ceil((freeAt + HOUR_MS - now) / 1000));
    const message = `At most ${perHour} keys an hour can be created from one address; try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
    throw new AppError("key_creation_limit_exceeded", message, {
      details: { limit: perHour, used, tier: "free", upgrade_url: upgradeUrl },
      headers: { "Retry-After": String(seconds) },
    });
  }
  return origin;
}

interface NewSecret {
  readonly id: string;
  readonly secret: string;
  /** Of the former secret. */
  readonly expiresAt: number;
  readonly now: number;
}

function replaceSecret(db: Db, { id, secret, expiresAt, now }: NewSecret): void {
  prepare(db, "keys", "endRetiringSecrets").run({ id, now });
  prepare(db, "keys", "retireSecret").run({ id, expiresAt });
  prepare(db, "keys", "forgetSecrets").run({ id, keep: MAX_ENDED_SECRETS });
  prepare(db, "keys", "insertSecret").run({ id, digest: toBlob(secret), createdAt: now });
  prepare(db, "keys", "savePrefix").run({ id, keyPrefix: prefixOf(secret) });
}

const toBlob = (secret: string): Buffer => Buffer.from(digestOf(secret), "hex");

/** A row of sql/queries/keys.sql. */
type KeyRow = Omit<Key, "ownLimits" | "limits"> & OwnLimits;

function toKey({ perMinute, perDay, perMonth, ...key }: KeyRow): Key {
  const ownLimits = { perMinute, perDay, perMonth };
  return { ...key, ownLimits, limits: limitsOf(key.tier, ownLimits) };
}

export function findKey(db: Db, id: string): Key | undefined {
  const row = prepare(db, "keys", "find").get(id);
  return row === undefined ? undefined : toKey(row);
}

/** Throws AppError key_not_found. */
export function getKey(db: Db, id: string): Key {
  const key = findKey(db, id);
  if (key === undefined) throw new AppError("key_not_found", `no key '${id}'`);
  return key;
}

/** For what belongs to a key: it may have been revoked since the request came. Throws AppError revoked_api_key. */
export function getLiveKey(db: Db, id: string): Key {
  const key = getKey(db, id);
  if (key.revokedAt !== null) throw new AppError("revoked_api_key", "this key was revoked; create one at /keys");
  return key;
}

/** What the operator chose for a key. */
export interface TierChoice {
  readonly tier: Tier;
  /** Its own limits; the tier's without them. */
  readonly limits?: OwnLimits | undefined;
  /** Cancels the key's subscription with the payment provider. */
  readonly cancelsSubscription?: boolean | undefined;
}

/** When a key moves, and the notification, if one caused it. */
export interface Occasion {
  readonly eventId: string | null;
  readonly now: number;
}

export type TierChange = SqlRow<"billing", "listTierChanges">;

/** The changes of a key's tier, the oldest first. */
export const listTierChanges = (db: Db, keyId: string): TierChange[] =>
  prepare(db, "billing", "listTierChanges").all(keyId);

// All functions here expect a transaction.

/** Moves a key to a tier with that tier's limits, and records it; records also that a key stays where it is. */
export function moveKey(db: Db, id: string, to: Tier, cause: TierChangeCause, { eventId, now }: Occasion): void {
  const { tier: from } = getKey(db, id);
  if (from !== to) setTier(db, id, to, NO_OWN_LIMITS);
  prepare(db, "billing", "insertTierChange").run({ keyId: id, from, to, cause, eventId, now });
}

/**
 * Pro comes from the key's subscription and ends with it; enterprise does not. Throws OperatorError for free while the
 * subscription runs.
 */
function setTierByOperator(db: Db, { id, tier: from }: Key, choice: TierChoice, now: number): void {
  const { tier: to, limits = NO_OWN_LIMITS, cancelsSubscription = false } = choice;
  if (cancelsSubscription) prepare(db, "billing", "cancelOfKey").run(id);
  else if (to === "free") requireNotBilled(db, id);
  setTier(db, id, to, limits);
  const change = { keyId: id, from, to, cause: "operator", eventId: null, now };
  if (from !== to) prepare(db, "billing", "insertTierChange").run(change);
}

function requireNotBilled(db: Db, keyId: string): void {
  const billed = prepare(db, "billing", "listOfKey").get(keyId);
  if (billed === undefined || billed.isUnwanted === 1) return;
  throw new OperatorError(
    `key ${keyId} has the subscription ${billed.subscriptionId}, which would go on being billed: ` +
      "add --cancel-subscription to end it at once",
  );
}

const setTier = (db: Db, id: string, tier: Tier, limits: OwnLimits): void =>
  void prepare(db, "keys", "setTier").run({ id, tier, ...limits });

/** Requests of a key on a UTC day, in days since 1970-01-01. */
export interface DayCount {
  readonly keyId: string;
  readonly day: number;
  readonly requests: number;
}

/** The use of all keys, from a day on: days since 1970-01-01, UTC, as with all that follow. */
export const listUsageSince = (db: Db, day: number) => prepare(db, "usage", "listSince").all(day);

/** The use of one key, both days included; days without a request are left out. */
export const listUsage = (db: Db, keyId: string, from: number, to: number) =>
  prepare(db, "usage", "list").all({ keyId, from, to });

/** Sets the counts of days. */
export const saveUsage = (db: Db, days: readonly DayCount[]): void =>
  immediately(db, () => {
    for (const { keyId, day, requests } of days) prepare(db, "usage", "save").run({ keyId, day, requests });
  });
