import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { type Ended, poll, start, waitUntilReady } from "../support/service/executable.ts";
import { FROM_SOURCE, temporaryFolder } from "../support/service/process.ts";

const skip = process.platform === "linux" ? false : "only Linux says how many files may be open";

function runWithLimit(limit: number, args: readonly string[], folder = temporaryFolder()): Promise<Ended> {
  return start(commandWithLimit(limit, args), folder, {}).ended;
}

const commandWithLimit = (limit: number, args: readonly string[]) =>
  ["sh", "-c", `ulimit -n ${limit} && exec "$@"`, "sh", ...FROM_SOURCE, ...args] as const;

describe("a limit of open files that is too low", { skip }, () => {
  for (const args of [["serve"], ["demo"], ["ingest", "--once"]]) {
    it(`ends ${args.join(" ")} with a sentence before anything is made`, async () => {
      const folder = temporaryFolder();
      const { exitCode, stdout, stderr } = await runWithLimit(64, args, folder);
      const advice = "raise the limit with 'ulimit -n' or, under systemd, LimitNOFILE";
      assert.deepEqual([exitCode, stdout], [1, ""]);
      assert.equal(stderr, `toteboard: only 64 files may be open at a time, and 128 are needed: ${advice}\n`);
      assert.deepEqual(readdirSync(folder), []);
    });
  }

  it("leaves files for the database and the platforms, however many connections one address opens", async () => {
    const args = ["serve", "--no-ingest", "--port", "0", "--log-format", "json"];
    const service = start(commandWithLimit(256, args), temporaryFolder(), {});
    const url = new URL(await waitUntilReady(service));
    const accepted = "64 connections \\(16 from one address\\) and 64 streams are accepted";
    assert.match(service.stderr(), new RegExp(`only 256 files may be open at a time, so ${accepted}: raise the limit`));
    const sockets = Array.from({ length: 200 }, () => connect(Number(url.port), url.hostname));
    for (const socket of sockets) socket.on("error", () => undefined);
    const countClosed = (): number => sockets.filter(({ closed }) => closed).length;
    await poll("most of them to be closed", () => (countClosed() >= 184 ? true : undefined));
    assert.ok(readdirSync(`/proc/${service.process.pid}/fd`).length <= 128 + 16);
    for (const socket of sockets) socket.destroy();
    service.process.kill("SIGTERM");
    assert.equal((await service.ended).exitCode, 0);
  });

  it("leaves each address a connection, whatever the limits are", async () => {
    const limits = ["--max-connections", "100000", "--max-connections-per-address", "1"];
    const args = ["serve", "--no-ingest", "--port", "0", "--log-format", "json", ...limits];
    const service = start(commandWithLimit(256, args), temporaryFolder(), {});
    const url = await waitUntilReady(service);
    assert.match(service.stderr(), /connections \(1 from one address\) and/);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    service.process.kill("SIGTERM");
    assert.equal((await service.ended).exitCode, 0);
  });

  it("is a finding of doctor, also where it only stands in the way of connections", async () => {
    const doctor = ["doctor", "--offline", "--max-connections", "500", "--max-streams", "100"];
    assert.match((await runWithLimit(64, doctor)).stdout, /^PROBLEM +open files +64 may be open and 128 are needed/m);
    assert.match((await runWithLimit(600, doctor)).stdout, /^WARNING +open files +600 may be open, .* need 728/m);
    assert.match((await runWithLimit(800, doctor)).stdout, /^ok +open files +800 may be open$/m);
  });
});
