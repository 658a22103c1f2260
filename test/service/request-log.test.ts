import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, it } from "node:test";
import { poll, type Started, start, waitUntilReady } from "../support/service/executable.ts";
import { FROM_SOURCE, startProgram, temporaryFolder } from "../support/service/process.ts";
import { startTestService } from "../support/service/service.ts";
import { fixedClock } from "../support/store/writer.ts";

const SERVE = ["serve", "--no-ingest", "--port", "0", "--log-format", "json", "--pages-per-minute", "1000000"] as const;

/** Asks `count` times, 32 at once; each answer is a line of the log. */
async function ask(url: string, count: number): Promise<void> {
  const askNext = async (_: unknown, caller: number): Promise<void> => {
    for (let done = caller; done < count; done += 32) {
      const response = await fetch(`${url}/robots.txt`);
      await response.text();
      assert.equal(response.status, 200);
    }
  };
  await Promise.all(Array.from({ length: 32 }, askNext));
}

const requestLines = (service: Started): number => service.stderr().split('"msg":"request"}\n').length - 1;

describe("lines about refused requests", () => {
  it("are 20 a second for an address and as many as is set for all; the others are counted in one", async () => {
    const clock = fixedClock();
    const flags = { "log-refusals": "50", "trusted-proxies": "127.0.0.1" };
    const service = await startTestService({ clock, flags });
    const askFrom = async (address: string, paths: readonly string[]): Promise<void> => {
      for (const path of paths) await fetch(service.url + path, { headers: { "X-Forwarded-For": address } });
    };
    const missing = Array.from({ length: 25 }, () => "/nowhere");
    const keyless = Array.from({ length: 25 }, () => "/api/v1/markets");
    await askFrom("192.0.2.1", [...missing, "/robots.txt", ...missing]);
    for (const address of ["192.0.2.2", "192.0.2.3"]) await askFrom(address, keyless);
    clock.advance(1000);
    await askFrom("192.0.2.1", missing);
    await service.close();
    const lines = service.logged.filter(({ msg }) => msg === "request");
    const countOf = (status: number): number => lines.filter((line) => line.status === status).length;
    assert.deepEqual([countOf(404), countOf(401), countOf(200)], [20 + 20, 20 + 10, 1]);
    const told = service.logged.filter(({ msg }) => /refused requests/.test(String(msg)));
    // A busy machine may need more than the ten seconds after which there is a second such line.
    const statuses = told.map(({ by_status }) => by_status as Record<string, number>);
    const totalOf = (counts: readonly unknown[]): number => counts.reduce<number>((sum, n) => sum + Number(n ?? 0), 0);
    assert.equal(totalOf(told.map(({ refusals }) => refusals)), 20 + 35);
    assert.deepEqual(
      [404, 401].map((status) => totalOf(statuses.map((counts) => counts[status]))),
      [35, 20],
    );
  });
});

describe("the request log of a running service", () => {
  it("appears although too little waits for a batch, holds up no request while nobody reads it, and ends whole", async () => {
    const service = startProgram(SERVE);
    const url = await waitUntilReady(service);
    await ask(url, 1);
    await poll("the line", () => requestLines(service) || undefined);
    service.process.stderr?.pause();
    await ask(url, 3000);
    service.process.stderr?.resume();
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    assert.equal(exitCode, 0, stderr);
    assert.equal(requestLines(service), 3001);
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
