import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import pino from "pino";
import { type Db, openDatabase, prepareFile, readWal } from "../../../src/store/database/db.ts";
import {
  type Checkpoints,
  inlineCheckpoints,
  threadedCheckpoints,
} from "../../../src/writer/transactions/checkpoints.ts";
import { temporaryFile } from "../../support/store/writer.ts";

const PAGE_BYTES = 2048;
const MAX_PAGES = 200;
const LIMITS = { copiedBytes: 50 * PAGE_BYTES, maxBytes: MAX_PAGES * PAGE_BYTES };

interface Opened {
  readonly db: Db;
  readonly checkpoints: Checkpoints;
  readonly logged: string[];
  /** Writes rows of a page each in one transaction. */
  readonly write: (rows: number) => void;
}

function open(made: "inline" | "threaded", threadFile?: string): Opened {
  const file = temporaryFile();
  const db = openDatabase(file, "read-write", undefined);
  prepareFile(db);
  db.exec("CREATE TABLE filler (text TEXT)");
  const logged: string[] = [];
  const log = pino({ level: "warn", base: null }, { write: (line: string) => void logged.push(line) });
  const data = { file: threadFile ?? file, addonPath: undefined };
  const checkpoints =
    made === "inline" ? inlineCheckpoints(db, log, LIMITS) : threadedCheckpoints(db, data, log, LIMITS);
  after(async () => {
    await checkpoints.close();
    db.close();
  });
  const insert = db.prepare("INSERT INTO filler VALUES (zeroblob(1900))");
  const write = db.transaction((rows: number) => {
    for (let row = 0; row < rows; row++) insert.run();
  });
  return { db, checkpoints, logged, write };
}

for (const made of ["inline", "threaded"] as const) {
  describe(`the log of the writer, copied ${made}`, () => {
    it("is left alone while it is short", async () => {
      const { db, checkpoints, write } = open(made);
      write(10);
      await checkpoints.keepUp();
      await checkpoints.close();
      assert.ok(readWal(db).uncopied >= 10);
    });

    it("is copied once it is long", async () => {
      const { db, checkpoints, logged, write } = open(made);
      write(60);
      const version = db.pragma("data_version", { simple: true });
      await checkpoints.keepUp();
      await checkpoints.close();
      assert.equal(readWal(db).uncopied, 0);
      // By this number the writer learns that somebody else has written.
      assert.equal(db.pragma("data_version", { simple: true }), version);
      assert.deepEqual(logged, []);
    });

    it("does not grow while somebody writes all the time", async () => {
      const { db, checkpoints, write } = open(made);
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
  });
}

describe("a checkpoint thread that cannot work", () => {
  it("is reported, holds nobody up and is started again", async () => {
    const { checkpoints, logged, write } = open("threaded", "/no/such/folder/test.db");
    for (let round = 1; round <= 2; round++) {
      write(MAX_PAGES);
      await checkpoints.keepUp();
      assert.ok(logged.filter((line) => line.includes("the checkpoint thread failed")).length >= round);
    }
  });
});
