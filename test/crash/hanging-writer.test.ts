import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { type Ended, type Started, waitUntilReady } from "../support/service/executable.ts";
import { runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";

const SHIM = new URL("../support/service/hang-shim.mjs", import.meta.url).href;

describe("a writer that hangs", { concurrency: true }, () => {
  it("is noticed after 10 s by readyz, status and doctor, and writes are refused while reads go on", async () => {
    const { service, url, folder, hang } = await serve();
    const { data } = (await (await makeKey(url)).json()) as { data: { key: string } };
    await hang("inside");
    const waiting = makeKey(url);
    await eventually("the state", async () => (await readiness(url)).writer === "unresponsive");
    assert.equal((await waiting).status, 503, "what waited is refused");
    assert.equal((await makeKey(url)).status, 503);
    const response = await fetch(`${url}/api/v1/status`, { headers: { "X-API-Key": data.key } });
    const status = (await response.json()) as { data: { status: string; database: { error: string } } };
    assert.deepEqual([status.data.status, status.data.database.error], ["degraded", "writer_unresponsive"]);
    const doctor = await runProgram(["doctor", "--offline", "--no-ingest", "--port", new URL(url).port], { folder });
    assert.match(doctor.stdout, /PROBLEM +service +.*writer has not for 10 s/);
    assert.equal(doctor.exitCode, 1);
    const { ended, tookMs } = await stop(service);
    assert.equal(ended.exitCode, 0);
    assert.ok(tookMs < 10_000, `it ended after ${tookMs} ms`);
  });

  it("outside of JavaScript ends with the process, killed in the end", async () => {
    const { service, hang } = await serve();
    await hang("outside");
    const { ended, tookMs } = await stop(service);
    assert.equal(ended.signal, "SIGKILL");
    assert.ok(tookMs < 25_000, `it ended after ${tookMs} ms`);
  });
});

/** Starts a service whose writer can be made to hang. */
async function serve() {
  const folder = temporaryFolder();
  const file = join(folder, "hang");
  const environment = { TEST_HANG_FILE: file, NODE_OPTIONS: `--import=${SHIM}` };
  const service = startProgram(["serve", "--no-ingest", "--port", "0"], { folder, environment });
  const url = await waitUntilReady(service);
  const hang = async (how: "inside" | "outside"): Promise<void> => {
    writeFileSync(`${file}.new`, how);
    renameSync(`${file}.new`, file);
    await delay(200);
  };
  return { service, url, folder, hang };
}

const makeKey = (url: string): Promise<Response> =>
  fetch(`${url}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" });

const readiness = async (url: string): Promise<{ writer: string }> =>
  (await fetch(`${url}/readyz`)).json() as Promise<{ writer: string }>;

async function stop(service: Started): Promise<{ ended: Ended; tookMs: number }> {
  const startedAt = performance.now();
  service.process.kill("SIGTERM");
  const ended = await service.ended;
  return { ended, tookMs: performance.now() - startedAt };
}
