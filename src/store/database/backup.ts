import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf, OperatorError } from "../../errors.ts";
import { consistently, copyInto, findDamage, leaveWal, openDatabase } from "./db.ts";
import { putInPlace, removeDatabase, sync } from "./files.ts";
import { requireOwn } from "./migrations.ts";

/** A copy that was checked and is on the disk. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly seconds: number;
}

export interface BackupOptions {
  readonly addonPath: string | undefined;
  /** Ends it early, leaving nothing behind. */
  readonly signal?: AbortSignal;
}

/**
 * Copies a database, also while a service uses it, as it is at one moment. `target` appears only when the copy is whole
 * and checked; a file that was there before is replaced. Throws OperatorError saying why there is none.
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

/** A folder made by mistake, such as where another disk is not mounted, would hide that there is no backup. */
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
      // Bit by bit, or the last sync would keep those of the service waiting behind it.
      sync(target);
    });
  } finally {
    source.close();
  }
}

/** Makes the copy one plain file and checks it; gives its size. Throws OperatorError naming the first damage of `file`. */
function finish(copied: string, file: string, addonPath: string | undefined): number {
  const db = openDatabase(copied, "read-write", addonPath);
  try {
    leaveWal(db);
    const damage = consistently(db, () => findDamage(db));
    if (damage !== undefined) throw new OperatorError(`${file} is damaged: ${damage}`);
  } finally {
    db.close();
  }
  return statSync(copied).size;
}
