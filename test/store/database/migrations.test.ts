import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, it } from "node:test";
import Database from "better-sqlite3";
import { listEmbedded, readEmbedded } from "../../../src/embedded.ts";
import { OperatorError } from "../../../src/errors.ts";
import { openDatabase, withDatabase } from "../../../src/store/database/db.ts";
import { APPLICATION_ID, readSchemaVersion, schemaVersion } from "../../../src/store/database/migrations.ts";
import { openStore } from "../../../src/store/open.ts";
import { markets, page } from "../../support/store/builders.ts";
import { assertSameSchema } from "../../support/store/schema.ts";
import { openTestWriter, temporaryFile } from "../../support/store/writer.ts";

/** A closed SQLite database made by these statements. */
function makeFile(...statements: string[]): string {
  const file = temporaryFile();
  const db = new Database(file);
  for (const statement of statements) db.exec(statement);
  db.close();
  return file;
}

/** Fails unless opening it for writing is refused, for the reason given, and leaves the file as it was. */
function assertRefused(file: string, reason: RegExp): void {
  const before = readFileSync(file);
  assert.throws(
    () => openTestWriter({ file }),
    (error) => error instanceof OperatorError && reason.test(error.message) && error.message.includes(file),
  );
  assert.deepEqual(readFileSync(file), before);
  assert.equal(existsSync(`${file}-wal`), false, "nothing is left open");
}

const RELEASED = readFileSync(new URL("released.sql", import.meta.url), "utf8");

/** Makes a database of the first schema of one of the release. */
const TO_FIRST_SCHEMA = `
  DROP TABLE disputes;
  DROP INDEX subscriptions_by_customer;
  DROP INDEX keys_by_origin;
  ALTER TABLE keys DROP COLUMN origin;
  CREATE TABLE key_creations (creation_key INTEGER PRIMARY KEY, address TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;`;

describe("a database file", () => {
  it("is made with this program's schema, in the modes the rest relies on", () => {
    const test = openTestWriter();
    assert.equal(readSchemaVersion(test.db), schemaVersion());
    const pragmas = ["journal_mode", "auto_vacuum", "foreign_keys", "synchronous", "page_size", "trusted_schema"];
    assert.deepEqual(
      pragmas.map((name) => test.value(`PRAGMA ${name}`)),
      ["wal", 2, 1, 1, 2048, 0],
    );
  });

  it("is the same after it was closed and opened again", async () => {
    const first = openTestWriter({ scripts: { kalshi: { full: [page(markets(3))] } } });
    await first.pass();
    const content = first.rows("SELECT * FROM markets JOIN market_quotes USING (market_key)");
    await first.writer.close();
    const bytes = readFileSync(first.file);
    const second = openTestWriter({ file: first.file });
    assert.deepEqual(second.rows("SELECT * FROM markets JOIN market_quotes USING (market_key)"), content);
    await second.writer.close();
    assert.deepEqual(readFileSync(first.file), bytes);
  });

  it("is brought up by migrations with one number each, without a gap", () => {
    const numbers = listEmbedded("sql/migrations").map((path) => Number(/(\d+)_/.exec(path)?.[1]));
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 2),
    );
  });

  it("with a newer schema is refused, both versions are named, and it stays as it was", async () => {
    const made = openTestWriter();
    made.db.pragma(`user_version = ${schemaVersion() + 7}`);
    await made.writer.close();
    const versions = new RegExp(
      `has schema ${schemaVersion() + 7}, newer than schema ${schemaVersion()} of this program`,
    );
    assertRefused(made.file, versions);
    assert.throws(
      () => openStore(made.file, undefined),
      (error) => error instanceof OperatorError && versions.test(error.message),
    );
  });

  for (const [version, older] of [
    [1, TO_FIRST_SCHEMA],
    // That of version 1.0.0, and that of 1.1.0.
    [2, ""],
    [3, readEmbedded("sql/migrations/003_sides-accuracy-reports.sql")],
  ] as const) {
    it(`of schema ${version} is brought to this one, and its keys stay`, () => {
      const key = `INSERT INTO keys (key_id, key_prefix, name, email, tier, created_at)
        VALUES ('k1', 'tb_live_aaaa', 'Ada', 'ada@example.org', 'free', 0)`;
      const marks = `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`;
      const file = makeFile(RELEASED, older, key, marks);
      const migrated = openTestWriter({ file });
      assertSameSchema(openTestWriter().db, migrated.db);
      assert.equal(migrated.value("PRAGMA user_version"), schemaVersion());
      assert.deepEqual(migrated.rows("SELECT key_id, origin FROM keys"), [["k1", null]]);
      const copy = `${file}.schema-${version}`;
      assert.match(
        migrated.logged.map(({ msg }) => msg).join(),
        new RegExp(`brought from schema ${version} to ${schemaVersion()}; its copy from before is ${copy}, .*restore'`),
      );
      assert.equal(withDatabase(copy, "read-only", undefined, readSchemaVersion), version);
    });
  }

  it("of schema 11 names in changes, alerts and what they wait for the type of a spread", () => {
    const older = listEmbedded("sql/migrations").filter((path) => !/\/01[2-9]_|\/00[12]_/.test(path));
    const pair = 3 * 2 ** 26 + 5;
    const rows = `
      INSERT INTO feed_changes (at, type, subject) VALUES (1, 1, 17), (1, 6, 17), (1, 6, ${pair});
      INSERT INTO alerts (alert_key, alert_id, name, rule, created_at, since, since_seq)
        VALUES (1, 'a', '', '{"type":"spread.opened"}', 0, 0, 0), (2, 'b', '', '{"type":"price.crosses"}', 0, 0, 0);
      INSERT INTO alert_states VALUES (1, '17', '{}'), (1, '${pair}', '{}'), (2, '17', '{}');
      INSERT INTO alert_waiting VALUES (1, 17), (6, 17), (6, ${pair});
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = 11;`;
    const migrated = openTestWriter({ file: makeFile(RELEASED, ...older.map(readEmbedded), rows) });
    assertSameSchema(openTestWriter().db, migrated.db);
    const read = (columns: string) => migrated.rows(`SELECT ${columns}`);
    assert.deepEqual(read("type, subject FROM feed_changes WHERE type IN (1, 6) ORDER BY seq"), [
      [1, 17],
      [6, "same:17"],
      [6, "implied:3:5"],
    ]);
    assert.deepEqual(read("alert_key, subject FROM alert_states ORDER BY 1, 2"), [
      [1, "implied:3:5"],
      [1, "same:17"],
      [2, "17"],
    ]);
    assert.deepEqual(read("type, subject FROM alert_waiting ORDER BY 1, 2"), [
      [1, 17],
      [6, "implied:3:5"],
      [6, "same:17"],
    ]);
  });

  it("of schema 13 has its two checksums of a market's texts in columns of their own", () => {
    const older = listEmbedded("sql/migrations").filter((path) => !/\/01[4-9]_|\/00[12]_/.test(path));
    const [description, source] = [0xfedc_ba98, 0x1f_fffe];
    const packed = source * 2 ** 32 + description;
    const rows = `
      INSERT INTO events (event_key, platform, id, title, category, tags, url, is_partial, opened_at, updated_at)
        VALUES (1, 'kalshi', 'e', 'E', 'other', '[]', 'https://kalshi.com/e', 0, 0, 0);
      INSERT INTO markets (market_key, event_key, platform, id, title, url, category, description_crc, status, first_seen_at)
        VALUES (1, 1, 'kalshi', 'a', 'A', 'https://kalshi.com/a', 'other', ${packed}, 'open', 0),
          (2, 1, 'kalshi', 'b', 'B', 'https://kalshi.com/b', 'other', ${description}, 'open', 0);
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = 13;`;
    const migrated = openTestWriter({ file: makeFile(RELEASED, ...older.map(readEmbedded), rows) });
    assert.deepEqual(migrated.rows("SELECT description_crc, source_crc FROM markets ORDER BY 1, 2 DESC"), [
      [description, source],
      [description, 0],
    ]);
  });

  it("of schema 15 keeps alerts of types that are gone, without what they have seen", () => {
    const older = listEmbedded("sql/migrations").filter((path) => !/\/01[6-9]_|\/00[12]_/.test(path));
    const rows = `
      INSERT INTO alerts (alert_key, alert_id, name, rule, created_at, since, since_seq)
        VALUES (1, 'a', '', '{"type":"market.closing","scope":{}}', 0, 0, 0),
          (2, 'b', '', '{"type":"market.resolved","scope":{}}', 0, 0, 0);
      INSERT INTO alert_states VALUES (1, '17', '{}'), (2, '17', '{}');
      INSERT INTO alert_questions VALUES (1, '[1]');
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = 15;`;
    const migrated = openTestWriter({ file: makeFile(RELEASED, ...older.map(readEmbedded), rows) });
    assertSameSchema(openTestWriter().db, migrated.db);
    assert.deepEqual(migrated.rows("SELECT alert_id FROM alerts ORDER BY 1"), [["a"], ["b"]]);
    assert.deepEqual(migrated.rows("SELECT alert_key FROM alert_states"), [[2]]);
  });

  it("with an older schema is refused by a reader, which says what to do", () => {
    const file = makeFile("CREATE TABLE properties (name)", `PRAGMA application_id = ${APPLICATION_ID}`);
    assert.throws(() => openStore(file, undefined), /has schema 0 and this program needs \d+: start 'toteboard serve'/);
  });

  it("from before the first release is refused, whatever its version, with what to do, and stays as it was", async () => {
    for (const version of [1, 2, 291]) {
      const made = openTestWriter();
      made.db.pragma("application_id = 0x544f5445");
      made.db.pragma(`user_version = ${version}`);
      await made.writer.close();
      assertRefused(made.file, /is of a toteboard from before the first release, .*: choose another file, or move/);
      assert.throws(() => openStore(made.file, undefined), /from before the first release/);
    }
  });

  it("of another program is refused and stays as it was", () => {
    assertRefused(makeFile("CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('mine')"), /another program/);
    assertRefused(makeFile("CREATE TABLE notes (text)", "PRAGMA user_version = 1"), /another program/);
    assertRefused(makeFile("PRAGMA application_id = 42", "CREATE TABLE notes (text)"), /another program/);
    const file = makeFile("CREATE TABLE notes (text)");
    assert.throws(() => openStore(file, undefined), /another program/);
  });

  it("that is no database is refused and stays as it was", () => {
    const file = temporaryFile();
    writeFileSync(file, "Dear diary, ".repeat(100));
    assertRefused(file, /cannot open the database .*not a database/);
  });

  it("that is empty is taken for a new one", () => {
    const file = temporaryFile();
    writeFileSync(file, "");
    assert.equal(readSchemaVersion(openTestWriter({ file }).db), schemaVersion());
  });

  it("in a folder that does not exist is refused with its name", () => {
    const file = `${temporaryFile()}/missing/test.db`;
    assert.throws(() => openDatabase(file, "read-write", undefined), new RegExp(`cannot open the database ${file}`));
    assert.throws(() => openDatabase(file, "read-only", undefined), OperatorError);
  });

  it("without the file is nothing a reader makes", () => {
    const file = temporaryFile();
    assert.throws(() => openStore(file, undefined), OperatorError);
    assert.equal(existsSync(file), false);
  });
});
