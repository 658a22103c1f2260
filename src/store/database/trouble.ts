import { statSync } from "node:fs";
import { sqliteCodeOf } from "./db.ts";

/** Why a database cannot be written; `missing` when its file was deleted or replaced while open. */
export type Trouble = "disk_full" | "read_only" | "damaged" | "io_error" | "no_descriptors" | "missing" | "busy";

const TROUBLES: readonly [prefix: string, trouble: Trouble][] = [
  ["SQLITE_FULL", "disk_full"],
  ["SQLITE_READONLY", "read_only"],
  // The index of the WAL could not grow: no space.
  ["SQLITE_IOERR_SHMSIZE", "disk_full"],
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_NOTADB", "damaged"],
  ["SQLITE_CANTOPEN", "no_descriptors"],
  ["SQLITE_IOERR", "io_error"],
  ["SQLITE_PERM", "read_only"],
  ["SQLITE_BUSY", "busy"],
];

/** The trouble behind an error; undefined for an error of another kind. */
export function troubleOf(error: unknown): Trouble | undefined {
  const code = sqliteCodeOf(error);
  if (code === undefined) return undefined;
  return TROUBLES.find(([prefix]) => code.startsWith(prefix))?.[1];
}

const SENTENCES: Readonly<Record<Trouble, string>> = {
  disk_full: "the disk of the database is full: make room on it and try again",
  read_only: "the database can only be read: make its files and folder writable for this user",
  damaged: "the database is damaged: stop what uses it and put a backup in its place with 'toteboard restore'",
  io_error: "the disk of the database fails to read or write: look into the system's log",
  no_descriptors:
    "a file of the database cannot be opened: see that its folder is there and that enough files may be open",
  missing: "the database was moved or deleted: put it back",
  busy: "the database is being written to for too long: try again",
};

/** What is wrong, and what the operator can do about it, as a sentence. */
export const describeTrouble = (trouble: Trouble): string => SENTENCES[trouble];

/** The trouble behind an error as a sentence; undefined for an error of another kind. */
export function explainTrouble(error: unknown): string | undefined {
  const trouble = troubleOf(error);
  return trouble === undefined ? undefined : SENTENCES[trouble];
}

/** Tells whether the path still leads to the same file. Never opens it, which would drop SQLite's locks. */
export function watchFile(file: string): () => boolean {
  const identify = (): string | undefined => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? undefined : `${found.dev} ${found.ino}`;
  };
  const first = identify();
  return () => identify() === first;
}
