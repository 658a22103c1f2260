import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { messageOf, OperatorError } from "../errors.ts";
import { backUp } from "./backup.ts";
import { isBusy, leaveWal, lookInto, openDatabase } from "./db.ts";
import { putInPlace, removeDatabase } from "./files.ts";
import { requireOwn } from "./migrations.ts";

/**
 * Puts a checked copy of `backup` in the place of the database `file`, whose lock the caller holds. Gives the name under
 * which the database that was there is kept; undefined when there was none. Throws OperatorError, having changed
 * nothing, when the backup is damaged, somebody else's or newer than this program.
 */
export async function restore(
  backup: string,
  file: string,
  { addonPath, now }: { addonPath: string | undefined; now: number },
): Promise<string | undefined> {
  const incoming = `${file}.incoming`;
  removeDatabase(incoming);
  await backUp(backup, incoming, { addonPath });
  if (!existsSync(file)) {
    putInPlace(incoming, file);
    return undefined;
  }
  const kept = `${file}.replaced-${toStamp(now)}`;
  keepOld(file, kept, addonPath);
  putInPlace(incoming, file);
  return kept;
}

/** Throws OperatorError for what is no backup at all, before anything is made beside the database. */
export function requireBackup(backup: string, addonPath: string | undefined): void {
  if (!existsSync(backup)) throw new OperatorError(`no file ${backup}: name a backup`);
  lookInto(backup, "read-only", addonPath, (db) => requireOwn(db, backup));
}

/** A time as part of a file's name. */
export const toStamp = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");

/** Gives the old database a second name, its log beside it or emptied: found beside the new one it would be taken for its own. */
function keepOld(file: string, kept: string, addonPath: string | undefined): void {
  const hasNoLog = emptyLog(file, addonPath);
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
