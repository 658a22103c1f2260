import assert from "node:assert/strict";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { waitUntilReady } from "../support/service/executable.ts";
import { runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";

const skip = process.platform === "win32" ? "Windows has no modes" : false;

/** Files of a folder with what others than their owner may do with them, those that were there before left out. */
const modesIn = (folder: string, but: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !but.includes(name))
      .map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );

describe("files that a run makes", { skip }, () => {
  let mask: number;
  // The most that the user who starts the program can allow.
  before(() => {
    mask = process.umask(0);
  });
  after(() => {
    process.umask(mask);
  });

  it("are for their owner alone: the database, its log, its index, its lock, copies of it and what they replace", async () => {
    const folder = temporaryFolder();
    const service = startProgram(["serve", "--no-ingest", "--port", "0"], { folder });
    const url = await waitUntilReady(service);
    assert.equal((await fetch(`${url}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" })).status, 201);
    assert.equal((await runProgram(["backup", "copy.db"], { folder })).exitCode, 0);
    const names = ["copy.db", "toteboard.db", "toteboard.db-shm", "toteboard.db-wal", "toteboard.db.lock"];
    assert.deepEqual(modesIn(folder), Object.fromEntries(names.map((name) => [name, "600"])));
    service.process.kill("SIGTERM");
    await service.ended;
    chmodSync(join(folder, "copy.db"), 0o666);
    const { exitCode, stderr } = await runProgram(["restore", "copy.db"], { folder });
    assert.equal(exitCode, 0, stderr);
    const left = modesIn(folder, ["copy.db"]);
    assert.equal(Object.keys(left).length, 3);
    assert.deepEqual([...new Set(Object.values(left))], ["600"]);
  });

  it("are so when the command line makes a database", async () => {
    const folder = temporaryFolder();
    const environment = { TOTEBOARD_KALSHI_URL: "http://127.0.0.1:1/" };
    const ingest = ["ingest", "--once", "--platform", "kalshi", "--log-level", "silent"];
    await runProgram(ingest, { folder, environment });
    const names = ["toteboard.db", "toteboard.db.lock"];
    assert.deepEqual(modesIn(folder), Object.fromEntries(names.map((name) => [name, "600"])));
  });
});
