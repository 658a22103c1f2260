import assert from "node:assert/strict";
import { renameSync, rmSync, writeFileSync } from "node:fs";
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

  it("carries out no write that was refused meanwhile once it answers again", async () => {
    const { service, url, hang, wake } = await serve();
    const made = (await (await makeKey(url)).json()) as { data: { id: string; key: string } };
    const headers = { "X-API-Key": made.data.key };
    await hang("inside");
    const target = `${url}/api/v1/keys/${made.data.id}/rotate?grace_hours=0`;
    const refused = await fetch(target, { method: "POST", headers });
    assert.equal(refused.status, 503);
    wake();
    await eventually("the writer", async () => (await readiness(url)).writer === "running");
    assert.equal((await makeKey(url)).status, 201, "a later command is carried out, and keys are read afresh");
    assert.equal((await fetch(`${url}/api/v1/status`, { headers })).status, 200, "the secret from before is in force");
    assert.match(await refused.text(), /nothing was changed/);
    await stop(service);
  });

  it("is not waited for when the service is told to stop", async () => {
    const { service, hang } = await serve();
    await hang("inside");
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
  const wake = (): void => rmSync(file);
  return { service, url, folder, hang, wake };
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
