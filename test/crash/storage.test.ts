import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openDatabase } from "../../src/store/database/db.ts";
import { type Started, waitForAddress, waitUntilReady } from "../support/service/executable.ts";
import { runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { startUpstream } from "../support/upstream/upstream.ts";
import { cannotInject, failCalls, limitDescriptors } from "./faults.ts";
import { assertSound, openCopy } from "./soundness.ts";

const isRoot = process.platform === "linux" && process.getuid?.() === 0;
const cannotMount = isRoot ? false : "only root on Linux can mount a small disk";
const cannotLimit = spawnSync("prlimit", ["--version"]).status === 0 ? false : "prlimit is not installed";

const upstream = await startUpstream({ markets: 600, movesPrices: true });
after(() => upstream.close());

/**
 * A service that reads a platform every second, with a key and markets; `keys` are those it has acknowledged. With a
 * `known` key it need neither be ready nor make one.
 */
async function startAtWork(folder = temporaryFolder(), { uid, known }: { uid?: number; known?: string } = {}) {
  const file = join(folder, "toteboard.db");
  const service = startProgram(["serve", "--port", "0", "--log-format", "json", "--keys-per-hour", "100000"], {
    folder,
    ...(uid === undefined ? {} : { uid }),
    environment: { ...upstream.environment, TOTEBOARD_KALSHI_FULL_CRON: "* * * * * *" },
  });
  const url = await (known === undefined ? waitUntilReady : waitForAddress)(service);
  const { pid } = service.process;
  assert.ok(pid !== undefined);
  const keys: string[] = [];
  const make = async (): Promise<number> => {
    const response = await fetch(`${url}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" });
    const body = (await response.json()) as { data: { id: string; key: string } };
    if (response.status === 201) keys.push(body.data.id);
    if (response.status === 201) secret ||= body.data.key;
    return response.status;
  };
  let secret = known ?? "";
  if (known === undefined) {
    assert.equal(await make(), 201);
    // A free key would be refused in a minute of polling.
    const widen = ["keys", "set-tier", keys[0] ?? "", "--tier", "enterprise"];
    const { exitCode, stderr } = await runProgram(widen, { folder, ...(uid === undefined ? {} : { uid }) });
    assert.equal(exitCode, 0, stderr);
  }
  const get = async (path: string): Promise<{ status: number; data: Record<string, unknown> & { length: number } }> => {
    const response = await fetch(`${url}${path}`, { headers: { "X-API-Key": secret } });
    return {
      status: response.status,
      ...((await response.json()) as { data: Record<string, unknown> & { length: number } }),
    };
  };
  const ask = async (): Promise<number> => (await get("/api/v1/markets?page_size=5")).status;
  const isReady = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;
  const database = async () =>
    (await get("/api/v1/status")).data as unknown as { status: string; database: { error: string | null } };
  await eventually("markets", async () => (await get("/api/v1/markets")).data.length > 0);
  return { service, url, pid, file, keys, secret, make, ask, isReady, database };
}

type AtWork = Awaited<ReturnType<typeof startAtWork>>;

/** Waits until the service says that its database is well, and that it writes again. */
async function untilWell({ database, make, ask }: AtWork): Promise<void> {
  await eventually("the database to be well", async () => (await database()).database.error === null);
  assert.deepEqual([await make(), await ask()], [201, 200]);
}

/** Stops the service and fails unless all it acknowledged is there and agrees. */
async function assertKept({ service, file, keys }: Pick<AtWork, "service" | "file" | "keys">): Promise<string> {
  service.process.kill("SIGTERM");
  const { exitCode, stderr } = await service.ended;
  assert.equal(exitCode, 0, stderr);
  const copy = openCopy(file);
  assertSound(copy);
  const kept = new Set(copy.prepare("SELECT key_id FROM keys").pluck().all());
  copy.close();
  assert.deepEqual(
    keys.filter((id) => !kept.has(id)),
    [],
  );
  return stderr;
}

describe("a running service whose disk", () => {
  const rows = [
    ["is full", "ENOSPC", ["pwrite64"], "disk_full"],
    ["has become read-only", "EROFS", ["pwrite64", "ftruncate"], "io_error"],
    ["fails to write", "EIO", ["pwrite64"], "io_error"],
    ["does not keep what is written", "EIO", ["fdatasync", "fsync"], "io_error"],
  ] as const;
  for (const [what, error, calls, trouble] of rows) {
    it(`${what} answers from what it has, says so, acknowledges nothing, and recovers`, {
      skip: cannotInject,
    }, async () => {
      const atWork = await startAtWork();
      const { pid, file, make, ask, database, service } = atWork;
      const fault = await failCalls(pid, { calls, error, files: [file, `${file}-wal`] });
      assert.equal(await make(), 503);
      await eventually("the status to say so", async () => {
        const { status, database: about } = await database();
        return status === "degraded" && about.error === trouble;
      });
      assert.deepEqual([await ask(), await make()], [200, 503]);
      const line = new RegExp(`"trouble":"${trouble}".*"msg":"the database cannot be written"`);
      await eventually("the log to say so", () => line.test(service.stderr()));
      await fault.end();
      await untilWell(atWork);
      assert.match(await assertKept(atWork), /the database can be written again/);
    });
  }

  it("is small and fills up goes on once there is room", { skip: cannotMount }, () =>
    onSmallDisk(async (folder) => {
      const atWork = await startAtWork(folder);
      const { ask, make, database, url } = atWork;
      const filler = await fillUp(atWork, folder);
      await eventually("the status to say so", async () => (await database()).database.error === "disk_full");
      assert.equal(await ask(), 200);
      const refused = await fetch(`${url}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" });
      assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "30"]);
      assert.match(await refused.text(), /"error":"unavailable"/);
      const create = await runProgram(["keys", "create", "--name", "me", "--email", "me@example.com"], { folder });
      assert.deepEqual([create.exitCode, create.stdout], [1, ""]);
      assert.equal(create.stderr, "toteboard: the disk of the database is full: make room on it and try again\n");
      assert.equal(await make(), 503);
      rmSync(filler);
      await untilWell(atWork);
      await assertKept(atWork);
    }),
  );

  it(
    "is still full when the service stops ends in order, and what was acknowledged is there",
    {
      skip: cannotMount,
    },
    () =>
      onSmallDisk(async (folder) => {
        const atWork = await startAtWork(folder);
        const filler = await fillUp(atWork, folder);
        atWork.service.process.kill("SIGTERM");
        const stopped = await atWork.service.ended;
        assert.equal(stopped.exitCode, 0, stopped.stderr);
        assert.doesNotMatch(stopped.stderr, /the writer thread failed/);
        for (const command of [["ingest", "--once", "--platform", "kalshi", "--log-level", "silent"], ["match"]]) {
          const { exitCode, stderr } = await runProgram(command, { folder, environment: upstream.environment });
          assert.equal(exitCode, 1);
          assert.doesNotMatch(stderr, /^ {4}at /m, "a sentence and no stack");
        }
        rmSync(filler);
        const again = startProgram(["serve", "--no-ingest", "--port", "0"], { folder });
        await waitUntilReady(again);
        await assertKept({ ...atWork, service: again });
      }),
  );
});

async function onSmallDisk(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "toteboard-test", folder], { encoding: "utf8" });
  assert.equal(mounted.status, 0, mounted.stderr);
  try {
    await work(folder);
  } finally {
    spawnSync("umount", ["-l", folder]);
  }
}

/** Fills the disk until the service refuses to write; gives the file that takes the room. */
async function fillUp({ make }: AtWork, folder: string): Promise<string> {
  const filler = join(folder, "filler");
  for (let size = 16 << 20; size >= 4096; size >>= 1) fill(filler, size);
  await eventually("the disk to be full", async () => (await make()) === 503);
  return filler;
}

describe("a damaged page", () => {
  it("ends writing once a write meets it, is shown as long as it lasts, and what does not need it is read on", async () => {
    const folder = temporaryFolder();
    const before = await startAtWork(folder);
    before.service.process.kill("SIGTERM");
    await before.service.ended;
    damage(before.file, "daily_volumes");
    const { ask, make, isReady, database, service } = await startAtWork(folder, { known: before.secret });
    const isTold = async () => (await database()).database.error === "damaged";
    await eventually("the status to say so", isTold);
    const line = /"trouble":"damaged".*"msg":"the database is damaged: [^"]*'toteboard restore'"/;
    await eventually("the log to say so", () => line.test(service.stderr()));
    let asked = 0;
    const isTimeOver = async () => {
      assert.deepEqual([await isTold(), await ask()], [true, 200]);
      return ++asked === 4;
    };
    // It is looked at each second.
    await eventually("some looks at the database", isTimeOver, { everyMs: 700 });
    assert.deepEqual([await make(), await isReady()], [503, false]);
    assert.doesNotMatch(service.stderr(), /can be written again/);
    assert.equal(service.stderr().match(/the database is damaged/g)?.length, 1, "it is said once");
    service.process.kill("SIGTERM");
    assert.equal((await service.ended).exitCode, 0);
  });
});

const PAGE_BYTES = 2048;

/** Overwrites the first page of a table that nobody uses at the moment. */
function damage(file: string, table: string): void {
  const db = openDatabase(file, "read-only", undefined);
  const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(table));
  db.close();
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0x55), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(descriptor);
}

/** Appends `bytes` bytes, as far as there is room. */
function fill(file: string, bytes: number): void {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: "a" });
  } catch {
    // Full, which is the aim.
  }
}

describe("a running service whose files", () => {
  it("are taken from it keeps what it promised; the next start says what is missing", async () => {
    const folder = temporaryFolder();
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
    const atWork = await startAtWork(folder, isRoot ? { uid: NOBODY } : {});
    const { ask, make, file } = atWork;
    const names = readdirSync(folder).map((name) => join(folder, name));
    const modes = [folder, ...names].map((path): [string, number] => [path, statSync(path).mode]);
    for (const path of names) chmodSync(path, 0o400);
    chmodSync(folder, 0o500);
    const made = await make();
    assert.ok(made === 201 || made === 503);
    assert.equal(await ask(), 200);
    const startAgain = (): Started => startAs(NOBODY, folder);
    if (isRoot) {
      atWork.service.process.kill("SIGKILL");
      await atWork.service.ended;
      const refused = await startAgain().ended;
      assert.equal(refused.exitCode, 1);
      assert.match(refused.stderr, /^toteboard: .*toteboard\.db must be writable for this user: .*\n$/);
      for (const [path, mode] of modes) chmodSync(path, mode);
      const service = startAgain();
      await waitUntilReady(service);
      await assertKept({ ...atWork, service, file });
    } else {
      for (const [path, mode] of modes) chmodSync(path, mode);
      await untilWell(atWork);
      await assertKept(atWork);
    }
  });

  it("are out of descriptors answers who is connected, and others once there are some", {
    skip: cannotLimit,
  }, async () => {
    const atWork = await startAtWork();
    const { pid, isReady } = atWork;
    const askTwenty = () => Promise.allSettled(Array.from({ length: 20 }, isReady));
    await isReady();
    const fault = limitDescriptors(pid, 0);
    for (let round = 0; round < 20; round++) assert.ok(await isReady(), "on the connection that is there");
    assert.ok((await askTwenty()).some(({ status }) => status === "rejected"));
    await fault.end();
    await untilWell(atWork);
    assert.ok((await askTwenty()).every((asked) => asked.status === "fulfilled" && asked.value));
    await assertKept(atWork);
  });
});

const NOBODY = 65534;

function startAs(uid: number, folder: string): Started {
  return startProgram(["serve", "--no-ingest", "--port", "0"], { folder, uid });
}
