import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { SharedClock } from "../clock.ts";
import { type Config, DEMO_FILE, readConfig } from "../config.ts";
import { OperatorError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { type Db, isBusy, openDatabase } from "../store/database/db.ts";
import { requireNoFolder, requireOneName } from "../store/database/files.ts";
import type { Lock } from "../store/database/lock.ts";
import { requireSchema } from "../store/database/migrations.ts";
import { isDemoFile } from "../store/database/properties.ts";
import type { Writer, WriterSettings } from "../writer/writer.ts";
import type { Arguments } from "./command.ts";
import { untilSignal } from "./process.ts";

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
