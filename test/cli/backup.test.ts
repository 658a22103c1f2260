import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { openDatabase } from "../../src/store/database/db.ts";
import { APPLICATION_ID, migrate, schemaVersion } from "../../src/store/database/migrations.ts";
import { leaveSettings, runMain, temporaryFolder } from "../support/service/process.ts";
import { eventually, startTestService } from "../support/service/service.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

leaveSettings();

const query = (file: string, text: string): unknown => {
  const db = openDatabase(file, "read-only", undefined);
  try {
    return db.prepare(text).pluck().get();
  } finally {
    db.close();
  }
};

/** A database as a service leaves it, with `keys` keys. */
function makeDatabase(file: string, keys = 1): void {
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file);
  db.exec("INSERT OR IGNORE INTO properties VALUES ('feed', 'live')");
  addKeys(db, keys);
  db.close();
}

/** A database that says it is another program's. */
function foreign(folder: string): string {
  const file = join(folder, "t.db");
  const db = openDatabase(file, "read-write", undefined);
  db.pragma("journal_mode = DELETE");
  db.pragma("application_id = 7");
  db.close();
  return file;
}

function addKeys(db: ReturnType<typeof openDatabase>, keys: number): void {
  const insert = db.prepare(
    `INSERT INTO keys (key_id, name, email, tier, key_prefix, created_at)
     VALUES (?, 'me', 'me@example.com', 'free', 'tb_live_aaaa', 1)`,
  );
  for (let key = 0; key < keys; key++) insert.run(`${key}-${Math.random()}`);
}

describe("toteboard backup", () => {
  it("copies a database into one checked file that stands alone", async () => {
    const folder = temporaryFolder();
    const [file, copy] = [join(folder, "toteboard.db"), join(folder, "backups", "copy.db")];
    makeDatabase(file, 5);
    mkdirSync(join(folder, "backups"));
    const priority = getPriority();
    const { exitCode, stdout, stderr } = await runMain("backup", copy, "--db", file);
    assert.equal(exitCode, 0, stderr);
    assert.equal(getPriority(), priority, "the tests that follow do not go behind all else");
    assert.match(stdout, /copy\.db: \d+\.\d MB, checked, in \d+\.\d s\n$/);
    assert.deepEqual(readdirSync(join(folder, "backups")), ["copy.db"]);
    assert.equal(query(copy, "SELECT count(*) FROM keys"), 5);
    assert.equal(query(copy, "PRAGMA journal_mode"), "delete");
  });

  it("copies one moment while a service writes, and the service goes on", async () => {
    const upstream = await startUpstream({ markets: 600, movesPrices: true });
    after(() => upstream.close());
    const service = await startTestService({
      environment: { ...upstream.environment, TOTEBOARD_KALSHI_FULL_CRON: "* * * * * *" },
    });
    await eventually("markets", () => service.runs.length >= 4, { deadlineMs: 300_000 });
    const copy = join(temporaryFolder(), "copy.db");
    for (let round = 0; round < 3; round++) {
      const { exitCode, stderr } = await runMain("backup", copy, "--db", service.config.db);
      assert.equal(exitCode, 0, stderr);
      assert.equal(query(copy, "PRAGMA integrity_check"), "ok");
      const kept = query(copy, "SELECT sum(markets) FROM market_counts");
      assert.equal(
        kept,
        query(copy, "SELECT count(*) FROM markets JOIN market_quotes USING (market_key) WHERE yes_price IS NOT NULL"),
      );
    }
    assert.equal((await service.get("/api/v1/markets?page_size=1")).status, 200);
  });

  it("leaves nothing behind, and an earlier backup alone, when the database is damaged", async () => {
    const [file, copy] = [join(temporaryFolder(), "toteboard.db"), join(temporaryFolder(), "copy.db")];
    makeDatabase(file, 2000);
    writeFileSync(copy, "the backup of yesterday");
    const bytes = readFileSync(file);
    // The last pages hold keys: all of the file is copied before the damage is found.
    bytes.fill(0x55, Math.floor(bytes.length * 0.9));
    writeFileSync(file, bytes);
    const { exitCode, stderr } = await runMain("backup", copy, "--db", file);
    assert.equal(exitCode, 1);
    assert.ok(stderr.startsWith(`toteboard: ${file} `), stderr);
    assert.match(stderr, /damaged|malformed/);
    assert.equal(readFileSync(copy, "utf8"), "the backup of yesterday");
    assert.deepEqual(readdirSync(dirname(copy)), ["copy.db"]);
  });

  const refusals: readonly [string, (folder: string) => string[], number, RegExp][] = [
    [
      "of a database of another program",
      (folder) => ["backup", join(folder, "x"), "--db", foreign(folder)],
      1,
      /another/,
    ],
    ["without a name", () => ["backup"], 2, /backup needs the name of one file/],
    ["with two names", () => ["backup", "a", "b"], 2, /backup needs the name of one file/],
    ["of a database that is not there", (folder) => ["backup", join(folder, "x")], 1, /no database at toteboard\.db/],
    ["onto the database", (folder) => ["backup", join(folder, "t.db"), "--db", join(folder, "t.db")], 1, /itself/],
    ["onto a folder", (folder) => ["backup", folder, "--db", join(folder, "t.db")], 1, /is a folder/],
    [
      "into a file",
      (folder) => ["backup", join(folder, "t.db", "x"), "--db", join(folder, "t.db")],
      1,
      /no backup: there is no folder .*t\.db; make it first/,
    ],
    [
      "into a folder that is not there, and makes none,",
      (folder) => ["backup", join(folder, "missing", "x"), "--db", join(folder, "t.db")],
      1,
      /no backup: there is no folder .*missing; make it first/,
    ],
  ];
  for (const [what, argumentsIn, code, reason] of refusals) {
    it(`is refused ${what}`, async () => {
      const folder = temporaryFolder();
      makeDatabase(join(folder, "t.db"));
      const { exitCode, stderr } = await runMain(...argumentsIn(folder));
      assert.equal(exitCode, code);
      assert.match(stderr, reason);
      assert.equal(stderr.trimEnd().split("\n").length, 1);
      assert.deepEqual(readdirSync(folder), ["t.db"]);
    });
  }
});

describe("toteboard restore", () => {
  it("puts a backup in the place of the database and keeps that beside it, its log included", async () => {
    const folder = temporaryFolder();
    const [file, copy] = [join(folder, "toteboard.db"), join(folder, "copy.db")];
    makeDatabase(file, 1);
    assert.equal((await runMain("backup", copy, "--db", file)).exitCode, 0);
    // As a killed process leaves it: with a log that was not written into the file.
    const killed = openDatabase(file, "read-write", undefined);
    addKeys(killed, 3);
    const [main, log] = [readFileSync(file), readFileSync(`${file}-wal`)];
    killed.close();
    writeFileSync(file, main);
    writeFileSync(`${file}-wal`, log);
    const { exitCode, stdout, stderr } = await runMain("restore", copy, "--db", file);
    assert.equal(exitCode, 0, stderr);
    const kept = /what was there before is (\S+)\n$/.exec(stdout)?.[1] ?? assert.fail(stdout);
    assert.equal(query(file, "SELECT count(*) FROM keys"), 1);
    assert.equal(query(kept, "SELECT count(*) FROM keys"), 4);
    assert.deepEqual(
      readdirSync(folder).filter((name) => /incoming|unfinished/.test(name)),
      [],
    );
    assert.equal((await runMain("restore", copy, "--db", join(folder, "new.db"))).exitCode, 0);
    assert.equal(query(join(folder, "new.db"), "SELECT count(*) FROM keys"), 1);
  });

  it("takes the place of a database too damaged to be opened, which is kept as it is", async () => {
    const folder = temporaryFolder();
    const [file, copy] = [join(folder, "toteboard.db"), join(folder, "copy.db")];
    makeDatabase(copy, 2);
    writeFileSync(file, "no database at all ".repeat(1000));
    const { stdout } = await runMain("restore", copy, "--db", file);
    const kept = /is (\S+)\n$/.exec(stdout)?.[1] ?? assert.fail(stdout);
    assert.match(readFileSync(kept, "utf8"), /^no database at all/);
    assert.equal(query(file, "SELECT count(*) FROM keys"), 2);
  });

  it("refuses while a service holds the database", async () => {
    const service = await startTestService();
    const copy = join(temporaryFolder(), "copy.db");
    makeDatabase(copy);
    const { exitCode, stderr } = await runMain("restore", copy, "--db", service.config.db);
    assert.equal(exitCode, 1);
    assert.match(stderr, /is in use by another toteboard/);
    assert.equal((await service.get("/api/v1/markets")).status, 200);
  });

  it("refuses while another program has it open", async () => {
    const folder = temporaryFolder();
    const [file, copy] = [join(folder, "toteboard.db"), join(folder, "copy.db")];
    makeDatabase(file, 3);
    makeDatabase(copy, 1);
    const reader = openDatabase(file, "read-only", undefined);
    reader.prepare("SELECT count(*) FROM keys").get();
    const { exitCode, stderr } = await runMain("restore", copy, "--db", file);
    reader.close();
    assert.deepEqual([exitCode, query(file, "SELECT count(*) FROM keys")], [1, 3], stderr);
    assert.match(stderr, /stop what uses it/);
  });

  it("refuses what is damaged, newer, another program's or not there, and changes nothing", async () => {
    const folder = temporaryFolder();
    const [file, copy] = [join(folder, "toteboard.db"), join(folder, "copy.db")];
    makeDatabase(file, 1);
    const before = readFileSync(file);
    const refused = async (reason: RegExp): Promise<void> => {
      const { exitCode, stderr } = await runMain("restore", copy, "--db", file);
      assert.equal(exitCode, 1);
      assert.match(stderr, reason);
      assert.ok(stderr.includes(` ${copy}`), `${stderr} names the backup`);
      assert.deepEqual(readFileSync(file), before);
      assert.deepEqual(
        readdirSync(folder).filter((name) => /incoming|unfinished|replaced/.test(name)),
        [],
      );
    };
    await refused(/no file/);
    makeDatabase(copy, 2000);
    const bytes = readFileSync(copy);
    bytes.fill(0x55, Math.floor(bytes.length * 0.9));
    writeFileSync(copy, bytes);
    await refused(/damaged|malformed/);
    const newer = openDatabase(`${copy}2`, "read-write", undefined);
    newer.pragma(`user_version = ${schemaVersion() + 1}`);
    newer.pragma(`application_id = ${APPLICATION_ID}`);
    newer.exec("CREATE TABLE t (c)");
    newer.close();
    writeFileSync(copy, readFileSync(`${copy}2`));
    await refused(/has schema \d+, newer than/);
    const other = openDatabase(`${copy}3`, "read-write", undefined);
    other.exec("CREATE TABLE t (c)");
    other.close();
    writeFileSync(copy, readFileSync(`${copy}3`));
    await refused(/another program/);
    writeFileSync(copy, "a letter to a friend ".repeat(1000));
    await refused(/not a database/);
    writeFileSync(copy, "");
    await refused(/is empty/);
  });

  it("leaves nothing beside a database that is not there when it refuses the backup", async () => {
    const folder = temporaryFolder();
    const copy = join(folder, "copy.db");
    const file = join(folder, "toteboard.db");
    const other = openDatabase(copy, "read-write", undefined);
    other.exec("CREATE TABLE t (c)");
    other.close();
    assert.match((await runMain("restore", copy, "--db", file)).stderr, /another program/);
    assert.match((await runMain("restore", `${copy}2`, "--db", file)).stderr, /no file .*copy\.db2: name a backup/);
    assert.deepEqual(readdirSync(folder), ["copy.db"]);
  });
});
