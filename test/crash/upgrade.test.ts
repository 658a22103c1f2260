import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { listEmbedded, readEmbedded } from "../../src/embedded.ts";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { migrate, readSchemaVersion } from "../../src/store/database/migrations.ts";
import { openStore } from "../../src/store/open.ts";
import { temporaryFolder } from "../support/service/process.ts";
import { type Contents, MARKETS, makeOlder, olderVersions, START } from "./archive.ts";

/** A row or more in every table a program of that time wrote to; tables that a later version adds begin empty. */
const CONTENTS: Contents = new Map([
  [
    1,
    `
    UPDATE markets SET yes_price = 100000 + market_key, best_bid = 100000, best_ask = 110000 WHERE market_key > 9;
    UPDATE events SET market_count = ${MARKETS - 9}, status = 'open';
    INSERT INTO market_descriptions SELECT market_key, 'Rules of ' || market_key FROM markets;
    INSERT INTO history_recent (market_key, at, yes_price, volume)
      SELECT market_key, ${START / 1000}, yes_price, 100 FROM markets WHERE yes_price IS NOT NULL;
    INSERT INTO history_points SELECT market_key, at - 3600, yes_price, 90 FROM history_recent;
    INSERT INTO history_candles SELECT market_key, 3600, at - 86400, 1, 4, 1, 2, 50, 3 FROM history_recent;
    INSERT INTO job_positions VALUES ('rolled-up-to', 7);
    INSERT INTO daily_volumes VALUES (20000, 'kalshi', 5, 600);
    INSERT INTO ingest_runs VALUES
      (1, 'kalshi', 'full', ${START}, ${START + 5}, 'ok', 1, 600, 600, 0, 0, 0, '{}', NULL, ${START + 9});
    INSERT INTO outcome_checks VALUES (1, 'kalshi', ${START}, 0, ${START});
    INSERT INTO matches VALUES (20, 21, 900000, 'same', '[]');
    INSERT INTO keys VALUES ('k1', x'01', 'tb_live_aaaa', 'me', 'me@example.com', 'pro', ${START});
    INSERT INTO keys VALUES ('k2', x'02', 'tb_live_bbbb', 'me', 'me@example.com', 'free', ${START});`,
  ],
  [
    2,
    `
    INSERT INTO daily_usage VALUES ('k1', 20000, 41), ('k2', 20000, 7);
    INSERT INTO key_creations VALUES (1, '192.0.2.1', ${START});
    UPDATE keys SET revoked_at = ${START} WHERE key_id = 'k2';`,
  ],
  [5, `INSERT INTO history_backfills VALUES (10, 'complete', ${START}, ${START / 1000});`],
  [
    10,
    `
    INSERT INTO scored_pairs VALUES (20, 21, 900000, 'same', '[]');
    INSERT INTO near_misses VALUES (22, 23, 700000, 'dates', '[]');
    INSERT INTO match_groups VALUES (20, 20, 0), (21, 20, 0);
    INSERT INTO pair_decisions VALUES ('kalshi', 'M1', 'manifold', 'm1', 'confirmed', NULL, ${START});`,
  ],
  [
    20,
    `
    INSERT INTO checkouts VALUES ('a1', 'k1', 's1', 'https://pay.test/s1', 'paid', ${START}, ${START});
    INSERT INTO subscriptions VALUES ('sub1', 'k1', 'c1', 'live', 1, 0, ${START}, ${START});
    INSERT INTO payment_events VALUES ('e1', 'checkout.session.completed', ${START});
    INSERT INTO tier_changes VALUES (1, 'k1', 'free', 'pro', 'payment', 'e1', ${START});`,
  ],
  [
    80,
    `
    INSERT INTO history_recent VALUES (7, 30, ${START / 1000 + 60}, 777000, 4000, NULL);
    INSERT INTO fresh_quotes VALUES (30, 777000, 'last', 770000, 780000, 777000, 4000, 40, 4.5, 3, 2, ${START + 60_000}, 7);
    INSERT INTO fresh_totals VALUES (1, 5000, 50, ${START + 60_000});`,
  ],
]);

describe("an upgrade", () => {
  for (const version of olderVersions()) {
    it(`from schema ${version} keeps every row, and a copy from before`, () => {
      const { file, before } = makeFile(version);
      const db = openDatabase(file, "read-write", undefined);
      migrate(db, file);
      assert.deepEqual(schemaOf(db), schemaOf(newDatabase()), "the schema is that of a new database");
      assert.equal(db.pragma("integrity_check", { simple: true }), "ok");
      assert.deepEqual(db.pragma("foreign_key_check"), []);
      const after = countRows(db);
      const lost = [...before].filter(([table, rows]) => (after.get(table) ?? 0) < rows);
      assert.deepEqual(lost, []);
      db.close();
      openStore(file, undefined).close();
      const copy = openDatabase(`${file}.schema-${version}`, "read-only", undefined);
      assert.equal(readSchemaVersion(copy), version);
      assert.deepEqual(countRows(copy), before);
      copy.close();
    });

    it(`from schema ${version} that fails, at whatever step, leaves the file as it was, byte for byte`, () => {
      for (const step of listEmbedded("sql/migrations").filter((path) => versionOf(path) > version)) {
        const { file } = makeFile(version);
        const bytes = readFileSync(file);
        const db = openDatabase(file, "read-write", undefined);
        const exec = db.exec.bind(db);
        db.exec = (text) => {
          const done = exec(text);
          if (text === readEmbedded(step)) throw new Error("the power is gone");
          return done;
        };
        assert.throws(() => migrate(db, file), {
          name: "OperatorError",
          message: /stays as it was: the power is gone/,
        });
        db.close();
        assert.deepEqual(readFileSync(file), bytes, step);
        assert.equal(existsSync(`${file}-wal`), false);
      }
    });
  }

  it("keeps quotes that were not written to their markets yet, and sums up events anew", () => {
    const { file } = makeFile(95);
    const db = openDatabase(file, "read-write", undefined);
    migrate(db, file);
    const all = (sql: string): unknown[] => db.prepare(sql).raw().all();
    const quotes = "SELECT * FROM market_quotes WHERE market_key";
    assert.deepEqual(all(`${quotes} = 30`), [
      [30, 777_000, "last", 770_000, 780_000, 777_000, 4000, 40, 4.5, 3, 2, START + 60_000, 7, 1],
    ]);
    assert.deepEqual(all(`${quotes} = 31`), [
      [31, 100_031, null, 100_000, 110_000, null, 100, 0, null, null, null, START, null, 1],
    ]);
    assert.deepEqual(all("SELECT * FROM event_totals"), [
      [1, MARKETS - 9, MARKETS - 9, 100 * (MARKETS - 10) + 4000, 40, "open"],
    ]);
    db.close();
  });

  it("that cannot keep its copy does not begin", () => {
    const version = olderVersions().at(-1) ?? 1;
    const { file } = makeFile(version);
    const bytes = readFileSync(file);
    mkdirSync(`${file}.schema-${version}`);
    const db = openDatabase(file, "read-write", undefined);
    assert.throws(() => migrate(db, file), { name: "OperatorError", message: /is not migrated, for no copy of it/ });
    db.close();
    assert.deepEqual(readFileSync(file), bytes);
  });
});

const versionOf = (path: string): number => Number(/(\d+)_\w+\.sql$/.exec(path)?.[1]);

/** A closed database of that version, and how many rows each of its tables holds. */
function makeFile(version: number) {
  const file = join(temporaryFolder(), "toteboard.db");
  const db = openDatabase(file, "read-write", undefined);
  makeOlder(db, version, CONTENTS);
  const before = countRows(db);
  assert.ok((before.get("markets") ?? 0) >= MARKETS && (before.get("keys") ?? 0) === 2);
  db.close();
  return { file, before };
}

/** Of every table, by its first name, but those a migration makes anew: full text. */
function countRows(db: Db): Map<string, number> {
  const counts = new Map<string, number>();
  for (const table of db.prepare(TABLES).pluck().all() as string[]) {
    const name = FIRST_NAMES.get(table) ?? table;
    const rows = Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    counts.set(name, (counts.get(name) ?? 0) + rows);
  }
  return counts;
}

/** Of tables that were renamed, or whose rows have moved. */
const FIRST_NAMES = new Map([
  ["market_rows", "markets"],
  ["event_rows", "events"],
  ["fresh_quotes", "market_quotes"],
  ["fresh_totals", "event_totals"],
  ["history_recent", "history_points"],
]);

const TABLES = `
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

/** Every part of the schema by name, spaces aside. */
function schemaOf(db: Db): Map<string, string> {
  const parts = db.prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY 1, 2").raw().all();
  return new Map((parts as string[][]).map(([type, name, sql = ""]) => [`${type} ${name}`, sql.replace(/\s+/g, " ")]));
}

function newDatabase(): Db {
  const file = join(temporaryFolder(), "new.db");
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file);
  return db;
}
