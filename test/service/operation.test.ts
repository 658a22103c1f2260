import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { waitUntilReady } from "../support/service/executable.ts";
import { startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";

describe("SIGHUP", () => {
  it("has the level of the log read again, away from a terminal", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, ".env"), "TOTEBOARD_LOG_LEVEL=warn\n");
    const service = startProgram(["serve", "--no-ingest", "--port", "0", "--log-format", "json"], { folder });
    const url = await waitUntilReady(service);
    writeFileSync(join(folder, ".env"), "TOTEBOARD_LOG_LEVEL=debug\n");
    service.process.kill("SIGHUP");
    await eventually("the new level", async () => {
      await (await fetch(`${url}/healthz`)).text();
      return service.stderr().includes('"route":"/healthz"');
    });
    writeFileSync(join(folder, ".env"), "TOTEBOARD_LOG_LEVEL=loud\n");
    service.process.kill("SIGHUP");
    await eventually("the complaint", () => service.stderr().includes("settings not read again"));
    assert.equal((await fetch(`${url}/readyz`)).status, 200, "it goes on");
    service.process.kill("SIGTERM");
    assert.equal((await service.ended).exitCode, 0);
  });
});

describe("under systemd", { skip: process.platform !== "linux" }, () => {
  it("the service says that it is ready, that it lives, and that it stops", async () => {
    const folder = temporaryFolder();
    const told = join(folder, "told");
    const stand = join(folder, "systemd-notify");
    writeFileSync(stand, `#!/bin/sh\necho "$@" >>${told}\n`);
    chmodSync(stand, 0o755);
    const environment = {
      PATH: `${folder}:/usr/bin:/bin`,
      NOTIFY_SOCKET: join(folder, "socket"),
      WATCHDOG_USEC: "200000",
    };
    const service = startProgram(["serve", "--no-ingest", "--port", "0"], { folder, environment });
    await waitUntilReady(service);
    const read = (): string => readFileSync(told, { encoding: "utf8", flag: "a+" });
    await eventually("two signs of life", () => read().split("WATCHDOG=1").length > 2);
    service.process.kill("SIGTERM");
    assert.equal((await service.ended).exitCode, 0);
    const words = read().trimEnd().split("\n");
    assert.deepEqual([words[0], words.at(-1)], ["READY=1", "STOPPING=1"]);
  });
});
