import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf, OperatorError } from "../../errors.ts";
import { consistently, copyInto, findDamage, leaveWal, openDatabase, withDatabase } from "./db.ts";
import { flushFile, putInPlace, removeDatabase } from "./files.ts";
import { requireOwn } from "./migrations.ts";

/** A checked copy on the disk. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly seconds: number;
}

interface BackupOptions {
  readonly addonPath: string | undefined;
  /** Aborts it; the unfinished copy is removed. */
  readonly signal?: AbortSignal;
}

/**
 * Copies a database as it is at one moment, also while a service uses it. `target` appears, or is replaced, only when the
 * copy is complete and checked. Throws OperatorError.
 */
export async function backUp(file: string, target: string, options: BackupOptions): Promise<Backup> {
  const startedAt = performance.now();
  if (resolve(file) === resolve(target)) throw new OperatorError(`${target} is the database itself`);
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory()) throw new OperatorError(`${target} is a folder`);
  const unfinished = `${target}.unfinished`;
  requireFolder(dirname(target));
  try {
    removeDatabase(unfinished);
    await copy(file, unfinished, options);
    const bytes = finish(unfinished, file, options.addonPath);
    putInPlace(unfinished, target);
    return { file: target, bytes, seconds: (performance.now() - startedAt) / 1000 };
  } catch (error) {
    removeDatabase(unfinished);
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`${file} cannot be copied to ${target}: ${messageOf(error)}`, { cause: error });
  }
}

/** Never makes the folder: below a disk that is not mounted, it would hide that there is no backup. */
function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new OperatorError(`no backup: there is no folder ${folder}; make it first, or name a file in another one`);
}

async function copy(file: string, target: string, { addonPath, signal }: BackupOptions): Promise<void> {
  const source = openDatabase(file, "read-only", addonPath);
  try {
    requireOwn(source, file);
    await copyInto(source, target, () => {
      signal?.throwIfAborted();
      // In small steps, or one long flush at the end would delay those of the service.
      flushFile(target);
    });
  } finally {
    source.close();
  }
}

/** Makes the copy one plain file and checks it; gives its size. Throws OperatorError naming the first damage of `file`. */
function finish(copied: string, file: string, addonPath: string | undefined): number {
  withDatabase(copied, "read-write", addonPath, (db) => {
    leaveWal(db);
    const damage = consistently(db, () => findDamage(db));
    if (damage !== undefined) throw new OperatorError(`${file} is damaged: ${damage}`);
  });
  return statSync(copied).size;
}
