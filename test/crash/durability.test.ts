import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { start, waitUntilReady } from "../support/service/executable.ts";
import { PROGRAM, runProgram, temporaryFolder } from "../support/service/process.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
const skip = hasStrace ? false : "strace is not installed";

/** Each call that puts a file of the folder on the disk, in the order they ended. */
const syncsIn = (trace: string, folder: string): string[] =>
  readFileSync(trace, "utf8")
    .split("\n")
    .flatMap((line) => /\b(?:fdatasync|fsync)\(\d+<([^>]+)>/.exec(line)?.[1] ?? [])
    .filter((path) => path.startsWith(folder));

describe("what is acknowledged", { skip }, () => {
  it("is on the disk before it is: one sync of the log for each key, rotation and revocation, and one each on the command line", async (t) => {
    const folder = temporaryFolder();
    const trace = join(folder, "trace");
    // With -D the program itself is the child, which ends with it.
    const strace = ["strace", "-D", "-f", "-y", "-qq", "-e", "trace=fdatasync,fsync", "-o", trace] as const;
    const serve = [process.execPath, PROGRAM, "serve", "--no-ingest", "--port", "0", "--keys-per-hour", "1000"];
    const service = start([...strace, ...serve], folder, { PATH: process.env.PATH ?? "" });
    after(() => service.process.kill("SIGKILL"));
    const url = await waitUntilReady(service);
    const countSyncs = (): number => syncsIn(trace, folder).filter((path) => path.endsWith("toteboard.db-wal")).length;

    /** How many syncs of the log there are once the answer is, that were not before. */
    const during = async (work: () => Promise<void>): Promise<number> => {
      const before = countSyncs();
      await work();
      return countSyncs() - before;
    };
    const ask = async (method: string, path: string, key?: string) => {
      const response = await fetch(`${url}/api/v1/keys${path}`, { method, headers: key ? { "X-API-Key": key } : {} });
      assert.ok(response.ok, `${method} ${path}: ${response.status}`);
      return ((await response.json()) as { data: { key: string; id: string } }).data;
    };
    let made = { key: "", id: "" };
    const create = async (): Promise<void> => {
      made = await ask("POST", "?name=me&email=me@example.com");
    };
    const rotate = async (): Promise<void> => {
      made = { ...made, ...(await ask("POST", `/${made.id}/rotate`, made.key)) };
    };
    const revoke = async (): Promise<void> => void (await ask("DELETE", `/${made.id}`, made.key));
    for (const [name, work] of Object.entries({ create, rotate, revoke })) {
      assert.ok((await during(work)) >= 1, `${name} is answered after a sync of the log`);
    }

    const rounds = 20;
    const syncs = await during(async () => {
      for (let round = 0; round < rounds; round++) await create();
    });
    assert.ok(syncs >= rounds, `${syncs} syncs for ${rounds} keys`);
    t.diagnostic(`${syncs} syncs of the log for ${rounds} keys that were acknowledged`);

    // On the command line the process ends with a sync of its own or, where it is the last, of the whole file.
    const changed = await runProgram(["keys", "set-tier", made.id, "--tier", "pro", "--json"], { folder });
    assert.equal(changed.exitCode, 0, changed.stderr);
    const commandTrace = join(folder, "command");
    const command = [process.execPath, PROGRAM, "keys", "set-tier", made.id, "--tier", "free"];
    const traced = [...strace.slice(0, -1), commandTrace, ...command] as [string, ...string[]];
    const ended = await start(traced, folder, { PATH: process.env.PATH ?? "" }).ended;
    assert.equal(ended.exitCode, 0, ended.stderr);
    assert.ok(syncsIn(commandTrace, folder).some((path) => path.endsWith("-wal")));

    service.process.kill("SIGTERM");
    await service.ended;
  });
});
