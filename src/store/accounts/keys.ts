import { randomUUID } from "node:crypto";
import type { Key } from "../../domain/keys.ts";
import { type Limits, limitsOf, NO_OWN_LIMITS, type OwnLimits, type Tier } from "../../domain/plans.ts";
import { createSecret, digestOf, prefixOf } from "../../domain/secrets.ts";
import { AppError } from "../../errors.ts";
import { consistently, type Db, durably, immediately, prepare } from "../database/index.ts";
import { openTierChanges } from "./billing.ts";

/** A key as it is shown once, right after it was made. */
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
export interface RotatedKey extends Key {
  readonly secret: string;
  /** Until when the secret before works. */
  readonly previousExpiresAt: number;
}

/** Who asks for a key, of whom only so many are served in an hour. */
export interface KeyOrigin {
  readonly address: string;
  readonly perHour: number;
  /** For the refusal. */
  readonly upgradeUrl: string;
}

/** What tells a key's holder. */
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

/** Reads keys. */
export interface Keys {
  /** At most 1,000 keys that changed after `seq` (0 for all), and the number of the last one's change. */
  listChanged(seq: number): { keys: readonly ChangedKey[]; seq: number };
}

const CHANGES_AT_ONCE = 1000;
const PAGE = 1000;
const HOUR_MS = 3_600_000;

/** Secrets that ended and are still told apart from unknown ones, per key. */
const ENDED_SECRETS_KEPT = 100;

/** Reads keys over one connection. */
export function openKeys(db: Db): Keys {
  const lastChange = prepare(db, "keys", "lastChange").pluck();
  const changed = prepare(db, "keys", "listChanged");
  const secrets = prepare(db, "keys", "listSecrets");
  const listSecrets = (id: string): KeySecret[] =>
    (secrets.all(id) as { digest: Buffer; expiresAt: number | null }[]).map(({ digest, expiresAt }) => ({
      digest: digest.toString("hex"),
      expiresAt,
    }));
  return {
    listChanged(seq) {
      if (lastChange.get() === seq) return { keys: [], seq };
      return consistently(db, () => {
        const rows = changed.all({ after: seq, limit: CHANGES_AT_ONCE }) as (KeyRow & { seq: number })[];
        const keys = rows.map((row) => ({ key: toKey(row), secrets: listSecrets(row.id) }));
        return { keys, seq: rows.at(-1)?.seq ?? seq };
      });
    },
  };
}

/** Writes keys; each method's effect is on the disk when it returns. */
export type KeyWriter = ReturnType<typeof openKeyWriter>;

export function openKeyWriter(db: Db) {
  const insert = prepare(db, "keys", "insert");
  const insertSecret = prepare(db, "keys", "insertSecret");
  const find = prepare(db, "keys", "find");
  const listAfter = prepare(db, "keys", "listAfter");
  const revoke = prepare(db, "keys", "revoke");
  const setTier = prepare(db, "keys", "setTier");
  const touch = prepare(db, "keys", "touch");
  const creations = openCreations(db);
  const replaceSecret = openReplacing(db);
  const tierChanges = openTierChanges(db);

  const findKey = (id: string): Key | undefined => {
    const row = find.get(id) as KeyRow | undefined;
    return row === undefined ? undefined : toKey(row);
  };
  const getKey = (id: string): Key => {
    const key = findKey(id);
    if (key === undefined) throw new AppError("key_not_found", `no key '${id}'`);
    return key;
  };
  const changed = (id: string, run: () => void): Key =>
    durably(db, () => {
      getKey(id);
      run();
      return getKey(id);
    });

  return {
    find: findKey,

    /** All keys in the order they were made. */
    *list(): Generator<Key> {
      let rows: KeyRow[];
      let last = { createdAt: -1, id: "" };
      do {
        rows = listAfter.all({ ...last, limit: PAGE }) as KeyRow[];
        for (const row of rows) yield toKey(row);
        last = rows.at(-1) ?? last;
      } while (rows.length === PAGE);
    },

    /**
     * Makes a key; its secret is in the answer and nowhere else. Throws AppError key_creation_limit_exceeded when its
     * origin made too many within the hour.
     */
    create(input: KeyInput, now: number): NewKey {
      const { name, email, tier, parentId = null, limits = NO_OWN_LIMITS, origin } = input;
      const secret = createSecret();
      const key = { name, email, tier, id: randomUUID(), keyPrefix: prefixOf(secret), createdAt: now };
      durably(db, () => {
        if (origin !== undefined) creations.add(origin, now);
        insert.run({ ...key, ...limits, parentId });
        insertSecret.run({ ...key, digest: toBlob(secret) });
      });
      return { ...key, limits: limitsOf(tier, limits), secret };
    },

    /** Gives a key a new secret; the old one may read until the grace ends, any other ends now. */
    rotate(id: string, graceHours: number, now: number): RotatedKey {
      const secret = createSecret();
      // Ended at once, it must not come back to life when the clock is set back.
      const expiresAt = graceHours === 0 ? 0 : now + graceHours * HOUR_MS;
      const key = changed(id, () => {
        if (getKey(id).revokedAt !== null) throw new AppError("revoked_api_key", "this key was revoked");
        replaceSecret(id, secret, expiresAt, now);
      });
      return { ...key, secret, previousExpiresAt: Math.max(expiresAt, now) };
    },

    /** Ends a key for good; a key that was ended before keeps the time it was. */
    revoke: (id: string, now: number): Key => changed(id, () => revoke.run({ id, now })),

    /**
     * Moves a key to a tier as the operator wishes, with these limits of its own or with the plan's. Throws OperatorError
     * for free while the key's subscription goes on.
     */
    setTier: ({ id, tier, limits = NO_OWN_LIMITS, cancelsSubscription = false }: TierInput, now: number): Key =>
      changed(id, () => {
        const { tier: from } = getKey(id);
        tierChanges.decide(id, tier, cancelsSubscription);
        setTier.run({ id, tier, ...limits });
        if (from !== tier) tierChanges.add({ keyId: id, from, to: tier, cause: "operator", eventId: null }, now);
      }),

    /** Notes when keys were last used; not durable by itself. */
    touch(uses: readonly { keyId: string; lastUsedAt: number }[]): void {
      immediately(db, () => {
        for (const { keyId, lastUsedAt } of uses) touch.run({ id: keyId, lastUsedAt });
      });
    },
  };
}

interface TierInput {
  readonly id: string;
  readonly tier: Tier;
  readonly limits?: OwnLimits | undefined;
  /** Has the subscription of the key cancelled with the payment provider. */
  readonly cancelsSubscription?: boolean | undefined;
}

export interface KeyInput {
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  readonly parentId?: string | undefined;
  readonly limits?: OwnLimits | undefined;
  readonly origin?: KeyOrigin | undefined;
}

/** The hour's keys by address. Only ever called within a transaction. */
function openCreations(db: Db) {
  const forget = prepare(db, "keys", "forgetCreations");
  const count = prepare(db, "keys", "countCreations").pluck();
  const find = prepare(db, "keys", "findCreation").pluck();
  const insert = prepare(db, "keys", "insertCreation");
  return {
    add({ address, perHour, upgradeUrl }: KeyOrigin, now: number): void {
      const within = { address, after: now - HOUR_MS, before: now + HOUR_MS };
      const used = Number(count.get(within));
      if (used >= perHour) {
        const freeAt = Number(find.get({ ...within, skip: perHour - 1 })) + HOUR_MS;
        const seconds = Math.max(1, Math.ceil((freeAt - now) / 1000));
        const message = `At most ${perHour} keys an hour can be made from one address; the next one in ${seconds} seconds.`;
        throw new AppError("key_creation_limit_exceeded", message, {
          details: { limit: perHour, used, tier: "free", upgrade_url: upgradeUrl },
          headers: { "Retry-After": String(seconds) },
        });
      }
      forget.run({ before: now - HOUR_MS });
      insert.run({ address, now });
    },
  };
}

function openReplacing(db: Db) {
  const endRetiring = prepare(db, "keys", "endRetiringSecrets");
  const retire = prepare(db, "keys", "retireSecret");
  const forget = prepare(db, "keys", "forgetSecrets");
  const insert = prepare(db, "keys", "insertSecret");
  const savePrefix = prepare(db, "keys", "savePrefix");
  return (id: string, secret: string, expiresAt: number, now: number): void => {
    endRetiring.run({ id, now });
    retire.run({ id, expiresAt });
    forget.run({ id, keep: ENDED_SECRETS_KEPT });
    insert.run({ id, digest: toBlob(secret), createdAt: now });
    savePrefix.run({ id, keyPrefix: prefixOf(secret) });
  };
}

type KeyRow = Omit<Key, "ownLimits" | "limits"> & OwnLimits;

function toKey(row: KeyRow): Key {
  const { perMinute, perDay, perMonth } = row;
  const ownLimits = { perMinute, perDay, perMonth };
  return {
    id: row.id,
    parentId: row.parentId,
    name: row.name,
    email: row.email,
    tier: row.tier,
    keyPrefix: row.keyPrefix,
    ownLimits,
    limits: limitsOf(row.tier, ownLimits),
    createdAt: row.createdAt,
    revokedAt: row.revokedAt,
    lastUsedAt: row.lastUsedAt,
  };
}

const toBlob = (secret: string): Buffer => Buffer.from(digestOf(secret), "hex");
