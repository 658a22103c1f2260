import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { messageOf, OperatorError } from "../../errors.ts";
import { backUp } from "./backup.ts";
import { type Db, immediately, isBusy, leaveWal, openDatabase, withDatabase } from "./db.ts";
import { putInPlace, REPLACED, removeDatabase, takeOver } from "./files.ts";
import { requireOwn } from "./migrations.ts";

interface RestoreOptions {
  readonly addonPath: string | undefined;
  readonly now: number;
}

export interface Restored {
  /** The new name of the replaced database; undefined when there was none. */
  readonly kept?: string;
  /** What the restore undoes; undefined when the replaced database cannot be read. */
  readonly undone?: UndoneChanges;
}

/**
 * Replaces the database `file`, whose lock the caller holds, by a checked copy of `backup`. What was revoked or rotated
 * since the backup stays so. Throws OperatorError and changes nothing when the backup is damaged, newer than this program or
 * of another one.
 */
export async function restore(backup: string, file: string, { addonPath, now }: RestoreOptions): Promise<Restored> {
  const incoming = `${file}.incoming`;
  removeDatabase(incoming);
  await backUp(backup, incoming, { addonPath });
  const hasOld = existsSync(file);
  try {
    // Without a WAL, so that its keys can be read from one file.
    const isWhole = hasOld && emptyWal(file, addonPath);
    const undone = isWhole ? withDatabase(incoming, "read-write", addonPath, (db) => endAgain(db, file)) : undefined;
    const changed = undone === undefined ? {} : { undone };
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

/** Ends in the copy of the backup what has ended since; undefined when the replaced database cannot be read. */
function endAgain(backup: Db, replaced: string): UndoneChanges | undefined {
  let undone: UndoneChanges;
  try {
    backup.prepare("ATTACH ? AS replaced").run(replaced);
    undone = findUndone(backup);
  } catch {
    return undefined;
  }
  keepEndedSecrets(backup, undone);
  return undone;
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

/** Changes of keys after the backup. The restore undoes them, but for what was revoked and rotated. */
interface UndoneChanges {
  readonly made: readonly RestoredKey[];
  readonly revoked: readonly RestoredKey[];
  readonly rotated: readonly RestoredKey[];
  readonly moved: readonly (RestoredKey & { readonly from: string; readonly to: string })[];
}

const NAMED = "later.key_id AS id, later.name, later.email";
const OF_BOTH = "FROM replaced.keys AS later JOIN main.keys AS earlier USING (key_id)";
const ORDER = "ORDER BY later.created_at, later.key_id";

/** Compares the keys of a backup with those of the attached database. Throws when one of them cannot be read. */
function findUndone(backup: Db): UndoneChanges {
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
