import { after, describe, it } from "node:test";
import { type Db, openDatabase } from "../../../src/store/database/db.ts";
import { migrate } from "../../../src/store/database/migrations.ts";
import { makeSchema, olderVersions } from "../../crash/archive.ts";
import { assertSameContent, assertSameSchema } from "../../support/store/schema.ts";
import { temporaryFile } from "../../support/store/writer.ts";

describe("a database created from sql/schema.sql", () => {
  for (const version of olderVersions()) {
    it(`has the schema, settings and rows of an empty one migrated from schema ${version}`, () => {
      const [created, migrated] = [openMigrated(0), openMigrated(version)];
      assertSameSchema(created, migrated);
      assertSameContent(created, migrated);
    });
  }
});

/** A database made as a program of that schema version did, 0 for none, and opened by this one. */
function openMigrated(version: number): Db {
  const file = temporaryFile();
  const db = openDatabase(file, "read-write", undefined);
  after(() => db.close());
  if (version > 0) makeSchema(db, version);
  migrate(db, file);
  return db;
}
