import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { messageOf, OperatorError } from "../../errors.ts";
import { beginAlertsAnew } from "../alerts/alerts.ts";
import { backUp } from "./backup.ts";
import { type Db, immediately, isBusy, leaveWal, openDatabase, withDatabase } from "./db.ts";
import { putInPlace, REPLACED, removeDatabase, takeOver } from "./files.ts";
import { readSchemaVersion, requireOwn } from "./migrations.ts";

interface RestoreOptions {
  readonly addonPath: string | undefined;
  readonly now: number;
  /** Keeps the keys, usage and payments of the replaced database. */
  readonly keepsAccounts?: boolean;
  /** Lets keys and secrets work again that the replaced database has revoked or rotated since the backup. */
  readonly revives?: boolean;
  /** Revokes keys that were created, or got a new secret, after this time. */
  readonly revokesCreatedAfter?: number | undefined;
}

export interface Restored {
  /** The new name of the replaced database; undefined when there was none. */
  readonly kept?: string;
  /** What the restore undoes; undefined when the replaced database cannot be read. */
  readonly undone?: UndoneChanges;
  readonly revoked: readonly RestoredKey[];
}

/**
 * Replaces the database `file`, whose lock the caller holds, by a checked copy of `backup`. Throws OperatorError and
 * changes nothing when the backup is damaged, newer than this program or of another one.
 */
export async function restore(backup: string, file: string, options: RestoreOptions): Promise<Restored> {
  const { addonPath, now } = options;
  const incoming = `${file}.incoming`;
  removeDatabase(incoming);
  await backUp(backup, incoming, { addonPath });
  const hasOld = existsSync(file);
  try {
    // Without a WAL, so that its keys can be read from one file.
    const isWhole = hasOld && emptyWal(file, addonPath);
    if (hasOld && !isWhole && options.keepsAccounts) {
      throw new OperatorError(`${file} is too damaged for its keys to be kept: leave --keep-accounts out`);
    }
    const changed = prepareIncoming(incoming, isWhole ? file : undefined, options);
    takeOver(incoming, file);
    if (!hasOld) {
      putInPlace(incoming, file);
      return changed;
    }
    const kept = findFreeName(`${file}${REPLACED}${toStamp(now)}`);
    keepOld(file, kept, isWhole);
    putInPlace(incoming, file);
    return { ...changed, kept };
  } catch (error) {
    removeDatabase(incoming);
    throw error;
  }
}

/** Two restores may happen within one second. */
function findFreeName(name: string): string {
  let free = name;
  for (let count = 2; existsSync(free); count++) free = `${name}-${count}`;
  return free;
}

/** Applies the options for keys to the copy of the backup. */
function prepareIncoming(
  incoming: string,
  replaced: string | undefined,
  { addonPath, now, keepsAccounts = false, revives = false, revokesCreatedAfter }: RestoreOptions,
): Restored {
  return withDatabase(incoming, "read-write", addonPath, (db) => {
    if (keepsAccounts && replaced !== undefined) keepAccounts(db, replaced, addonPath, now);
    const undone = replaced === undefined ? undefined : readUndone(db, replaced);
    if (replaced !== undefined && undone !== undefined && !revives) {
      withReplaced(db, replaced, () => keepEndedSecrets(db, undone));
    }
    const revoked = revokesCreatedAfter === undefined ? [] : revokeCreatedAfter(db, revokesCreatedAfter, now);
    return { revoked, ...(undone === undefined ? {} : { undone }) };
  });
}

/** Undefined when the replaced database cannot be read. */
function readUndone(db: Db, replaced: string): UndoneChanges | undefined {
  try {
    return withReplaced(db, replaced, () => findUndone(db));
  } catch {
    return undefined;
  }
}

/** Throws OperatorError for a file that is no backup, before any file is made beside the database. */
export function requireBackup(backup: string, addonPath: string | undefined): void {
  if (!existsSync(backup)) throw new OperatorError(`no file ${backup}: name a backup`);
  withDatabase(backup, "read-only", addonPath, (db) => requireOwn(db, backup));
}

/** A time as part of a file's name. */
export const toStamp = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");

/** Renames the old database with its WAL: beside the new database, SQLite would take that WAL for the new one's. */
function keepOld(file: string, kept: string, hasNoWal: boolean): void {
  if (!hasNoWal && existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
  rmSync(`${file}-shm`, { force: true });
  try {
    // A second name first, so that the database is never missing, even when the process is killed here.
    linkSync(file, kept);
  } catch {
    // Some file systems have no links.
    renameSync(file, kept);
  }
}

/** Copies the WAL into the database; false when that is too damaged. Throws OperatorError while another program uses it. */
function emptyWal(file: string, addonPath: string | undefined): boolean {
  try {
    const db = openDatabase(file, "read-write", addonPath);
    try {
      leaveWal(db);
      return true;
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isBusy(error)) return false;
    throw new OperatorError(`${file} is being read or written: stop what uses it (${messageOf(error)})`, {
      cause: error,
    });
  }
}

/** A key in the report of a restore. */
export interface RestoredKey {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Changes of keys after the backup, which the restore undoes; revocations only where that is asked for. */
interface UndoneChanges {
  readonly made: readonly RestoredKey[];
  readonly revoked: readonly RestoredKey[];
  readonly rotated: readonly RestoredKey[];
  readonly moved: readonly (RestoredKey & { readonly from: string; readonly to: string })[];
}

/** Runs `work` while the replaced file is attached as `replaced`. */
function withReplaced<T>(backup: Db, replaced: string, work: () => T): T {
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
function findUndone(backup: Db): UndoneChanges {
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
function keepAccounts(backup: Db, replaced: string, addonPath: string | undefined, now: number): void {
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
function keepEndedSecrets(backup: Db, { rotated }: UndoneChanges): void {
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
function revokeCreatedAfter(db: Db, after: number, now: number): RestoredKey[] {
  if (!hasSecrets(db, "main")) return [];
  const revoke = db.prepare<{ after: number; now: number }, RestoredKey>(`
    UPDATE keys SET revoked_at = @now
    WHERE revoked_at IS NULL AND (
      created_at > @after OR key_id IN (SELECT key_id FROM key_secrets WHERE created_at > @after)
    )
    RETURNING key_id AS id, name, email`);
  return immediately(db, () => revoke.all({ after, now }));
}
