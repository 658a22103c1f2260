import { existsSync } from "node:fs";
import { OperatorError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { type Db, isBusy, openDatabase } from "../store/database/db.ts";
import { requireSchema } from "../store/database/migrations.ts";

/** Throws OperatorError when there is no file. */
export function requireDatabase(file: string): void {
  if (existsSync(file)) return;
  throw new OperatorError(`no database at ${file}: name it with --db, or make it with 'toteboard serve'`);
}

/** Writes to a database, also while a service runs. Throws OperatorError when it is missing, busy or of another schema. */
export async function withDatabase<T>(file: string, work: (db: Db) => Promise<T> | T): Promise<T> {
  requireDatabase(file);
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
