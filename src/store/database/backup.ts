import { statSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
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

/** A backup in the folder of backups. */
export interface StoredBackup {
  readonly name: string;
  readonly bytes: number;
  /** The time in its name, in epoch milliseconds. */
  readonly madeAt: number;
}

/** What is in the folder of backups. */
export interface BackupFolder {
  /** The newest first, by name. */
  readonly backups: readonly StoredBackup[];
  /** Why the folder cannot be read; undefined where it can. */
  readonly trouble: string | undefined;
}

const NAME = /^toteboard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/** Whether a file is a backup that the service made. */
export const isBackupName = (name: string): boolean => NAME.test(name);

/** The name that a backup of the service has while it is written. */
export const isUnfinishedName = (name: string): boolean =>
  name.endsWith(UNFINISHED) && isBackupName(name.slice(0, -UNFINISHED.length));

const UNFINISHED = ".unfinished";

/** The time in the name of a backup, whole or unfinished, in epoch milliseconds. */
export const backupTime = (name: string): number =>
  Date.parse(name.replace(UNFINISHED, "").replace(NAME, "$1-$2-$3T$4:$5:$6Z"));

/** Lists the backups that the service made; a folder that does not exist yet has none. Opens no file. */
export async function listBackups(folder: string): Promise<BackupFolder> {
  try {
    const names = (await orGone(readdir(folder))) ?? [];
    const newest = names.filter(isBackupName).toSorted().reverse();
    const backups = await Promise.all(newest.map((name) => findBackup(folder, name)));
    return { backups: backups.filter((one) => one !== undefined), trouble: undefined };
  } catch (error) {
    return { backups: [], trouble: messageOf(error) };
  }
}

/** Undefined for what has just been removed, and for what is no file, such as a link. */
async function findBackup(folder: string, name: string): Promise<StoredBackup | undefined> {
  const found = await orGone(lstat(join(folder, name)));
  return found?.isFile() ? { name, bytes: found.size, madeAt: backupTime(name) } : undefined;
}

/** Undefined for what does not exist. */
async function orGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
