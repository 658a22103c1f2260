import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { messageOf, OperatorError } from "../../errors.ts";
import { openLockFile } from "./db.ts";

/**
 * Throws OperatorError when this process may not write an existing database: SQLite would silently open it for reading
 * only.
 */
export function requireWritable(file: string): void {
  requireOneName(file);
  for (const path of [file, dirname(resolve(file))].filter((one) => existsSync(one))) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      const { uid, mode } = statSync(path);
      const whose = `it belongs to user ${uid} with mode ${toOctal(mode)}, and this is user ${process.getuid?.()}`;
      throw new OperatorError(
        `${path} must be writable for this user: ${messageOf(error)}; ${whose}: run as that user, or give it to this one with chown`,
        { cause: error },
      );
    }
  }
}

const toOctal = (mode: number): string => (mode & 0o777).toString(8);

/**
 * Gives a new file the owner and mode of `target`, whose place it is to take; without that, root gives it to the owner of its
 * folder. A service runs as a user of its own and must be able to write it. Throws OperatorError where this user may not.
 */
export function takeOver(file: string, target: string): void {
  const old = statSync(target, { throwIfNoEntry: false });
  if (old !== undefined) chmodSync(file, old.mode & 0o777);
  else if (process.getuid?.() !== 0) return;
  const { uid, gid } = old ?? statSync(dirname(resolve(target)));
  const own = statSync(file);
  if (own.uid === uid && own.gid === gid) return;
  try {
    chownSync(file, uid, gid);
  } catch (error) {
    throw new OperatorError(
      `${target} belongs to user ${uid} and group ${gid}, to whom user ${own.uid} cannot give a new file: run this as root or as that user`,
      { cause: error },
    );
  }
}

/** Throws OperatorError where there is no database. */
export function requireExisting(file: string): void {
  if (!existsSync(file)) throw new OperatorError(`no database at ${file}: name a restored copy with --db`);
}

/** Throws OperatorError for a folder. */
export function requireNoFolder(file: string): void {
  // Of a folder that may not be entered it says the same as of a missing file.
  if (!existsSync(file) || !statSync(file).isDirectory()) return;
  throw new OperatorError(`${file} is a folder: name a file in it, such as --db ${join(file, "toteboard.db")}`);
}

/**
 * Throws OperatorError for a folder, and for a file with two names (hard links). SQLite keeps a log beside each name, and lock files do too:
 * two programs would write to it at once.
 */
export function requireOneName(file: string): void {
  requireNoFolder(file);
  if (!existsSync(file) || statSync(file).nlink === 1) return;
  const advice = "remove all its names but one ('find FOLDER -samefile FILE' lists them)";
  throw new OperatorError(`${file} has a second name, a hard link, under which it could be written to: ${advice}`);
}

/**
 * Removes the second name that a killed restore has left of a database. Only for the holder of its lock: a restore under
 * way needs that name.
 */
function removeLeftName(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.nlink === 1) return;
  const folder = dirname(resolve(file));
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(file) + REPLACED)) continue;
    const path = join(folder, name);
    if (statSync(path).ino === found.ino) rmSync(path);
  }
}

/** Between the name of a database and the time at which a restore replaced it. */
export const REPLACED = ".replaced-";

/** In bytes, without opening the file; 0 for a missing one. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Renames a complete file so that it survives a loss of power. */
export function putInPlace(file: string, target: string): void {
  flushFile(file);
  renameSync(file, target);
  if (process.platform !== "win32") flushFile(dirname(resolve(target)));
}

/** Removes an unused database with its WAL and index. */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}

/** Flushes a file or folder to the disk. Never for a database in use: closing it would drop SQLite's locks. */
export function flushFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Holds a database for one process until released; the system releases it too when the process dies. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock beside the database (`FILE.lock`, itself a small SQLite file). Throws OperatorError when another
 * process holds it.
 */
export function acquireLock(file: string, addonPath: string | undefined): Lock {
  const lock = tryLock(file, addonPath);
  if (lock === undefined) {
    throw new OperatorError(
      `${file} is in use by another toteboard (serve, demo, restore or ingest): stop that one, or choose another file with --db`,
    );
  }
  removeLeftName(file);
  return lock;
}

/** Like acquireLock; undefined when another process holds it. */
export function tryLock(file: string, addonPath: string | undefined): Lock | undefined {
  const isNew = !hasLockFile(file);
  const lock = openLockFile(lockFileOf(file), addonPath);
  // Root may be the first to use a database of the service.
  if (isNew && lock !== undefined && process.getuid?.() === 0) takeOver(lockFileOf(file), file);
  return lock === undefined ? undefined : { release: () => lock.close() };
}

/** Whether this program has used the database before: its lock file stays beside it. */
export const hasLockFile = (file: string): boolean => existsSync(lockFileOf(file));

const lockFileOf = (file: string): string => `${file}.lock`;
