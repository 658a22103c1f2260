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
 * Throws OperatorError when this process may not write a database that is there: SQLite would open it for reading only
 * and say nothing.
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

/** In bytes, asked for by name and never opened; 0 for a file that is not there. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Moves a whole file to its name, so that it is there after a loss of power too. */
export function putInPlace(file: string, target: string): void {
  sync(file);
  renameSync(file, target);
  if (process.platform !== "win32") sync(dirname(resolve(target)));
}

/** Removes a database that nobody uses, with its log and index. */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}

/** Waits until what was written to a file or folder is on the disk. Never for a database that is in use: closing it would end SQLite's locks. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
