import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/store/database/db.ts";
import { migrate } from "../../src/store/database/migrations.ts";
import { LATER_SCHEMA } from "./archive.ts";

/** Brings copies of a database to a later schema, and makes every third one, one after the other, until it is killed. */
const [folder = ".", template = ""] = process.argv.slice(2);
for (let copy = 0; ; copy++) {
  const file = join(folder, `${copy}.db`);
  if (copy % 3 < 2) copyFileSync(template, file);
  process.stdout.write(`start ${copy}\n`);
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file, LATER_SCHEMA);
  process.stdout.write(`end ${copy}\n`);
  db.close();
}
