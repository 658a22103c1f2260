import { OperatorError } from "../errors.ts";
import { type Db, immediately, openDatabase, prepare } from "./db.ts";
import { requireSchema } from "./migrations.ts";

/** What the database holds: the platforms' data or the demo's. Decided when it is made, never changed. */
export type Feed = "live" | "demo";

export const isDemo = (db: Db): boolean => readFeed(db) === "demo";

/** Undefined for a database that nobody has claimed yet. */
export const readFeed = (db: Db): Feed | undefined =>
  prepare(db, "properties", "find").pluck().get("feed") as Feed | undefined;

/** The same of a file, which stays as it is. Throws OperatorError for what is no database of ours. */
export function isDemoFile(file: string, addonPath: string | undefined): boolean {
  const db = openDatabase(file, "read-only", addonPath);
  try {
    requireSchema(db, file);
    return isDemo(db);
  } finally {
    db.close();
  }
}

/** Marks a new database with its feed. Throws OperatorError when it already belongs to the other one. */
export function claimFeed(db: Db, file: string, feed: Feed): void {
  immediately(db, () => {
    const found = readFeed(db);
    if (found === undefined) prepare(db, "properties", "save").run("feed", feed);
    else if (found !== feed) throw otherFeed(file, found);
  });
}

const otherFeed = (file: string, found: Feed): OperatorError =>
  new OperatorError(
    found === "demo"
      ? `${file} holds demo data: run 'toteboard demo' with it, or give 'toteboard serve' another file with --db`
      : `${file} holds live data: run 'toteboard serve' with it, or give 'toteboard demo' another file with --db`,
  );

/** A figure a background job keeps, such as how far it has come; 0 at first. */
export const findPosition = (db: Db, job: string): number =>
  Number(prepare(db, "properties", "findPosition").pluck().get(job) ?? 0);

export const savePosition = (db: Db, job: string, position: number): void =>
  void prepare(db, "properties", "savePosition").run({ job, position });
