import assert from "node:assert/strict";
import { chmodSync, chownSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { waitUntilReady } from "../support/service/executable.ts";
import { runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";

const skip = process.platform === "win32" ? "Windows has no modes" : false;

const NOBODY = 65_534;

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

  it("keep owner and mode of the database that root restores a backup over, so that the service may write it", {
    skip: process.getuid?.() === 0 ? skip : "only root may give a file to another user",
  }, async () => {
    const folder = temporaryFolder();
    const [file, copy] = [join(folder, "toteboard.db"), join(folder, "copy.db")];
    const service = startProgram(["serve", "--no-ingest", "--port", "0"], { folder });
    await waitUntilReady(service);
    assert.equal((await runProgram(["backup", "copy.db"], { folder })).exitCode, 0);
    service.process.kill("SIGTERM");
    await service.ended;
    for (const name of readdirSync(folder)) chownSync(join(folder, name), NOBODY, NOBODY);
    chownSync(folder, NOBODY, NOBODY);
    chmodSync(file, 0o640);
    chownSync(copy, 0, 0);
    rmSync(`${file}.lock`);
    const ownerOf = (path: string): string => {
      const { uid, gid, mode } = statSync(path);
      return `${uid}:${gid} ${(mode & 0o777).toString(8)}`;
    };
    assert.equal((await runProgram(["restore", "copy.db"], { folder })).exitCode, 0);
    assert.deepEqual([file, `${file}.lock`].map(ownerOf), ["65534:65534 640", "65534:65534 640"]);
    // Without an old one, the folder says whose it is.
    rmSync(file);
    assert.equal((await runProgram(["restore", "copy.db"], { folder })).exitCode, 0);
    assert.equal(ownerOf(file), "65534:65534 600");
    // Who may not give it away does not take it either.
    chownSync(file, 0, 0);
    chownSync(copy, NOBODY, NOBODY);
    const refused = await runProgram(["restore", "copy.db"], { folder, uid: NOBODY });
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stderr, /toteboard\.db belongs to user 0 and group 0, to whom user 65534 cannot give/);
    assert.equal(ownerOf(file), "0:0 600");
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
