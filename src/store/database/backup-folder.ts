import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../errors.ts";

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
