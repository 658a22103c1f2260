import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join } from "node:path";
import { SharedClock } from "../clock.ts";
import { type Config, DEMO_FILE, readConfig } from "../config.ts";
import { OperatorError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { backUp } from "../store/database/backup.ts";
import { type Db, isBusy, openDatabase } from "../store/database/db.ts";
import { acquireLock, type Lock, requireNoFolder, requireOneName } from "../store/database/files.ts";
import { requireSchema } from "../store/database/migrations.ts";
import { isDemoFile } from "../store/database/properties.ts";
import { type Restored, type RestoredKey, requireBackup, restore } from "../store/database/restore.ts";
import type { Writer, WriterSettings } from "../writer/writer.ts";
import { type Arguments, type Command, readFile, readSettings } from "./command.ts";
import { untilSignal } from "./process.ts";

export const backupCommand: Command = {
  name: "backup",
  operands: "FILE",
  summary: "Copy the database to FILE and check the copy; works while the service runs",
  settings: ["db"],
  options: [{ name: "json", help: "print JSON" }],
  run: runBackup,
};

async function runBackup(args: Arguments): Promise<number> {
  const target = readFile(backupCommand, args);
  const { db } = readSettings(args);
  requireDatabase(db);
  // A running service goes first.
  setPriority(constants.priority.PRIORITY_LOW);
  const stopping = new AbortController();
  void untilSignal().signalled.then((signal) => stopping.abort(new Error(`ended by ${signal}`)));
  const { bytes, seconds } = await backUp(db, target, { addonPath: extractAddon(), signal: stopping.signal });
  if (args.isGiven("json")) process.stdout.write(`${JSON.stringify({ file: target, bytes, seconds })}\n`);
  else process.stdout.write(`${target}: ${(bytes / 1e6).toFixed(1)} MB, checked, in ${seconds.toFixed(1)} s\n`);
  return 0;
}

export const restoreCommand: Command = {
  name: "restore",
  operands: "FILE",
  summary: "Replace the database with a backup; the old database is kept beside it",
  settings: ["db"],
  run: runRestore,
};

async function runRestore(args: Arguments): Promise<number> {
  const backup = readFile(restoreCommand, args);
  const { db } = readSettings(args);
  const addonPath = extractAddon();
  requireBackup(backup, addonPath);
  const lock = acquireLock(db, addonPath);
  try {
    const now = new SharedClock().now();
    const restored = await restore(backup, db, { addonPath, now });
    const before = restored.kept === undefined ? "" : `; what was there before is ${restored.kept}`;
    process.stdout.write(
      `${[...describeRestored(restored), `${db} now holds what ${backup} holds${before}`].join("\n")}\n`,
    );
    return 0;
  } finally {
    lock.release();
  }
}

/** What became of keys that have changed since the backup, in lines. */
function describeRestored({ kept: replaced, undone }: Restored): string[] {
  if (replaced === undefined) return [];
  if (undone === undefined) {
    return [
      "The database that was there cannot be read: keys revoked or rotated since the backup work again as they did then.",
      "Look through 'toteboard keys list'.",
    ];
  }
  const { made, revoked, rotated, moved } = undone;
  const lost = [
    ...listKeys("made since the backup and gone", made),
    ...listKeys("moved to another tier since the backup", moved, ({ from, to }) => `, back from ${to} to ${from}`),
  ];
  const advice = [
    `What was there before comes back with 'toteboard restore ${replaced}'.`,
    "Keys that are paid for with Stripe are brought up to date when the service starts.",
    "",
  ];
  return [
    ...listKeys("revoked since the backup, which is kept", revoked),
    ...listKeys("rotated since the backup, which is kept: their new secrets go on", rotated),
    ...lost,
    ...(lost.length === 0 ? [] : advice),
  ];
}

const listKeys = <T extends RestoredKey>(
  what: string,
  keys: readonly T[],
  more: (key: T) => string = () => "",
): string[] =>
  keys.length === 0
    ? []
    : [
        `${keys.length} ${keys.length === 1 ? "key was" : "keys were"} ${what}:`,
        ...keys.map((key) => `  ${key.id}  ${key.name} <${key.email}>${more(key)}`),
      ];

/** Throws OperatorError when there is no file. */
export function requireDatabase(file: string): void {
  requireNoFolder(file);
  if (existsSync(file)) return;
  const hasDemo = existsSync(join(dirname(file), DEMO_FILE));
  const other = hasDemo ? `, such as the demo's, --db ${DEMO_FILE},` : "";
  throw new OperatorError(`no database at ${file}: name it with --db${other || ","} or make it with 'toteboard serve'`);
}

/** Writes to a database, also while a service runs. Throws OperatorError when it is missing, busy or of another schema. */
export async function withDatabase<T>(file: string, work: (db: Db) => Promise<T> | T): Promise<T> {
  requireDatabase(file);
  requireOneName(file);
  const db = openDatabase(file, "read-write", extractAddon());
  try {
    requireSchema(db, file);
    return await work(db);
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new OperatorError(`${file} is being written to for too long; try again`, { cause: error });
  } finally {
    db.close();
  }
}

/** Settings for a writer that asks no platform, on a database that exists. Throws OperatorError when it does not. */
export function readWriterConfig({ flags }: Arguments): Config {
  const config = readConfig(flags);
  requireDatabase(config.db);
  return { ...config, ingests: false, isDemo: isDemoFile(config.db, extractAddon()) };
}

/** Lets `work` use a writer. Closes it afterwards, or at a signal, and releases the lock of the database. */
export async function withWriter<T>(
  lock: Lock,
  settings: Omit<WriterSettings, "addonPath" | "clock">,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  try {
    // A service runs in this thread too, with its writer in another: what only writers need loads here on demand.
    const { openWriter } = await import("../writer/writer.ts");
    const writer = openWriter({ ...settings, addonPath: extractAddon(), clock: new SharedClock() });
    void untilSignal().signalled.then(() => writer.close());
    try {
      return await work(writer);
    } finally {
      await writer.close();
    }
  } finally {
    lock.release();
  }
}
