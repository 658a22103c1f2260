import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getPlatform } from "../../src/domain/platforms.ts";
import type { SourceStatus } from "../../src/store/sources.ts";
import { VERSION } from "../../src/version.ts";
import { aSource, memoryContext, NOW } from "../support/service/context.ts";
import { startTestServer } from "../support/service/http.ts";

async function getStatus(sources: readonly SourceStatus[]) {
  const server = await startTestServer(memoryContext({ sources }));
  return server.get("/api/v1/status");
}

const STEP = { at: Date.parse("2026-11-20T04:08:00Z"), ms: -3_600_000 };
const never: SourceStatus = { ...aSource, platform: "manifold", lastSuccessAt: null, lastAttemptAt: null };

describe("GET /api/v1/status", () => {
  it("reports the service, each platform and the database", async () => {
    const { status, headers, json } = await getStatus([aSource]);
    assert.equal(status, 200);
    assert.equal(headers["cache-control"], "no-store");
    const { uptime_seconds, ...data } = json.data;
    assert.ok(Number.isInteger(uptime_seconds) && uptime_seconds >= 0);
    assert.deepEqual(data, {
      status: "ok",
      version: VERSION,
      markets: 100,
      events: 30,
      clock_step: null,
      sources: [
        {
          platform: "kalshi",
          status: "live",
          last_success_at: "2026-11-20T04:08:00.000Z",
          last_attempt_at: "2026-11-20T04:08:00.000Z",
          age_seconds: 60,
          markets: 100,
          open_markets: 90,
          rejected: 2,
          rejected_reasons: [{ reason: "not_binary", count: 2 }],
          last_error: null,
          next_run_at: "2026-11-20T04:10:00.000Z",
          attribution: getPlatform("kalshi").attribution,
        },
      ],
      database: { size_bytes: 4096, schema_version: 1, wal_bytes: 0, error: null },
    });
  });

  it("is starting, with unknown ages, until every platform was tried", async () => {
    const { json } = await getStatus([aSource, never]);
    assert.equal(json.data.status, "starting");
    const { status, age_seconds, last_success_at } = json.data.sources[1];
    assert.deepEqual([status, age_seconds, last_success_at], ["unknown", null, null]);
  });

  it("says that the clock was set, and gives no age that it cannot know", async () => {
    const ahead = { ...aSource, lastSuccessAt: NOW + 3_600_000 };
    const readiness = { check: () => ({ isReady: true, writer: "running", clockStep: STEP }) as const };
    const server = await startTestServer(memoryContext({ sources: [ahead], readiness }));
    const { json } = await server.get("/api/v1/status");
    assert.deepEqual(json.data.clock_step, { at: "2026-11-20T04:08:00.000Z", seconds: -3600 });
    assert.deepEqual([json.data.sources[0].status, json.data.sources[0].age_seconds], ["stale", null]);
    assert.equal(json.data.status, "degraded");
  });

  it("is degraded while a platform fails, and says why", async () => {
    const failing = {
      ...aSource,
      lastError: "cannot resolve api.elections.kalshi.com",
      lastSuccessAt: NOW - 3_700_000,
    };
    const { json } = await getStatus([failing]);
    assert.equal(json.data.status, "degraded");
    assert.equal(json.data.sources[0].status, "delayed");
    assert.equal(json.data.sources[0].last_error, failing.lastError);
  });
});
