import { statSync } from "node:fs";
import { sqliteCodeOf } from "./db.ts";

/** Why a database cannot be written; `missing` when its file was deleted or replaced under it. */
export type Trouble = "disk_full" | "read_only" | "damaged" | "io_error" | "no_descriptors" | "missing" | "busy";

const TROUBLES: readonly [prefix: string, trouble: Trouble][] = [
  ["SQLITE_FULL", "disk_full"],
  ["SQLITE_READONLY", "read_only"],
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_NOTADB", "damaged"],
  ["SQLITE_CANTOPEN", "no_descriptors"],
  ["SQLITE_IOERR", "io_error"],
  ["SQLITE_PERM", "read_only"],
  ["SQLITE_BUSY", "busy"],
];

/** The trouble an error stands for; undefined where it is about something else. */
export function troubleOf(error: unknown): Trouble | undefined {
  const code = sqliteCodeOf(error);
  if (code === undefined) return undefined;
  return TROUBLES.find(([prefix]) => code.startsWith(prefix))?.[1];
}

/** Tells whether a name still stands for the file it stood for when the watch began. */
export interface FileWatch {
  isInPlace(): boolean;
}

/** By name alone: to open the file would end SQLite's locks on it. */
export function watchFile(file: string): FileWatch {
  const identify = (): string | undefined => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? undefined : `${found.dev} ${found.ino}`;
  };
  const first = identify();
  return { isInPlace: () => identify() === first };
}
