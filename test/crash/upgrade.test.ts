import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { listEmbedded, readEmbedded } from "../../src/embedded.ts";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { migrate, readSchemaVersion } from "../../src/store/database/migrations.ts";
import { openStore } from "../../src/store/open.ts";
import { temporaryFolder } from "../support/service/process.ts";
import { assertSameSchema } from "../support/store/schema.ts";
import { type Contents, MARKETS, makeOlder, olderVersions, START } from "./archive.ts";

/** A row or more in every table a program of that time wrote to; tables that a later version adds begin empty. */
const CONTENTS: Contents = new Map([
  [
    1,
    `
    UPDATE markets SET yes_price = 100000 + market_key, best_bid = 100000, best_ask = 110000 WHERE market_key > 9;
    UPDATE events SET market_count = ${MARKETS - 9}, status = 'open', volume = ${100 * (MARKETS - 9)};
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
    INSERT INTO history_recent VALUES
      (5, 30, ${START / 1000 + 60}, 100031, 200, NULL), (6, 30, ${START / 1000 + 90}, 100032, 300, 5);
    UPDATE market_rows SET last_point = 6 WHERE market_key = 30;
    INSERT INTO fresh_quotes VALUES
      (30, 100032, 'last', 100001, 110001, 100032, 300, 200, 3.5, 7, 8, ${START + 90_000}, 6),
      (31, 100031, NULL, 100000, 110000, NULL, 100, 0, NULL, NULL, NULL, ${START + 90_000}, NULL);
    INSERT INTO fresh_totals VALUES (1, 59300, 200, ${START + 90_000});
    UPDATE market_counts SET volume = volume + 200 WHERE status = 'open';`,
  ],
  [90, "UPDATE event_rows SET lookup_due_at = 9, lookups = 2;"],
  [
    95,
    `
    UPDATE checkouts SET price_id = 'price1';
    UPDATE subscriptions SET price_id = 'price1', status = 'moved';`,
  ],
]);

describe("an upgrade", () => {
  for (const version of olderVersions()) {
    it(`from schema ${version} keeps every value of every row, and a copy from before`, () => {
      const { file, before } = makeFile(version);
      const db = openDatabase(file, "read-write", undefined);
      migrate(db, file);
      assertSameSchema(newDatabase(), db);
      assert.equal(db.pragma("integrity_check", { simple: true }), "ok");
      assert.deepEqual(db.pragma("foreign_key_check"), []);
      assertKept(before, readNouns(db));
      db.close();
      openStore(file, undefined).close();
      const copy = openDatabase(`${file}.schema-${version}`, "read-only", undefined);
      assert.equal(readSchemaVersion(copy), version);
      assert.deepEqual(readNouns(copy), before);
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

/** A closed database of that version, and what it holds. */
function makeFile(version: number) {
  const file = join(temporaryFolder(), "toteboard.db");
  const db = openDatabase(file, "read-write", undefined);
  makeOlder(db, version, CONTENTS);
  const before = readNouns(db);
  assert.ok(before.get("markets")?.length === MARKETS && before.get("keys")?.length === 2);
  db.close();
  return { file, before };
}

type Row = Readonly<Record<string, unknown>>;

/** All rows by table, but those of full text. What several tables hold of one noun is read as one. */
function readNouns(db: Db): Map<string, readonly Row[]> {
  const tables = db.prepare(TABLES).pluck().all() as string[];
  const nouns = new Set(["markets", "events", ...tables.filter((table) => !PARTS.has(table))]);
  return new Map([...nouns].map((noun) => [noun, db.prepare(readingOf(noun, tables)).all() as Row[]]));
}

/** Tables that are read with the noun they belong to. */
const PARTS = new Set([
  "market_rows",
  "market_quotes",
  "event_rows",
  "event_totals",
  "fresh_quotes",
  "fresh_totals",
  "history_recent",
  "key_secrets",
]);

function readingOf(noun: string, tables: readonly string[]): string {
  if (noun === "history_points") {
    const columns = "market_key, at, yes_price, volume";
    return `SELECT ${columns} FROM history_points UNION SELECT ${columns} FROM history_recent ORDER BY 1, 2`;
  }
  if (noun === "markets" && tables.includes("market_quotes"))
    return "SELECT * FROM markets JOIN market_quotes USING (market_key)";
  if (noun === "events" && tables.includes("event_totals"))
    return "SELECT * FROM events JOIN event_totals USING (event_key)";
  if (noun === "keys" && tables.includes("key_secrets"))
    return "SELECT keys.*, digest FROM keys JOIN key_secrets USING (key_id)";
  return `SELECT * FROM ${noun}`;
}

const TABLES = `
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

/** Fails unless each row from before is there with all its values, but those that migrations change or remove. */
function assertKept(before: ReadonlyMap<string, readonly Row[]>, after: ReadonlyMap<string, readonly Row[]>): void {
  for (const [noun, rows] of before) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !CHANGED.has(`${noun}.${column}`));
    const found = new Set((after.get(noun) ?? []).map((row) => valuesOf(row, columns)));
    const lost = rows.map((row) => valuesOf(row, columns)).filter((row) => !found.has(row));
    assert.deepEqual(lost.slice(0, 3), [], `${lost.length} rows of ${noun} are lost or have other values`);
  }
}

const valuesOf = (row: Row, columns: readonly string[]): string =>
  columns
    .map((column) => `${column} ${inspect(row[column in row ? column : (NEW_NAMES.get(column) ?? column)])}`)
    .join(", ");

/** Columns that a migration changes: links of Kalshi, what is computed from others, and where a row was kept. */
const CHANGED = new Set([
  "markets.url",
  "events.url",
  "markets.volume_bucket",
  "markets.is_listed",
  "markets.is_fresh",
  "events.is_fresh",
]);

/** Columns that a migration renames. */
const NEW_NAMES = new Map([
  ["last_point", "last_seq"],
  ["guard", "veto"],
]);

function newDatabase(): Db {
  const file = join(temporaryFolder(), "new.db");
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file);
  return db;
}
