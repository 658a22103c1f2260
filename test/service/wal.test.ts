import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, describe, it } from "node:test";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { eventually, startTestService } from "../support/service/service.ts";

const MEGABYTE = 2 ** 20;

describe("the log beside the database of a running service", () => {
  it("is emptied once nothing is written any more, also when a long reader has kept it", async () => {
    const { walBytes, write, reader } = await startBesideReader();
    write(12 * MEGABYTE);
    assert.ok(walBytes() > 12 * MEGABYTE);
    reader.close();
    await eventually("the log to be empty", () => walBytes() === 0);
  });

  it("is made short after a long reader although little is written all the time, as usage is", async () => {
    const { walBytes, write, reader } = await startBesideReader();
    write(12 * MEGABYTE);
    reader.close();
    await eventually("the log to be short", () => {
      write(2048);
      return walBytes() <= 8 * MEGABYTE;
    });
  });
});

/** A service, a reader that sees its database as it is now, and what writes to it as `toteboard keys` does. */
async function startBesideReader() {
  const { db: file } = (await startTestService()).config;
  const open = (mode: "read-write" | "read-only"): Db => {
    const db = openDatabase(file, mode, undefined);
    after(() => db.close());
    return db;
  };
  const [writer, reader] = [open("read-write"), open("read-only")];
  reader.exec("BEGIN; SELECT count(*) FROM properties");
  const insert = writer.prepare("INSERT INTO properties (name, value) VALUES ('filler', @value)");
  const remove = writer.prepare("DELETE FROM properties WHERE name = 'filler'");
  return {
    reader,
    walBytes: (): number => statSync(`${file}-wal`).size,
    write(bytes: number): void {
      insert.run({ value: "x".repeat(bytes) });
      remove.run();
    },
  };
}
