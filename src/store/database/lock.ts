import { existsSync } from "node:fs";
import { OperatorError } from "../../errors.ts";
import { openLockFile } from "./db.ts";
import { removeLeftName, takeOver } from "./files.ts";

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
