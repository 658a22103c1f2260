import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf, OperatorError } from "../../errors.ts";

/**
 * Throws OperatorError when this process may not write an existing database: SQLite would silently open it for reading
 * only.
 */
export function requireWritable(file: string): void {
  for (const path of [file, dirname(resolve(file))].filter((one) => existsSync(one))) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      throw new OperatorError(`${path} must be writable for this user: ${messageOf(error)}`, { cause: error });
    }
  }
}

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
