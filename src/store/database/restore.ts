import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { messageOf, OperatorError } from "../../errors.ts";
import { backUp } from "./backup.ts";
import { type Db, isBusy, leaveWal, openDatabase, withDatabase } from "./db.ts";
import { putInPlace, REPLACED, removeDatabase, takeOver } from "./files.ts";
import { requireOwn } from "./migrations.ts";
import {
  findUndone,
  keepAccounts,
  keepEndedSecrets,
  type RestoredKey,
  revokeCreatedAfter,
  type UndoneChanges,
  withReplaced,
} from "./restored-accounts.ts";

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
