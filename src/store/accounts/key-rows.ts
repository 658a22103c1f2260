import type { Key } from "../../domain/accounts/keys.ts";
import { limitsOf, type OwnLimits } from "../../domain/accounts/plans.ts";
import { AppError } from "../../errors.ts";
import { type Db, prepare } from "../database/db.ts";

/** A row of sql/queries/keys.sql. */
export type KeyRow = Omit<Key, "ownLimits" | "limits"> & OwnLimits;

export function toKey({ perMinute, perDay, perMonth, ...key }: KeyRow): Key {
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
