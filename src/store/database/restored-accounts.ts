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
  readonly revoked: readonly RestoredKey[];
  readonly rotated: readonly RestoredKey[];
  readonly moved: readonly (RestoredKey & { readonly from: string; readonly to: string })[];
}

/** Runs `work` while the replaced file is attached as `replaced`. */
export function withReplaced<T>(backup: Db, replaced: string, work: () => T): T {
  backup.prepare("ATTACH ? AS replaced").run(replaced);
  try {
    return work();
  } finally {
    backup.exec("DETACH replaced");
  }
}

const NAMED = "later.key_id AS id, later.name, later.email";
const OF_BOTH = "FROM replaced.keys AS later JOIN main.keys AS earlier USING (key_id)";
const ORDER = "ORDER BY later.created_at, later.key_id";

/** Compares the keys of a backup with those of the attached database. Throws when one of them cannot be read. */
export function findUndone(backup: Db): UndoneChanges {
  if (!hasSecrets(backup, "replaced")) return { made: [], revoked: [], rotated: [], moved: [] };
  const list = <Row = RestoredKey>(text: string): Row[] => backup.prepare<[], Row>(`${text} ${ORDER}`).all();
  return {
    made: list(`SELECT ${NAMED} FROM replaced.keys AS later WHERE key_id NOT IN (SELECT key_id FROM main.keys)`),
    revoked: list(`SELECT ${NAMED} ${OF_BOTH} WHERE earlier.revoked_at IS NULL AND later.revoked_at IS NOT NULL`),
    // A backup knows the secrets that had ended by then, so an earlier secret of the replaced database is no newer one.
    rotated: list(`SELECT ${NAMED} ${OF_BOTH}
      JOIN replaced.key_secrets AS newest ON newest.key_id = later.key_id AND newest.expires_at IS NULL
      WHERE earlier.revoked_at IS NULL AND later.revoked_at IS NULL
        AND newest.digest NOT IN (SELECT digest FROM main.key_secrets)`),
    moved: list(
      `SELECT ${NAMED}, earlier.tier AS "from", later.tier AS "to" ${OF_BOTH} WHERE later.tier <> earlier.tier`,
    ),
  };
}

const hasSecrets = (db: Db, schema: "main" | "replaced"): boolean =>
  db.prepare(`SELECT 1 FROM ${schema}.sqlite_schema WHERE type = 'table' AND name = 'key_secrets'`).get() !== undefined;

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
  try {
    withReplaced(backup, replaced, () =>
      immediately(backup, () => {
        backup.pragma("defer_foreign_keys = ON");
        backup.exec("DELETE FROM key_changes");
        for (const table of [...ACCOUNT_TABLES].reverse()) backup.exec(`DELETE FROM ${table}`);
        for (const table of ACCOUNT_TABLES) backup.exec(`INSERT INTO ${table} SELECT * FROM replaced.${table}`);
        backup.exec("REPLACE INTO properties SELECT * FROM replaced.properties WHERE name = 'origin_salt'");
      }),
    );
    beginAlertsAnew(backup, now);
  } catch (error) {
    throw new OperatorError(`the keys of ${replaced} cannot be kept: ${messageOf(error)}; leave --keep-accounts out`, {
      cause: error,
    });
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

/** Revokes keys again, each at its time, and gives rotated ones the secrets they have in the attached database. */
export function keepEndedSecrets(backup: Db, { rotated }: UndoneChanges): void {
  const ids = JSON.stringify(rotated.map(({ id }) => id));
  const isRotated = "key_id IN (SELECT value FROM json_each(?))";
  immediately(backup, () => {
    backup.exec(`UPDATE keys SET revoked_at = later.revoked_at FROM replaced.keys AS later
      WHERE later.key_id = keys.key_id AND keys.revoked_at IS NULL AND later.revoked_at IS NOT NULL`);
    backup.prepare(`DELETE FROM main.key_secrets WHERE ${isRotated}`).run(ids);
    backup
      .prepare(`INSERT INTO main.key_secrets SELECT digest, key_id, created_at, expires_at FROM replaced.key_secrets
      WHERE ${isRotated}`)
      .run(ids);
  });
}

/** Revokes keys that were created, or got a new secret, after a time; gives them. */
export function revokeCreatedAfter(db: Db, after: number, now: number): RestoredKey[] {
  if (!hasSecrets(db, "main")) return [];
  const revoke = db.prepare<{ after: number; now: number }, RestoredKey>(`
    UPDATE keys SET revoked_at = @now
    WHERE revoked_at IS NULL AND (
      created_at > @after OR key_id IN (SELECT key_id FROM key_secrets WHERE created_at > @after)
    )
    RETURNING key_id AS id, name, email`);
  return immediately(db, () => revoke.all({ after, now }));
}
