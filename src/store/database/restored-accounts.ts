import { messageOf, OperatorError } from "../../errors.ts";
import { beginAlertsAnew } from "../alerts/alerts.ts";
import { type Db, immediately, withDatabase } from "./db.ts";
import { readSchemaVersion, requireOwn } from "./migrations.ts";

/** A key in the report of a restore. */
export interface RestoredKey {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Changes of keys after the backup, which the restore undoes; revocations only where that is asked for. */
export interface UndoneChanges {
  readonly made: readonly RestoredKey[];
  readonly revoked: readonly (RestoredKey & { readonly revokedAt: number })[];
  readonly rotated: readonly (RestoredKey & { readonly secrets: readonly KeptSecret[] })[];
  readonly moved: readonly (RestoredKey & { readonly from: string; readonly to: string })[];
}

/** A secret of a key as the replaced database has it; `expiresAt` is null for the newest. */
interface KeptSecret {
  readonly digest: Buffer;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

interface Account extends RestoredKey {
  readonly tier: string;
  readonly revokedAt: number | null;
  /** Digest of the newest secret. */
  readonly secret: Buffer | null;
}

/** Compares the keys of a backup with those of the database it replaces. Throws when one of them cannot be read. */
export function findUndone(backup: Db, replaced: Db): UndoneChanges {
  const before = new Map(listAccounts(backup).map((account) => [account.id, account]));
  const made: RestoredKey[] = [];
  const revoked: UndoneChanges["revoked"][number][] = [];
  const rotated: UndoneChanges["rotated"][number][] = [];
  const moved: UndoneChanges["moved"][number][] = [];
  for (const { tier, revokedAt, secret, ...key } of listAccounts(replaced)) {
    const old = before.get(key.id);
    if (old === undefined) {
      made.push(key);
      continue;
    }
    const worksAgain = old.revokedAt === null;
    if (worksAgain && revokedAt !== null) revoked.push({ ...key, revokedAt });
    if (worksAgain && revokedAt === null && !hasSecret(backup, secret)) {
      rotated.push({ ...key, secrets: listSecrets(replaced, key.id) });
    }
    if (tier !== old.tier) moved.push({ ...key, from: old.tier, to: tier });
  }
  return { made, revoked, rotated, moved };
}

function listAccounts(db: Db): Account[] {
  if (!hasTable(db, "key_secrets")) return [];
  const list = db.prepare<[], Account>(`
    SELECT key_id AS id, name, email, tier, revoked_at AS revokedAt,
      (SELECT digest FROM key_secrets WHERE key_secrets.key_id = keys.key_id AND expires_at IS NULL) AS secret
    FROM keys
    ORDER BY created_at, key_id`);
  return list.all();
}

/** A backup knows the secrets that had ended by then, so an earlier secret of the replaced database is no newer one. */
const hasSecret = (db: Db, digest: Buffer | null): boolean =>
  digest === null || db.prepare("SELECT 1 FROM key_secrets WHERE digest = ?").get(digest) !== undefined;

const listSecrets = (db: Db, id: string): KeptSecret[] =>
  db
    .prepare<[string], KeptSecret>(
      "SELECT digest, created_at AS createdAt, expires_at AS expiresAt FROM key_secrets WHERE key_id = ?",
    )
    .all(id);

const hasTable = (db: Db, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** All tables of keys and of the operator's alerts, each after those it refers to. */
const ACCOUNT_TABLES = [
  "keys",
  "key_secrets",
  "daily_usage",
  "checkouts",
  "subscriptions",
  "tier_changes",
  "webhooks",
  "deliveries",
  "delivery_attempts",
  "held_messages",
  "alerts",
];

/**
 * Keeps the keys, usage, payments, webhooks and alerts of the replaced file in place of those in the backup. Alerts start
 * over at `now`, epoch milliseconds: they have not seen the markets of the backup. Throws OperatorError and changes nothing
 * when the two files have different schemas or the replaced one is damaged.
 */
export function keepAccounts(backup: Db, replaced: string, addonPath: string | undefined, now: number): void {
  requireSameSchema(backup, replaced, addonPath);
  backup.prepare("ATTACH ? AS replaced").run(replaced);
  try {
    immediately(backup, () => {
      backup.pragma("defer_foreign_keys = ON");
      backup.exec("DELETE FROM key_changes");
      for (const table of [...ACCOUNT_TABLES].reverse()) backup.exec(`DELETE FROM ${table}`);
      for (const table of ACCOUNT_TABLES) backup.exec(`INSERT INTO ${table} SELECT * FROM replaced.${table}`);
      backup.exec("REPLACE INTO properties SELECT * FROM replaced.properties WHERE name = 'origin_salt'");
    });
    beginAlertsAnew(backup, now);
  } catch (error) {
    throw new OperatorError(`the keys of ${replaced} cannot be kept: ${messageOf(error)}; leave --keep-accounts out`, {
      cause: error,
    });
  } finally {
    backup.exec("DETACH replaced");
  }
}

function requireSameSchema(backup: Db, file: string, addonPath: string | undefined): void {
  withDatabase(file, "read-only", addonPath, (replaced) => {
    requireOwn(replaced, file);
    const [kept, found] = [readSchemaVersion(replaced), readSchemaVersion(backup)];
    if (kept === found) return;
    throw new OperatorError(
      `the keys of ${file} (schema ${kept}) cannot be kept in a backup of schema ${found}: ` +
        "start 'toteboard serve' once with a copy of the backup and restore that copy, or leave --keep-accounts out",
    );
  });
}

/** Revokes keys again, each at its time, and gives rotated ones the secrets they have in the replaced database. */
export function keepEndedSecrets(db: Db, { revoked, rotated }: UndoneChanges): void {
  const revoke = db.prepare("UPDATE keys SET revoked_at = @revokedAt WHERE key_id = @id");
  const forget = db.prepare("DELETE FROM key_secrets WHERE key_id = ?");
  const insert = db.prepare("INSERT INTO key_secrets VALUES (@digest, @id, @createdAt, @expiresAt)");
  immediately(db, () => {
    for (const { id, revokedAt } of revoked) revoke.run({ id, revokedAt });
    for (const { id, secrets } of rotated) {
      forget.run(id);
      for (const secret of secrets) insert.run({ ...secret, id });
    }
  });
}

/** Revokes keys that were created, or got a new secret, after a time; gives them. */
export function revokeCreatedAfter(db: Db, after: number, now: number): RestoredKey[] {
  if (!hasTable(db, "key_secrets")) return [];
  const revoke = db.prepare<{ after: number; now: number }, RestoredKey>(`
    UPDATE keys SET revoked_at = @now
    WHERE revoked_at IS NULL AND (
      created_at > @after OR key_id IN (SELECT key_id FROM key_secrets WHERE created_at > @after)
    )
    RETURNING key_id AS id, name, email`);
  return immediately(db, () => revoke.all({ after, now }));
}
