import { join } from "node:path";
import { after } from "node:test";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { migrate } from "../../src/store/database/migrations.ts";
import { temporaryFolder } from "../support/service/process.ts";

/** A new database that the test writes, in the folder of a service that is killed. */
export function openOwnDatabase(): { readonly folder: string; readonly db: Db } {
  const folder = temporaryFolder();
  const file = join(folder, "toteboard.db");
  const db = openDatabase(file, "read-write", undefined);
  after(() => db.close());
  migrate(db, file);
  return { folder, db };
}
