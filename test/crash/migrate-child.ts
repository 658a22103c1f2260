import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/store/database/db.ts";
import { migrate } from "../../src/store/database/migrations.ts";

/** Brings one copy after the other of older databases to the current schema, until it is killed. */
const [folder = ".", ...templates] = process.argv.slice(2);
for (let copy = 0; ; copy++) {
  const template = templates[copy % (templates.length + 1)];
  const file = join(folder, `${copy}.db`);
  if (template !== undefined) copyFileSync(template, file);
  process.stdout.write(`start ${copy}\n`);
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file);
  process.stdout.write(`end ${copy}\n`);
  db.close();
}
