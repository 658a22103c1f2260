import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, it } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { listEmbedded, readEmbedded } from "../../../src/embedded.ts";
import { OperatorError } from "../../../src/errors.ts";
import {
  findCheckoutOf,
  findLiveSubscription,
  findSubscription,
  listToCancel,
} from "../../../src/store/accounts/subscriptions.ts";
import { openDatabase, withDatabase } from "../../../src/store/database/db.ts";
import { APPLICATION_ID, readSchemaVersion, schemaVersion } from "../../../src/store/database/migrations.ts";
import { openStore } from "../../../src/store/open.ts";
import { openTestApi } from "../../support/service/api.ts";
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

/** A database that 1.1.0 wrote: an event on Kalshi and on Polymarket, with two markets each, and a key of the plan pro. */
const WRITTEN = zstdDecompressSync(readFileSync(new URL("released-1.1.0.zst", import.meta.url)));
const SECRET = "tb_live_5cjki6jFZ7DgJsXypAio9gV5UvxktIJD2nc2JB";

it("a database of 1.1.0 is opened with its keys, markets and prices, matched by the rules of now, and kept beside", async () => {
  const file = temporaryFile();
  writeFileSync(file, WRITTEN);
  const writer = openTestWriter({ file, scripts: {} });
  const copy = `${file}.schema-3`;
  assert.equal(withDatabase(copy, "read-only", undefined, readSchemaVersion), 3);
  await writer.tick();
  const api = await openTestApi({ writer });
  const read = async (path: string) => {
    const { status, json } = await api.get(path, SECRET);
    assert.equal(status, 200, path);
    return json.data;
  };
  const shown = (await read("/api/v1/markets?sort=id")).map(
    ({ platform, id, yes_price, best_ask }: Record<string, unknown>) => [platform, id, yes_price, best_ask],
  );
  assert.deepEqual(shown.toSorted(), [
    ["kalshi", "cut", 0.62, 0.63],
    ["kalshi", "hold", 0.3, 0.31],
    ["polymarket", "cut", 0.62, 0.63],
    ["polymarket", "hold", 0.3, 0.31],
  ]);
  const questions = await read("/api/v1/questions?q=fed");
  assert.deepEqual(
    questions.map(({ price, markets }: { price: number; markets: object[] }) => [price, markets.length]).toSorted(),
    [
      [0.3, 2],
      [0.62, 2],
    ],
  );
  assert.deepEqual(
    (await read("/api/v1/topics")).map(({ title }: { title: string }) => title),
    ["Fed decision in January 2027"],
  );
  const points = (await read("/api/v1/markets/kalshi/cut/history")).points;
  assert.deepEqual(
    points.map(({ yes_price }: { yes_price: number }) => yes_price),
    [0.62],
  );
  assert.deepEqual(
    (await read("/api/v1/keys")).map(({ name, tier }: { name: string; tier: string }) => [name, tier]),
    [["Ada", "pro"]],
  );
});

/** Keys "payer" (paid, after a page that expired), "buyer" (a page is open), "gone" (revoked) and "former" (ended). */
const ROWS = `
  INSERT INTO keys (key_id, key_prefix, name, email, tier, created_at) VALUES
    ('payer', 'tb_live_aaaa', 'Ada', 'ada@example.org', 'pro', 0),
    ('buyer', 'tb_live_bbbb', 'Ada', 'ada@example.org', 'free', 0),
    ('gone', 'tb_live_cccc', 'Ada', 'ada@example.org', 'pro', 0),
    ('former', 'tb_live_dddd', 'Ada', 'ada@example.org', 'free', 0);
  INSERT INTO checkouts VALUES
    ('a1', 'payer', 'cs_1', 'https://pay', 'expired', 1, 1, 'price_1'),
    ('a2', 'payer', 'cs_2', 'https://pay', 'paid', 2, 2, 'price_1'),
    ('a3', 'buyer', 'cs_3', 'https://pay', 'open', 3, 3, 'price_2'),
    ('a4', 'buyer', 'cs_4', 'https://pay', 'failed', 4, 4, 'price_2'),
    ('a5', 'former', NULL, NULL, 'creating', 5, 5, NULL);
  INSERT INTO subscriptions VALUES
    ('sub_1', 'payer', 'cus_1', 'live', 'price_1', 1, 0, 1, 1),
    ('sub_2', 'gone', 'cus_2', 'live', 'price_1', 1, 0, 1, 1),
    ('sub_3', 'former', 'cus_3', 'ended', 'price_1', 1, 0, 1, 1);
  UPDATE keys SET revoked_at = 9 WHERE key_id = 'gone';
  INSERT INTO disputes VALUES ('du_1', 'payer', 'open', 4900, 'usd', 'fraudulent', 1);
  INSERT INTO payment_events VALUES ('evt_1', 'checkout.session.completed', 1);
  INSERT INTO tier_changes VALUES (1, 'payer', 'free', 'pro', 'checkout_paid', 'evt_1', 1);`;

it("a database from before Stripe alone knew who pays keeps its payers, its open pages and what is to be cancelled", () => {
  const file = temporaryFile();
  const old = new Database(file);
  old.exec(`${RELEASED}; ${ROWS}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 2`);
  old.close();
  const { db, rows } = openTestWriter({ file });
  const rest = { priceId: "price_1", paidUntil: null };
  assert.deepEqual(findLiveSubscription(db, "payer"), {
    ...{ subscriptionId: "sub_1", keyId: "payer", customerId: "cus_1", status: "live", isUnwanted: false },
    ...rest,
  });
  assert.equal(findSubscription(db, "sub_3")?.status, "ended");
  assert.deepEqual(listToCancel(db), ["sub_2"]);
  assert.deepEqual(
    ["payer", "buyer", "former"].map((keyId) => findCheckoutOf(db, keyId)),
    [
      { keyId: "payer", sessionId: "cs_2", priceId: "price_1", isOpen: false },
      { keyId: "buyer", sessionId: "cs_3", priceId: "price_2", isOpen: true },
      undefined,
    ],
  );
  assert.deepEqual(rows("SELECT key_id, tier FROM keys ORDER BY key_id"), [
    ["buyer", "free"],
    ["former", "free"],
    ["gone", "pro"],
    ["payer", "pro"],
  ]);
  assert.deepEqual(rows("SELECT key_id, cause, event_id FROM tier_changes"), [["payer", "checkout_paid", "evt_1"]]);
  // A key that is revoked later has its subscription cancelled too.
  db.exec("UPDATE keys SET revoked_at = 10 WHERE key_id = 'payer'");
  assert.deepEqual(listToCancel(db).toSorted(), ["sub_1", "sub_2"]);
});
