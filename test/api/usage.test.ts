import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestGate } from "../support/service/access.ts";
import { DAY_MS, MINUTE_MS } from "../support/store/builders.ts";
import { temporaryFile } from "../support/store/writer.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const PATH = "/api/v1/usage";
const DATA = "/api/v1/markets";

describe("GET /api/v1/usage", () => {
  it("shows minute, day and month of the calling key, and counts neither itself nor other account actions", async () => {
    const gate = await openTestGate({ at: NOW - DAY_MS });
    const { id, secret } = await gate.make({ tier: "pro" });
    await gate.get(DATA, secret);
    gate.clock.fixAt(NOW - 2 * MINUTE_MS);
    await gate.get(DATA, secret);
    await gate.get("/api/v1/keys", secret);
    await gate.get("/api/v1/markets?page=x", secret);
    gate.clock.fixAt(NOW);
    await gate.get(DATA, secret);
    const { status, headers, json } = await gate.get(`${PATH}?days=3`, secret);
    assert.deepEqual([status, headers["cache-control"], headers.etag], [200, "no-store", undefined]);
    assert.deepEqual(json.data, {
      key_id: id,
      tier: "pro",
      minute: { used: 1, limit: 300, remaining: 299 },
      day: { used: 3, limit: 50_000, remaining: 49_997, resets_at: "2026-11-21T00:00:00.000Z" },
      month: { used: 4, limit: 500_000, remaining: 499_996, resets_at: "2026-12-01T00:00:00.000Z" },
      daily: [
        { date: "2026-11-18", requests: 0 },
        { date: "2026-11-19", requests: 1 },
        { date: "2026-11-20", requests: 3 },
      ],
    });
  });

  it("has no limits where there are none", async () => {
    const gate = await openTestGate({ at: NOW });
    const { secret } = await gate.make({ tier: "enterprise" });
    const { day, month, minute } = (await gate.get(PATH, secret)).json.data;
    assert.deepEqual(
      [minute.limit, day.limit, day.remaining, month.limit, month.remaining],
      [1_000, null, null, null, null],
    );
  });

  it("lists 30 days unless told otherwise, and 1 to 90", async () => {
    const gate = await openTestGate({ at: NOW });
    const { id, secret } = await gate.make({ tier: "pro" });
    const today = Math.floor(NOW / DAY_MS);
    await gate.access.commands.saveUsage({ days: [{ keyId: id, day: today - 89, requests: 7 }], uses: [] });
    assert.equal((await gate.get(PATH, secret)).json.data.daily.length, 30);
    const { daily } = (await gate.get(`${PATH}?days=90`, secret)).json.data;
    assert.deepEqual([daily.length, daily[0]], [90, { date: "2026-08-23", requests: 7 }]);
    for (const days of ["0", "91", "x"]) assert.equal((await gate.get(`${PATH}?days=${days}`, secret)).status, 422);
  });

  it("needs a pro key", async () => {
    const gate = await openTestGate({ at: NOW });
    const { secret } = await gate.make();
    assert.equal((await gate.get(PATH, secret)).json.detail.error, "tier_required");
    assert.equal((await gate.get(PATH)).status, 401);
  });
});

describe("counters", () => {
  it("go on after a restart, and so does the time of last use", async () => {
    const file = temporaryFile();
    const first = await openTestGate({ at: NOW, file });
    const { secret } = await first.make({ tier: "pro" });
    for (let index = 0; index < 4; index++) await first.get(DATA, secret);
    await first.access.close();
    const second = await openTestGate({ at: NOW + MINUTE_MS, file });
    const [key] = (await second.get("/api/v1/keys", secret)).json.data;
    assert.equal(second.writer.value("SELECT last_used_at FROM keys WHERE key_id = ?", key.id), NOW);
    const { day, month } = (await second.get(PATH, secret)).json.data;
    assert.deepEqual([day.used, month.used], [4, 4]);
  });

  it("are written down again after a writer that could not", async () => {
    const gate = await openTestGate({ at: NOW });
    const { id, secret } = await gate.make({ tier: "pro" });
    gate.writer.db.exec("ALTER TABLE daily_usage RENAME TO elsewhere");
    await gate.get(DATA, secret);
    await assert.rejects(gate.access.counters.flush(), /daily_usage|elsewhere|no such table/);
    gate.writer.db.exec("ALTER TABLE elsewhere RENAME TO daily_usage");
    await gate.get(DATA, secret);
    await gate.access.counters.flush();
    assert.equal(gate.writer.value("SELECT requests FROM daily_usage WHERE key_id = ?", id), 2);
  });
});
