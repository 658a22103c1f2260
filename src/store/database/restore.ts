import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { messageOf, OperatorError } from "../../errors.ts";
import { backUp } from "./backup.ts";
import { type Db, isBusy, leaveWal, lookInto, openDatabase } from "./db.ts";
import { putInPlace, removeDatabase } from "./files.ts";
import { requireOwn } from "./migrations.ts";
import { markRestored } from "./properties.ts";
import { findUndone, keepAccounts, type RestoredKey, revokeCreatedAfter, type Undone } from "./restored-accounts.ts";

export interface RestoreOptions {
  readonly addonPath: string | undefined;
  readonly now: number;
  /** Keeps keys, their usage and their payments as they are in the database that is replaced. */
  readonly keepsAccounts?: boolean;
  /** Revokes keys that were made, or got a new secret, after this time. */
  readonly revokesCreatedAfter?: number | undefined;
}

export interface Restored {
  /** The name under which the database that was there is kept; undefined when there was none. */
  readonly kept?: string;
  /** What of keys is undone; undefined where the database that was there cannot be read. */
  readonly undone?: Undone;
  readonly revoked: readonly RestoredKey[];
}

/**
 * Puts a checked copy of `backup` in the place of the database `file`, whose lock the caller holds. Throws OperatorError,
 * having changed nothing, when the backup is damaged, somebody else's or newer than this program.
 */
export async function restore(backup: string, file: string, options: RestoreOptions): Promise<Restored> {
  const { addonPath, now } = options;
  const incoming = `${file}.incoming`;
  removeDatabase(incoming);
  await backUp(backup, incoming, { addonPath });
  const hasOld = existsSync(file);
  try {
    // In one file, which the keys are read from.
    const isWhole = hasOld && emptyLog(file, addonPath);
    if (hasOld && !isWhole && options.keepsAccounts) {
      throw new OperatorError(`${file} is too damaged for its keys to be kept: leave --keep-accounts out`);
    }
    const changed = prepareIncoming(incoming, isWhole ? file : undefined, options);
    if (!hasOld) {
      putInPlace(incoming, file);
      return changed;
    }
    const kept = findFreeName(`${file}.replaced-${toStamp(now)}`);
    keepOld(file, kept, isWhole);
    putInPlace(incoming, file);
    return { ...changed, kept };
  } catch (error) {
    removeDatabase(incoming);
    throw error;
  }
}

/** Two restores may fall into one second. */
function findFreeName(name: string): string {
  let free = name;
  for (let count = 2; existsSync(free); count++) free = `${name}-${count}`;
  return free;
}

/** Brings the keys of a backup into the state they are restored in, and marks it as restored. */
function prepareIncoming(
  incoming: string,
  replaced: string | undefined,
  { addonPath, now, keepsAccounts = false, revokesCreatedAfter }: RestoreOptions,
): Restored {
  const db = openDatabase(incoming, "read-write", addonPath);
  try {
    if (keepsAccounts && replaced !== undefined) keepAccounts(db, replaced, addonPath);
    const revoked = revokesCreatedAfter === undefined ? [] : revokeCreatedAfter(db, revokesCreatedAfter, now);
    const undone = replaced === undefined ? undefined : compare(db, replaced, addonPath);
    markRestored(db, true);
    return { revoked, ...(undone === undefined ? {} : { undone }) };
  } finally {
    db.close();
  }
}

/** Undefined where the database that is replaced cannot be read. */
function compare(db: Db, replaced: string, addonPath: string | undefined): Undone | undefined {
  let old: Db | undefined;
  try {
    old = openDatabase(replaced, "read-only", addonPath);
    return findUndone(db, old);
  } catch {
    return undefined;
  } finally {
    old?.close();
  }
}

/** Throws OperatorError for what is no backup at all, before anything is made beside the database. */
export function requireBackup(backup: string, addonPath: string | undefined): void {
  if (!existsSync(backup)) throw new OperatorError(`no file ${backup}: name a backup`);
  lookInto(backup, "read-only", addonPath, (db) => requireOwn(db, backup));
}

/** A time as part of a file's name. */
export const toStamp = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");

/** Gives the old database a second name, its log beside it or emptied: found beside the new one it would be taken for its own. */
function keepOld(file: string, kept: string, hasNoLog: boolean): void {
  if (!hasNoLog && existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
  rmSync(`${file}-shm`, { force: true });
  try {
    // A second name rather than another one, so that the database is never gone, whenever this is cut short.
    linkSync(file, kept);
  } catch {
    // Some file systems have no links.
    renameSync(file, kept);
  }
}

/** False when the database is too damaged for that. Throws OperatorError when another program uses it. */
function emptyLog(file: string, addonPath: string | undefined): boolean {
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
