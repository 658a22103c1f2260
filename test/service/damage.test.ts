import assert from "node:assert/strict";
import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { describe, it } from "node:test";
import { leaveSettings, runMain } from "../support/service/process.ts";
import { eventually, startTestService, type TestService } from "../support/service/service.ts";
import { market, page } from "../support/store/builders.ts";
import { openTestWriter, temporaryFile } from "../support/store/writer.ts";

leaveSettings();

const PAGE_BYTES = 2048;
const ADVICE = /the database is damaged: stop what uses it and put a backup in its place with 'toteboard restore'$/;

describe("a damaged page of the database", () => {
  it("ends readiness and all writing once a read meets it; what does not need it is still answered", async () => {
    const { service, secret } = await startDamaged("market_descriptions");
    const before = (await service.get("/api/v1/status")).body.data;
    assert.deepEqual([before.database.error, (await service.get("/readyz")).status], [null, 200]);
    for (let times = 0; times < 2; times++) {
      assert.equal((await service.get("/api/v1/markets/kalshi/a/detail")).status, 500);
    }
    await assertReported(service, secret);
    assert.equal((await service.get("/api/v1/markets")).body.data.length, 1);
  });

  it("is met before the first request where lists need it", async () => {
    const { service, secret } = await startDamaged("market_quotes");
    await eventually("the page to be read", async () => (await fetch(`${service.url}/readyz`)).status === 503);
    await assertReported(service, secret);
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  });
});

/** A service over a database with one market, in which the first page of a table is overwritten. */
async function startDamaged(table: string): Promise<{ service: TestService; secret: string }> {
  const file = temporaryFile("toteboard.db");
  const listing = [page([market({ id: "a", description: "what it is about" })])];
  const test = openTestWriter({ file, scripts: { kalshi: { full: listing } } });
  await test.pass();
  const root = Number(test.value(`SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`));
  const { secret } = await test.commands.createKey({ name: "me", email: "me@example.com", tier: "pro" });
  await test.writer.close();
  overwrite(file, root);
  return { service: await startTestService({ folder: dirname(file) }), secret };
}

function overwrite(file: string, page: number): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0x55), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(descriptor);
}

interface Body {
  readonly detail: { readonly error: string; readonly message: string };
  readonly data: { readonly status: string; readonly database: { readonly error: string | null } };
}

async function assertReported({ url, port, config, logged }: TestService, secret: string): Promise<void> {
  const read = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init);
    const body = (await response.json()) as Body;
    return { status: response.status, headers: response.headers, body };
  };
  const ready = await read("/readyz");
  assert.deepEqual([ready.status, ready.body.detail.error], [503, "unavailable"]);
  assert.match(ready.body.detail.message, ADVICE);
  const made = await read("/api/v1/keys?name=me&email=me@example.com", { method: "POST" });
  assert.deepEqual([made.status, made.headers.get("retry-after")], [503, null]);
  assert.match(made.body.detail.message, /^nothing was changed: /);
  assert.match(made.body.detail.message, ADVICE);
  const { status, database } = (await read("/api/v1/status", { headers: { "X-API-Key": secret } })).body.data;
  assert.deepEqual([status, database.error], ["degraded", "damaged"]);
  const told = logged.filter(({ msg, err }) => ADVICE.test(String(msg)) || JSON.stringify(err)?.includes("CORRUPT"));
  assert.deepEqual(
    told.map(({ msg }) => ADVICE.test(String(msg))),
    [true],
    "the log says it once",
  );
  const health = await runMain("health", "--port", String(port));
  assert.deepEqual([health.exitCode, JSON.parse(health.stdout)], [1, ready.body]);
  const doctor = await runMain("doctor", "--offline", "--no-ingest", "--db", config.db, "--port", String(port));
  assert.equal(doctor.exitCode, 1);
  assert.match(doctor.stdout, /^PROBLEM +integrity +.* is damaged \(.*'toteboard restore'$/m);
  assert.match(doctor.stdout, /^PROBLEM +service +.*\/readyz answers that it is not ready$/m);
  assert.equal(doctor.stdout.match(/toteboard restore/g)?.length, 1, "it is said once");
}
