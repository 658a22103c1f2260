import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, describe, it } from "node:test";
import pino from "pino";
import { type Db, openDatabase, prepareFile, readWal } from "../../src/store/database/db.ts";
import { type Checkpoints, createCheckpoints, openWriting } from "../../src/writer/transactions.ts";
import { markets, page } from "../support/store/builders.ts";
import { openTestWriter, type Script, temporaryFile } from "../support/store/writer.ts";

const PAGE_BYTES = 2048;
const MAX_PAGES = 200;

interface Opened {
  readonly db: Db;
  readonly file: string;
  readonly checkpoints: Checkpoints;
  readonly logged: string[];
  /** Writes rows of a page each in one transaction. */
  readonly write: (rows: number) => void;
}

function open(): Opened {
  const file = temporaryFile();
  const db = openDatabase(file, "read-write", undefined);
  prepareFile(db);
  db.exec("CREATE TABLE filler (text TEXT)");
  const logged: string[] = [];
  const log = pino({ level: "warn", base: null }, { write: (line: string) => void logged.push(line) });
  const checkpoints = createCheckpoints(db, log, 50 * PAGE_BYTES);
  after(() => db.close());
  const insert = db.prepare("INSERT INTO filler VALUES (zeroblob(1900))");
  const write = db.transaction((rows: number) => {
    for (let row = 0; row < rows; row++) insert.run();
  });
  return { db, file, checkpoints, logged, write };
}

describe("the log of the writer", () => {
  it("is left alone while it is short", async () => {
    const { db, checkpoints, write } = open();
    write(10);
    await checkpoints.keepUp();
    assert.ok(readWal(db).uncopied >= 10);
  });

  it("is copied once it is long", async () => {
    const { db, checkpoints, logged, write } = open();
    write(60);
    await checkpoints.keepUp();
    assert.equal(readWal(db).uncopied, 0);
    assert.deepEqual(logged, []);
  });

  it("is tried again only when it has grown while a reader holds it", async (test) => {
    const { db, file, checkpoints, write } = open();
    const reader = openDatabase(file, "read-only", undefined);
    after(() => reader.close());
    write(1);
    reader.exec("BEGIN; SELECT count(*) FROM filler");
    const pragmas = test.mock.method(db, "pragma").mock;
    const copies = () => pragmas.calls.filter((call) => String(call.arguments[0]).includes("PASSIVE")).length;
    for (let step = 0; step < 20; step++) {
      write(10);
      await checkpoints.keepUp();
    }
    assert.ok(copies() >= 2 && copies() <= 5, `${copies()} tries`);
    reader.close();
    write(60);
    await checkpoints.keepUp();
    assert.equal(readWal(db).uncopied, 0);
  });

  it("does not grow while somebody writes all the time", async () => {
    const { db, checkpoints, write } = open();
    let longest = 0;
    for (let step = 0; step < 100; step++) {
      write(20);
      await checkpoints.keepUp();
      longest = Math.max(longest, readWal(db).pages);
    }
    assert.ok(longest < 2 * MAX_PAGES, String(longest));
    assert.equal(db.prepare("SELECT count(*) FROM filler").pluck().get(), 2000);
    assert.equal(db.pragma("integrity_check", { simple: true }), "ok");
  });

  it("is emptied once nothing was written for some seconds", () => {
    const { file, checkpoints, write } = open();
    write(10);
    const bytes = (): number => statSync(`${file}-wal`).size;
    for (let second = 0; second < 4; second++) checkpoints.look();
    write(1);
    for (let second = 0; second < 5; second++) checkpoints.look();
    assert.ok(bytes() > 0);
    checkpoints.look();
    assert.equal(bytes(), 0);
  });

  it("is emptied at once after a long reader, which nobody waits for", (test) => {
    const { db, file, checkpoints, write } = open();
    write(1);
    const reader = openDatabase(file, "read-only", undefined);
    reader.exec("BEGIN; SELECT count(*) FROM filler");
    write(10);
    const { pragma } = db;
    const waits: unknown[] = [];
    test.mock.method(db, "pragma", (...[source, options]: Parameters<Db["pragma"]>) => {
      if (source.includes("TRUNCATE")) waits.push(pragma.call(db, "busy_timeout", { simple: true }));
      return pragma.call(db, source, options);
    });
    for (let second = 0; second < 8; second++) checkpoints.look();
    assert.deepEqual(waits, [0, 0, 0]);
    assert.ok(statSync(`${file}-wal`).size > 0);
    reader.close();
    checkpoints.look();
    assert.equal(statSync(`${file}-wal`).size, 0);
  });

  it("is left to others where a setting says so", async () => {
    const script: Script = { full: [page(markets(20_000))] };
    const own = openTestWriter({ scripts: { kalshi: script } });
    const external = openTestWriter({ scripts: { kalshi: script }, config: { checkpoints: "external" } });
    const facts = [];
    for (const { pass, file, writer } of [own, external]) {
      await pass();
      const { db } = writer.writing;
      const uncopied = readWal(db).uncopied * PAGE_BYTES;
      facts.push([uncopied > 2 ** 23, db.pragma("wal_autocheckpoint", { simple: true }) === 0]);
      assert.ok(statSync(`${file}-wal`).size > 0);
    }
    assert.deepEqual(facts, [
      [false, false],
      [true, true],
    ]);
  });

  it("stays short during a long pass", async () => {
    const test = openTestWriter({ scripts: { kalshi: { full: [page(markets(20_000))] } } });
    let longest = 0;
    const { step } = test.writer.writing;
    let isOver = false;
    const looks = (async () => {
      while (!isOver) {
        await step(() => undefined);
        longest = Math.max(longest, statSync(`${test.file}-wal`).size);
      }
    })();
    assert.equal((await test.pass()).inserted, 20_000);
    isOver = true;
    await looks;
    const MEGABYTE = 2 ** 20;
    assert.ok(longest > MEGABYTE && longest < 16 * MEGABYTE, `${longest} bytes`);
  });
});

describe("a step of the writer", () => {
  const { db, clock } = openTestWriter();
  let ms = 0;
  const writing = openWriting(db, { clock: { now: () => clock.now(), worked: () => ms } });

  for (const [kind, rowMs, rows] of [
    ["step", 0, 400],
    ["step", 0.125, 96],
    ["step", 1, 50],
    ["bulk", 0, 4000],
    ["bulk", 0.125, 960],
  ] as const) {
    it(`ends after ${rows} rows that take ${rowMs} ms each${kind === "bulk" ? ", where it is a long one" : ""}`, async () => {
      const written = await writing[kind]((budget) => {
        let spent = 0;
        for (; !budget.isSpent(); spent++, ms += rowMs) budget.spend();
        return spent;
      });
      assert.equal(written, rows);
    });
  }

  it("ends after its time where it has written nothing", async () => {
    const looks = await writing.step((budget) => {
      const from = ms;
      while (!budget.isSpent()) ms++;
      return ms - from;
    });
    assert.equal(looks, 12);
  });
});
