import { existsSync } from "node:fs";
import type { ProPrice } from "../../domain/pro-price.ts";
import { OperatorError } from "../../errors.ts";
import { type Db, immediately, lookInto, prepare } from "./db.ts";
import { requireWritable } from "./files.ts";
import { hasLockFile } from "./lock.ts";
import { readSchemaVersion, requireKnown, requireSchema, schemaVersion } from "./migrations.ts";

/** What the database holds: the platforms' data or the demo's. Decided when it is made, never changed. */
export type Feed = "live" | "demo";

export const isDemo = (db: Db): boolean => readFeed(db) === "demo";

/** Undefined for a database that nobody has claimed yet. */
export const readFeed = (db: Db): Feed | undefined =>
  prepare(db, "properties", "find").pluck().get("feed") as Feed | undefined;

/** The same of a file, which stays as it is. Throws OperatorError for what is no database of ours. */
export function isDemoFile(file: string, addonPath: string | undefined): boolean {
  return lookInto(file, "read-only", addonPath, (db) => {
    requireSchema(db, file);
    return isDemo(db);
  });
}

/**
 * Throws OperatorError for a file this program has no use for, before a lock is put beside it. One that has a lock was
 * in use before: the writer looks at it again, and to read its log twice would take time.
 */
export function requireUsable(file: string, feed: Feed, addonPath: string | undefined): void {
  if (!existsSync(file) || hasLockFile(file)) return;
  requireWritable(file);
  // A connection for reading only would leave the log of a database that has one.
  lookInto(file, "read-write", addonPath, (db) => {
    requireKnown(db, file);
    if (readSchemaVersion(db) === schemaVersion()) requireFeed(db, file, feed);
  });
}

/** Marks a new database with its feed. Throws OperatorError when it already belongs to the other one. */
export function claimFeed(db: Db, file: string, feed: Feed): void {
  immediately(db, () => {
    requireFeed(db, file, feed);
    if (readFeed(db) === undefined) prepare(db, "properties", "save").run("feed", feed);
  });
}

function requireFeed(db: Db, file: string, feed: Feed): void {
  const found = readFeed(db);
  if (found !== undefined && found !== feed) throw otherFeed(file, found);
}

const otherFeed = (file: string, found: Feed): OperatorError =>
  new OperatorError(
    found === "demo"
      ? `${file} holds demo data: run 'toteboard demo' with it, or give 'toteboard serve' another file with --db`
      : `${file} holds live data: run 'toteboard serve' with it, or give 'toteboard demo' another file with --db`,
  );

const findText = (db: Db, name: string): string | undefined =>
  prepare(db, "properties", "find").pluck().get(name) as string | undefined;

const saveText = (db: Db, name: string, value: string): void => void prepare(db, "properties", "save").run(name, value);

/** The price of the pro plan as it was last read from the payment provider. */
export function findProPrice(db: Db): ProPrice | undefined {
  const text = findText(db, "pro_price");
  return text === undefined ? undefined : (JSON.parse(text) as ProPrice);
}

export const saveProPrice = (db: Db, price: ProPrice): void => saveText(db, "pro_price", JSON.stringify(price));

/** Marks a backup that takes a database's place: payments since it was made are to be asked for. */
export const markRestored = (db: Db, isRestored: boolean): void => saveText(db, "is_restored", String(isRestored));

export const isRestored = (db: Db): boolean => findText(db, "is_restored") === "true";

/** A figure a background job keeps, such as how far it has come; 0 at first. */
export const findPosition = (db: Db, job: string): number =>
  Number(prepare(db, "properties", "findPosition").pluck().get(job) ?? 0);

export const savePosition = (db: Db, job: string, position: number): void =>
  void prepare(db, "properties", "savePosition").run({ job, position });
