import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { migrate, readSchemaVersion, schemaVersion } from "../../src/store/database/migrations.ts";
import { openStore } from "../../src/store/open.ts";
import { temporaryFolder } from "../support/service/process.ts";
import { assertSameContent, assertSameSchema } from "../support/store/schema.ts";
import { LATER_MIGRATIONS, LATER_SCHEMA, LATER_VERSION, MARKETS, makeArchive, START } from "./archive.ts";

/** Rows of every noun. */
const CONTENT = `
  INSERT INTO market_descriptions (market_key, description) SELECT market_key, 'Rules of ' || market_key FROM markets;
  INSERT INTO history_recent (seq, market_key, at, yes_price, volume)
    SELECT market_key, market_key, ${START / 1000}, 100000 + market_key, 100 FROM markets;
  INSERT INTO history_points SELECT market_key, at - 3600, yes_price, 90 FROM history_recent;
  INSERT INTO history_candles SELECT market_key, 3600, at - 86400, 1, 4, 1, 2, 50, 3 FROM history_recent;
  INSERT INTO history_backfills VALUES (10, 'complete', ${START}, ${START / 1000});
  INSERT INTO job_positions VALUES ('rolled-up-to', 7);
  INSERT INTO daily_volumes VALUES (20000, 'kalshi', 5, 600);
  INSERT INTO ingest_runs VALUES
    (1, 'kalshi', 'full', ${START}, ${START + 5}, 'ok', 1, 600, 600, 0, 0, 0, '{}', NULL, ${START + 9});
  INSERT INTO outcome_checks VALUES (1, 'kalshi', ${START}, 0, ${START});
  INSERT INTO matches VALUES (20, 21, 900000, 'same', '[]');
  INSERT INTO scored_pairs (a_market_key, b_market_key, score, relation, reasons) VALUES (20, 21, 900000, 'same', '[]');
  INSERT INTO near_misses VALUES (22, 23, 700000, 'dates', '[]', NULL);
  INSERT INTO match_groups VALUES (20, 20, 0), (21, 20, 0);
  INSERT INTO pair_decisions VALUES
    ('kalshi', 'M1', 'manifold', 'm1', 'confirmed', NULL, ${START}, NULL, NULL, NULL);
  INSERT INTO match_reports VALUES (1, 'q1', 'kalshi', 'M1', 'manifold', 'm1', 'Another year.', 'o1', ${START});
  INSERT INTO keys (key_id, key_prefix, name, email, tier, created_at) VALUES
    ('k1', 'tb_live_aaaa', 'me', 'me@example.com', 'pro', ${START}),
    ('k2', 'tb_live_bbbb', 'me', 'me@example.com', 'free', ${START});
  INSERT INTO key_secrets VALUES (x'01', 'k1', ${START}, NULL), (x'02', 'k2', ${START}, NULL);
  INSERT INTO daily_usage VALUES ('k1', 20000, 41), ('k2', 20000, 7);
  UPDATE keys SET revoked_at = ${START} WHERE key_id = 'k2';
  INSERT INTO checkouts VALUES ('k1', 's1', 'price1', 0);
  INSERT INTO subscriptions VALUES ('sub1', 'k1', 'c1', 'moved', 'price1', 0, ${START});
  INSERT INTO tier_changes VALUES (1, 'k1', 'free', 'pro', 'payment', 'e1', ${START});`;

const VERSION = schemaVersion();

describe("an upgrade", () => {
  it("keeps every value of every row, and a copy from before", () => {
    const { file, before } = makeFile();
    const db = openDatabase(file, "read-write", undefined);
    migrate(db, file, LATER_SCHEMA);
    assertSameSchema(newDatabase(), db);
    assert.equal(readSchemaVersion(db), LATER_VERSION);
    assert.equal(db.pragma("integrity_check", { simple: true }), "ok");
    assert.deepEqual(db.pragma("foreign_key_check"), []);
    assertKept(before, readTables(db));
    assert.equal(db.prepare("SELECT sum(made_up) FROM markets").pluck().get(), MARKETS * (MARKETS + 1));
    db.close();
    assert.throws(() => openStore(file, undefined), {
      name: "OperatorError",
      message: new RegExp(`has schema ${LATER_VERSION}, newer than schema ${VERSION} of this program`),
    });
    const copy = openDatabase(`${file}.schema-${VERSION}`, "read-only", undefined);
    assert.equal(readSchemaVersion(copy), VERSION);
    assert.deepEqual(readTables(copy), before);
    copy.close();
  });

  it("of an empty database gives the schema, settings and rows of a new one", () => {
    const file = join(temporaryFolder(), "toteboard.db");
    const db = openDatabase(file, "read-write", undefined);
    migrate(db, file);
    migrate(db, file, LATER_SCHEMA);
    assertSameSchema(newDatabase(), db);
    assertSameContent(newDatabase(), db);
    db.close();
  });

  it("that fails, at whatever step, leaves the file as it was, byte for byte", () => {
    for (const step of LATER_MIGRATIONS) {
      const { file } = makeFile();
      const bytes = readFileSync(file);
      const db = openDatabase(file, "read-write", undefined);
      const exec = db.exec.bind(db);
      db.exec = (text) => {
        const done = exec(text);
        if (text === step.text) throw new Error("the power is gone");
        return done;
      };
      assert.throws(() => migrate(db, file, LATER_SCHEMA), {
        name: "OperatorError",
        message: /stays as it was: the power is gone/,
      });
      db.close();
      assert.deepEqual(readFileSync(file), bytes, `step ${step.version}`);
      assert.equal(existsSync(`${file}-wal`), false);
    }
  });

  it("that cannot keep its copy does not begin", () => {
    const { file } = makeFile();
    const bytes = readFileSync(file);
    mkdirSync(`${file}.schema-${VERSION}`);
    const db = openDatabase(file, "read-write", undefined);
    assert.throws(() => migrate(db, file, LATER_SCHEMA), {
      name: "OperatorError",
      message: /is not migrated, for no copy of it/,
    });
    db.close();
    assert.deepEqual(readFileSync(file), bytes);
  });
});

/** A closed database of this version, and what it holds. */
function makeFile() {
  const file = join(temporaryFolder(), "toteboard.db");
  const db = openDatabase(file, "read-write", undefined);
  makeArchive(db, CONTENT);
  const before = readTables(db);
  assert.ok(before.get("markets")?.length === MARKETS && before.get("keys")?.length === 2);
  db.close();
  return { file, before };
}

type Row = Readonly<Record<string, unknown>>;

/** All rows by table, but those of full text. */
function readTables(db: Db): Map<string, readonly Row[]> {
  const tables = db.prepare(TABLES).pluck().all() as string[];
  return new Map(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all() as Row[]]));
}

const TABLES = `
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

/** Fails unless each row from before is there with all its values. */
function assertKept(before: ReadonlyMap<string, readonly Row[]>, after: ReadonlyMap<string, readonly Row[]>): void {
  for (const [table, rows] of before) {
    const columns = Object.keys(rows[0] ?? {});
    const found = new Set((after.get(table) ?? []).map((row) => valuesOf(row, columns)));
    const lost = rows.map((row) => valuesOf(row, columns)).filter((row) => !found.has(row));
    assert.deepEqual(lost.slice(0, 3), [], `${lost.length} rows of ${table} are lost or have other values`);
  }
}

const valuesOf = (row: Row, columns: readonly string[]): string =>
  columns.map((column) => `${column} ${inspect(row[column])}`).join(", ");

function newDatabase(): Db {
  const file = join(temporaryFolder(), "new.db");
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file, LATER_SCHEMA);
  return db;
}
