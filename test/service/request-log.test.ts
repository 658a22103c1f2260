import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, it } from "node:test";
import { poll, type Started, start, waitUntilReady } from "../support/service/executable.ts";
import { FROM_SOURCE, startProgram, temporaryFolder } from "../support/service/process.ts";

const SERVE = ["serve", "--no-ingest", "--port", "0", "--log-format", "json"] as const;

/** Asks `count` times, 32 at once; each answer is a 401 and a line of the log. */
async function ask(url: string, count: number): Promise<void> {
  const askNext = async (_: unknown, caller: number): Promise<void> => {
    for (let done = caller; done < count; done += 32) {
      const response = await fetch(`${url}/api/v1/markets`);
      await response.text();
      assert.equal(response.status, 401);
    }
  };
  await Promise.all(Array.from({ length: 32 }, askNext));
}

const requestLines = (service: Started): number => service.stderr().split('"msg":"request"}\n').length - 1;

describe("the request log of a running service", () => {
  it("appears although too little waits for a batch", async () => {
    const service = startProgram(SERVE);
    const url = await waitUntilReady(service);
    await ask(url, 1);
    await poll("the line", () => requestLines(service) || undefined);
    service.process.kill("SIGKILL");
    await service.ended;
    assert.equal(requestLines(service), 1);
  });

  it("is whole after SIGTERM", async () => {
    const service = startProgram(SERVE);
    await ask(await waitUntilReady(service), 500);
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    assert.equal(exitCode, 0, stderr);
    assert.equal(requestLines(service), 500);
  });

  it("holds up no request while nobody reads it, and is whole once somebody does", async () => {
    const service = startProgram(SERVE);
    const url = await waitUntilReady(service);
    service.process.stderr?.pause();
    await ask(url, 3000);
    service.process.stderr?.resume();
    service.process.kill("SIGTERM");
    await service.ended;
    assert.equal(requestLines(service), 3000);
  });

  it("neither stops nor holds up the service when its disk is full", { skip: !existsSync("/dev/full") }, async () => {
    const service = start(["sh", "-c", `exec "$@" 2>/dev/full`, "sh", ...FROM_SOURCE, ...SERVE], temporaryFolder(), {
      PATH: process.env.PATH ?? "",
    });
    await ask(await waitUntilReady(service), 100);
    service.process.kill("SIGTERM");
    assert.deepEqual((await service.ended).exitCode, 0);
  });
});
