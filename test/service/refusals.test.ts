import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { openDatabase } from "../../src/store/database/db.ts";
import { migrate, schemaVersion } from "../../src/store/database/migrations.ts";
import { claimDataKind, type DataKind } from "../../src/store/database/properties.ts";
import { leaveSettings, runMain, runProgram, temporaryFolder } from "../support/service/process.ts";
import { startTestService, type TestServiceOptions } from "../support/service/service.ts";

leaveSettings();

const refuses = (options: TestServiceOptions, message: string | RegExp) =>
  assert.rejects(startTestService(options), { name: "OperatorError", message });

const NOBODY = 65534;

describe("the service refuses", () => {
  it("to serve a file with demo data, and to run the demo on one with live data", async () => {
    for (const isDemo of [true, false]) {
      const folder = temporaryFolder();
      const file = join(folder, "toteboard.db");
      await (await startTestService({ folder, isDemo })).close();
      const [kind, right, wrong] = isDemo ? ["demo", "demo", "serve"] : ["live", "serve", "demo"];
      await refuses(
        { folder, isDemo: !isDemo },
        `${file} holds ${kind} data: run 'toteboard ${right}' with it, or give 'toteboard ${wrong}' another file with --db`,
      );
      await (await startTestService({ folder, isDemo })).close();
    }
  });

  it("a file that another service uses, until that one is closed", async () => {
    const folder = temporaryFolder();
    const first = await startTestService({ folder });
    const inUse = /toteboard\.db is in use by another toteboard .*: stop that one, or choose another file with --db$/;
    await refuses({ folder }, inUse);
    await refuses({ folder, isDemo: true }, inUse);
    const [serve, ingest] = await Promise.all(
      [
        ["serve", "--port", "0"],
        ["ingest", "--once"],
      ].map((args) => runProgram(args, { folder })),
    );
    for (const ended of [serve, ingest]) {
      assert.equal(ended?.exitCode, 1);
      assert.match(ended?.stderr ?? "", /^toteboard: toteboard\.db is in use .*\n$/);
    }
    assert.equal((await first.get("/api/v1/markets")).status, 200, "the first one is not disturbed");
    await first.close();
    await (await startTestService({ folder })).close();
  });

  it("a file that another service uses under another name, be it a symbolic link or a hard one", {
    skip: process.platform === "win32",
  }, async () => {
    const folder = temporaryFolder();
    const [symbolic, early, hard] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    // As it is made ready before there is a database.
    symlinkSync(join(folder, "toteboard.db"), join(early, "toteboard.db"));
    const first = await startTestService({ folder: early });
    const { db } = first.config;
    assert.equal(db, join(folder, "toteboard.db"));
    symlinkSync(db, join(symbolic, "toteboard.db"));
    for (const links of [symbolic, early, folder])
      await refuses({ folder: links }, /toteboard\.db is in use by another/);
    const isFolder = new RegExp(`${folder} is a folder: name a file in it, such as --db ${folder}/toteboard\\.db`);
    for (const command of [["serve"], ["keys", "list"], ["doctor", "--offline"]]) {
      const { stdout, stderr } = await runProgram([...command, "--db", folder], { folder: hard });
      assert.match(stdout + stderr, isFolder, command[0]);
    }
    linkSync(db, join(hard, "toteboard.db"));
    const twoNames = /toteboard\.db has a second name, a hard link, .*: remove all its names but one/;
    await refuses({ folder: hard }, twoNames);
    const create = ["keys", "create", "--name", "me", "--email", "me@example.com"];
    const { exitCode, stderr } = await runProgram(create, { folder: hard });
    assert.equal(exitCode, 1);
    assert.match(stderr, twoNames);
    assert.equal((await first.get("/api/v1/markets")).status, 200, "the first one is not disturbed");
    await first.close();
    await refuses({ folder }, twoNames);
    rmSync(join(hard, "toteboard.db"));
    linkSync(db, `${db}.replaced-20261120T120000Z`);
    await (await startTestService({ folder })).close();
    assert.ok(!existsSync(`${db}.replaced-20261120T120000Z`), "a killed restore has left it");
  });

  it("a file that this user may not write, and leaves nothing beside it", {
    skip: process.platform === "win32",
  }, async () => {
    const folder = temporaryFolder();
    await (await startTestService({ folder })).close();
    const names = readdirSync(folder);
    // Nobody keeps root from writing.
    const uid = process.getuid?.() === 0 ? NOBODY : undefined;
    if (uid !== undefined) for (const path of ["", ...names]) chownSync(join(folder, path), uid, uid);
    chmodSync(join(folder, "toteboard.db"), 0o400);
    const refused = await runProgram(["serve", "--no-ingest", "--port", "0"], { folder, ...(uid && { uid }) });
    assert.match(
      refused.stderr,
      /^toteboard: toteboard\.db must be writable for this user: EACCES.*; it belongs to user \d+ with mode 400, and this is user \d+: .*\n$/,
    );
    assert.deepEqual(readdirSync(folder), names);
  });

  it("a wrong file, which stays as it was with nothing beside it", async () => {
    for (const [what, make] of Object.entries(WRONG_FILES)) {
      const folder = temporaryFolder();
      const file = join(folder, "toteboard.db");
      make(file);
      const before = readFileSync(file);
      await assert.rejects(startTestService({ folder }), { name: "OperatorError" }, what);
      const ingest = await runMain("ingest", "--once", "--db", file, "--log-level", "silent");
      assert.equal(ingest.exitCode, 1, what);
      assert.deepEqual(readdirSync(folder), ["toteboard.db"], what);
      assert.deepEqual(readFileSync(file), before, what);
      await runMain("doctor", "--offline", "--db", file);
      assert.equal(existsSync(`${file}.lock`), false, what);
    }
  });

  it("a port that is in use, and leaves the file free for another start", async () => {
    const folder = temporaryFolder();
    const { port } = await startTestService();
    await refuses(
      { folder, flags: { port: String(port) } },
      `cannot listen on 127.0.0.1 port ${port}: another program uses this port; stop it or choose another with --port`,
    );
    // A demo would read its platforms at once.
    const { exitCode, stderr } = await runProgram(["demo", "--port", String(port)], { folder: temporaryFolder() });
    assert.equal(exitCode, 1);
    assert.match(stderr, /^toteboard: cannot listen on 127\.0\.0\.1 port \d+: another program uses this port; .*\n$/);
    await (await startTestService({ folder })).close();
  });
});

/** What may be given in place of a database of this program. */
const WRONG_FILES: Readonly<Record<string, (file: string) => void>> = {
  "a letter": (file) => writeFileSync(file, "This is a letter to a friend. ".repeat(100)),
  "another program's database": (file) => makeOther(file, "DELETE"),
  "another program's database with a log": (file) => makeOther(file, "WAL"),
  "a newer database": (file) => {
    makeOwn(file, "live");
    setVersion(file, schemaVersion() + 1);
  },
  "the demo's database": (file) => makeOwn(file, "demo"),
};

function makeOther(file: string, journal: string): void {
  const db = openDatabase(file, "read-write", undefined);
  db.pragma(`journal_mode = ${journal}`);
  db.exec("CREATE TABLE recipes (name TEXT)");
  db.close();
}

function makeOwn(file: string, kind: DataKind): void {
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file);
  claimDataKind(db, file, kind);
  db.close();
}

function setVersion(file: string, version: number): void {
  const db = openDatabase(file, "read-write", undefined);
  db.pragma(`user_version = ${version}`);
  db.close();
}
