import assert from "node:assert/strict";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, it } from "node:test";
import pino from "pino";
import { SharedClock } from "../../../src/clock.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { createBackupMaker } from "../../../src/writer/maintenance/backup.ts";
import { temporaryFolder } from "../../support/service/process.ts";
import { startTestService } from "../../support/service/service.ts";

describe("backups by the clock", () => {
  const prepare = async () => {
    const folder = join(temporaryFolder(), "backups");
    const service = await startTestService({ flags: { "backup-dir": folder, "backup-keep": "2" } });
    const clock = new SharedClock();
    clock.fixAt(Date.UTC(2026, 10, 20, 3));
    const logged: Record<string, unknown>[] = [];
    const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const ending = new AbortController();
    const settings = { config: service.config, clock, log, signal: ending.signal };
    const maker = createBackupMaker(settings);
    /** Files in the folder from before. */
    const leave = (...names: readonly string[]): void => {
      mkdirSync(folder, { mode: 0o700 });
      for (const name of names) writeFileSync(join(folder, name), "not a database");
    };
    return { folder, logged, ending, maker, make: maker.makeScheduled, leave };
  };

  it("are named by their time, and only the newest are kept", async () => {
    const { folder, logged, make, leave } = await prepare();
    leave("toteboard-20261118T030000Z.db", "toteboard-20261119T030000Z.db", "mine.db");
    await make();
    const made = "toteboard-20261120T030000Z.db";
    assert.deepEqual(readdirSync(folder), ["mine.db", "toteboard-20261119T030000Z.db", made]);
    if (process.platform !== "win32") assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.deepEqual([logged[0]?.msg, logged[0]?.removed], ["backup made", 1]);
    const copy = openDatabase(join(folder, made), "read-only", undefined);
    assert.equal(copy.pragma("integrity_check", { simple: true }), "ok");
    copy.close();
  });

  it("of a clock that was ahead push out nothing that is made once it is right", async () => {
    const { folder, make, leave } = await prepare();
    const ahead = "toteboard-20371102T030000Z.db";
    leave("toteboard-20261118T030000Z.db", "toteboard-20261119T030000Z.db", ahead);
    await make();
    const right = ["toteboard-20261119T030000Z.db", "toteboard-20261120T030000Z.db"];
    assert.deepEqual(readdirSync(folder), [...right, ahead]);
  });

  it("are the same as one that is asked for meanwhile: one runs at a time", async () => {
    const { folder, logged, maker } = await prepare();
    assert.equal(maker.isRunning(), false);
    const scheduled = maker.makeScheduled();
    assert.equal(maker.isRunning(), true);
    const made = await maker.make();
    await scheduled;
    assert.equal(maker.isRunning(), false);
    assert.deepEqual(readdirSync(folder), [basename(made.file)]);
    assert.equal(logged.length, 1);
  });

  it("remove what is left of those that were cut off, once an hour has passed", async () => {
    const { folder, make, leave } = await prepare();
    const young = "toteboard-20261120T020001Z.db.unfinished";
    leave("toteboard-20261120T015959Z.db.unfinished", young, "mine.db.unfinished");
    await make();
    assert.deepEqual(readdirSync(folder), ["mine.db.unfinished", young, "toteboard-20261120T030000Z.db"]);
  });

  it("that fail are told of, and the older ones stay", async () => {
    const { folder, logged, make } = await prepare();
    writeFileSync(folder, "a file in the place of the folder");
    await make();
    assert.equal(logged[0]?.msg, "a backup failed");
    assert.match(String(logged[0]?.reason), /^no backup: /);
  });

  it("are given up when the service stops", async () => {
    const { folder, logged, ending, make } = await prepare();
    const made = make();
    ending.abort();
    await made;
    assert.deepEqual(
      logged.filter(({ level }) => Number(level) > 30),
      [],
    );
    assert.deepEqual(
      readdirSync(join(folder, "..")).filter((name) => name.includes("unfinished")),
      [],
    );
  });
});
