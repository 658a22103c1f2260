import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runMain } from "../support/service/process.ts";
import { eventually, startTestService } from "../support/service/service.ts";

/** What a call of `toteboard keys` that ends well prints as JSON. */
async function jsonOf(...args: string[]) {
  const { exitCode, stdout, stderr } = await runMain("keys", ...args, "--json");
  assert.deepEqual([exitCode, stderr], [0, ""]);
  return JSON.parse(stdout);
}

describe("toteboard keys while the service runs", () => {
  it("makes, moves and revokes keys that the service knows of soon after", async () => {
    const service = await startTestService();
    const db = ["--db", service.config.db];
    const statusOf = async (key: string, path: string) =>
      (await fetch(`${service.url}${path}`, { headers: { "X-API-Key": key } })).status;
    const { id, key } = await jsonOf("create", "--name", "Ada", "--email", "ada@example.org", ...db);
    assert.equal(await statusOf(key, "/api/v1/keys"), 200, "on its first call");
    assert.equal(await statusOf(key, "/api/v1/usage"), 403);
    await jsonOf("set-tier", id, "--tier", "pro", ...db);
    await eventually("the new tier", async () => (await statusOf(key, "/api/v1/usage")) === 200);
    for (let call = 0; call < 3; call++) assert.equal(await statusOf(key, "/api/v1/markets"), 200);
    const usage = await fetch(`${service.url}/api/v1/usage`, { headers: { "X-API-Key": key } });
    const { data } = (await usage.json()) as { data: { day: { used: number } } };
    await jsonOf("revoke", id, ...db);
    await eventually("the end of the key", async () => (await statusOf(key, "/api/v1/keys")) === 401);
    const late = await jsonOf("create", "--name", "Late", "--email", "ada@example.org", ...db);
    assert.equal(await statusOf(late.key, "/api/v1/markets"), 200);
    await service.close();
    assert.equal(data.day.used, 3);
    const shown = await jsonOf("show", id, ...db);
    assert.ok(shown.last_used_at, "its use was written down");
    const again = await startTestService({ flags: { db: service.config.db } });
    const stored = await again.context.store.usage.list(id, 0, 1_000_000);
    assert.ok((stored[0]?.requests ?? 0) >= data.day.used, "counts outlive the service");
    assert.deepEqual(
      (await again.context.store.usage.list(late.id, 0, 1_000_000)).map(({ requests }) => requests),
      [1],
    );
  });
});
