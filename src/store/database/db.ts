import Database from "better-sqlite3";
import { messageOf, OperatorError } from "../../errors.ts";
import { createLru } from "../../lru.ts";
import { loadAddon } from "./addon.ts";
import { getQuery } from "./queries.ts";

export type Db = Database.Database;
export type Statement = Database.Statement<unknown[], unknown>;

/** How long a connection waits for another one's write before it gives up. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the file. The read-write connection makes it when it is missing; the read-only one needs it to exist.
 * Throws OperatorError when the file cannot be opened or is no database.
 */
export function openDatabase(file: string, mode: "read-write" | "read-only", addonPath: string | undefined): Db {
  const options = { readonly: mode === "read-only", timeout: BUSY_TIMEOUT_MS };
  const db = openConnection(file, options, addonPath);
  try {
    // Reads the file for the first time, so that what is no database is noticed here.
    db.pragma("schema_version");
    if (mode === "read-write") prepareForWriting(db);
    db.pragma("foreign_keys = ON");
    db.pragma("temp_store = MEMORY");
    db.pragma("trusted_schema = OFF");
    return db;
  } catch (error) {
    db.close();
    throw cannotOpen(file, error);
  }
}

function openConnection(file: string, options: Database.Options, addonPath: string | undefined): Db {
  const addon = loadAddon(addonPath);
  try {
    // `nativeBinding` takes the addon object too, which the type declarations do not know yet.
    return new Database(file, {
      ...options,
      ...(addon === undefined ? {} : { nativeBinding: addon as unknown as string }),
    });
  } catch (error) {
    throw cannotOpen(file, error);
  }
}

/** Opens a file for one look at it. Throws OperatorError too when it turns out to be damaged. */
export function lookInto<T>(
  file: string,
  mode: "read-write" | "read-only",
  addonPath: string | undefined,
  look: (db: Db) => T,
): T {
  const db = openDatabase(file, mode, addonPath);
  try {
    return look(db);
  } catch (error) {
    throw sqliteCodeOf(error) === undefined ? error : cannotOpen(file, error);
  } finally {
    db.close();
  }
}

const cannotOpen = (file: string, error: unknown): OperatorError =>
  new OperatorError(`cannot open the database ${file}: ${messageOf(error)}`, { cause: error });

/** Nothing here is kept in the file, which may be somebody else's. */
function prepareForWriting(db: Db): void {
  db.pragma("synchronous = NORMAL");
  db.pragma("cache_size = -16000");
  db.pragma("journal_size_limit = 67108864");
  // The writer copies the log between its transactions; this is for when it does not come to it.
  db.pragma("wal_autocheckpoint = 48000");
}

/** Gives a file that is ours the form the rest relies on; one that has it already stays as it is. */
export function prepareFile(db: Db): void {
  // Takes effect only before anything is written; later it is read from the file.
  if (Number(db.pragma("page_count", { simple: true })) === 0) {
    // Rows that change lie far apart, and of each its whole page is written: half the usual size is a third less to write.
    db.pragma("page_size = 2048");
    db.pragma("auto_vacuum = INCREMENTAL");
  }
  db.pragma("journal_mode = WAL");
}

/** Prepares the named statement of sql/queries/<noun>.sql. */
export const prepare = (db: Db, noun: string, name: string): Statement => db.prepare(getQuery(noun, name));

/** Prepares a statement assembled from fixed fragments. */
export const prepareText = (db: Db, text: string): Statement => db.prepare(text);

/** So many statements that were assembled are kept ready. */
const MOST_STATEMENTS = 200;

/** Prepares statements assembled from fixed fragments, and keeps those that were asked for lately. */
export function openStatements(db: Db): (text: string) => Statement {
  const prepared = createLru<string, Statement>(MOST_STATEMENTS);
  return (text) => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const statement = prepareText(db, text);
    prepared.set(text, statement);
    return statement;
  };
}

/**
 * Runs `work` in a transaction that is on the disk, not only in the page cache, when this returns: for what has been
 * promised to a caller.
 */
export function durably<T>(db: Db, work: () => T): T {
  db.pragma("synchronous = FULL");
  try {
    return immediately(db, work);
  } finally {
    db.pragma("synchronous = NORMAL");
  }
}

/** Runs `work` in one write transaction; a throw undoes all of it. */
export const immediately = <T>(db: Db, work: () => T): T => db.transaction(work).immediate();

/** Runs `work` in one read transaction, so that all its statements see the same moment. */
export const consistently = <T>(db: Db, work: () => T): T => db.transaction(work).deferred();

/** Gives back the memory of pages that were read once and are not needed again. */
export const releaseCache = (db: Db): void => void db.pragma("shrink_memory");

/** Whether what is written goes to a log first, so that readers and a writer do not wait for each other. */
export const isLogged = (db: Db): boolean => db.pragma("journal_mode", { simple: true }) === "wal";

export const countFreePages = (db: Db): number => Number(db.pragma("freelist_count", { simple: true }));

export const releasePages = (db: Db, pages: number): void => void db.pragma(`incremental_vacuum(${pages})`);

export const pageBytesOf = (db: Db): number => Number(db.pragma("page_size", { simple: true }));

/** How many pages the log has, and how many of them are not in the database file yet. */
export function readLog(db: Db): { readonly pages: number; readonly uncopied: number } {
  const [state] = db.pragma("wal_checkpoint(NOOP)") as { log: number; checkpointed: number }[];
  return state === undefined
    ? { pages: 0, uncopied: 0 }
    : { pages: state.log, uncopied: state.log - state.checkpointed };
}

/** Copies what nobody reads any more from the log into the database file; never waits for anybody. */
export const copyLog = (db: Db): void => void db.pragma("wal_checkpoint(PASSIVE)");

/** Copies the whole log into the database file and empties it. */
export const checkpoint = (db: Db): void => void db.pragma("wal_checkpoint(TRUNCATE)");

const COPIED_PAGES_AT_ONCE = 256;

/** Copies a database as it is at this moment into a new file; `onStep` is called after every megabyte. */
export async function copyInto(db: Db, target: string, onStep: () => void): Promise<void> {
  // Without a transaction of its own the copy would begin anew with every write of another connection.
  db.exec("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1;");
  try {
    const progress = (): number => {
      onStep();
      return COPIED_PAGES_AT_ONCE;
    };
    await db.backup(target, { progress });
  } finally {
    if (db.inTransaction) db.exec("ROLLBACK");
  }
}

/** Copies a database into a new file without pause. */
export const copyAtOnce = (db: Db, target: string): void => void db.prepare("VACUUM INTO ?").run(target);

/** Turns a database into a single file; fails while another connection has it open. */
export const leaveWal = (db: Db): void => void db.pragma("journal_mode = DELETE");

/** What is wrong with the file or its references, in words; undefined when nothing is. Reads all of it. */
export function findDamage(db: Db): string | undefined {
  try {
    const found = String(db.pragma("integrity_check(1)", { simple: true }));
    if (found !== "ok") return found.replaceAll("\n", "; ");
    const [reference] = db.pragma("foreign_key_check") as { table: string; rowid: number }[];
    return reference === undefined ? undefined : `row ${reference.rowid} of ${reference.table} refers to nothing`;
  } catch (error) {
    return messageOf(error);
  }
}

/** The version of the SQLite library in use. */
export function sqliteVersion(addonPath: string | undefined): string {
  const db = openConnection(":memory:", {}, addonPath);
  try {
    return String(db.prepare("SELECT sqlite_version()").pluck().get());
  } finally {
    db.close();
  }
}

/** Opens a lock file and holds it exclusively; undefined when another connection holds it. */
export function openLockFile(file: string, addonPath: string | undefined): Db | undefined {
  const db = openConnection(file, { timeout: 0 }, addonPath);
  try {
    // Nothing is ever written to it, so no journal need lie about.
    db.pragma("journal_mode = MEMORY");
    db.exec("BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** SQLite's name of an error; undefined for what is none of its errors. */
export const sqliteCodeOf = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? error.code : undefined;

/** Whether another connection kept the database for longer than this one waits. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
