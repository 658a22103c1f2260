import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

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
  /** True while one is being written, or after one was cut off. */
  readonly hasUnfinished: boolean;
}

const NAME = /^toteboard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/** Whether a file is a backup that the service made. */
export const isBackupName = (name: string): boolean => NAME.test(name);

/** Lists the backups that the service made; a folder that does not exist yet has none. Opens no file. */
export async function listBackups(folder: string): Promise<BackupFolder> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const backups = await Promise.all(
    names
      .filter(isBackupName)
      .toSorted()
      .reverse()
      .map(async (name) => {
        const { size } = await stat(join(folder, name));
        return { name, bytes: size, madeAt: Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z")) };
      }),
  );
  return { backups, hasUnfinished: names.some((name) => name.endsWith(".db.unfinished")) };
}
