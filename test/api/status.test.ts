import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { describe, it } from "node:test";
import { createPassesUnderWay, type ReadinessReport } from "../../src/context.ts";
import { getPlatform } from "../../src/domain/platforms.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { VERSION } from "../../src/version.ts";
import { openTestContext, startTestServer } from "../support/service/api.ts";
import { HOUR_MS, MINUTE_MS, market, page } from "../support/store/builders.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

const rejected = Array.from({ length: 2 }, () => ({ id: "poll", reason: "not_binary" as const }));

/** A service for kalshi that was read a minute ago, and for other platforms that may never have been. */
async function openRead(platforms: readonly string[] = ["kalshi"], report: Partial<ReadinessReport> = {}) {
  const listing = { ...page([market({ id: "m1" }), market({ id: "m2", status: "closed" })]), rejected };
  const script: Script = { full: [listing] };
  const writer = openTestWriter({ scripts: { kalshi: script } });
  await writer.tick();
  writer.clock.advance(MINUTE_MS);
  const readiness = { check: () => ({ isReady: true, writer: "running", ...report }) as const };
  const context = await openTestContext({ writer, config: { platforms }, readiness });
  const server = await startTestServer(context);
  const read = async () => {
    const { status, headers, json } = await server.get("/api/v1/status");
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    return json.data;
  };
  return { writer, script, read };
}

describe("GET /api/v1/status", () => {
  it("reports the service, each platform and the database", async () => {
    const { writer, read } = await openRead();
    const sizesOf = () => [statSync(writer.file).size, statSync(`${writer.file}-wal`).size];
    const before = sizesOf();
    const { uptime_seconds, database, matching, sources, ...data } = await read();
    const after = sizesOf();
    assert.equal(matching.missed, 0);
    assert.deepEqual(
      matching.bands.map(({ from, to }: { from: number; to: number }) => [from, to]),
      [
        [0.6, 0.7],
        [0.7, 0.8],
        [0.8, 0.9],
        [0.9, 1],
        [0.6, 1],
      ],
    );
    assert.ok(Number.isInteger(uptime_seconds) && uptime_seconds >= 0);
    writer.clock.advance(MINUTE_MS);
    assert.equal((await read()).uptime_seconds, uptime_seconds + 60);
    const { size_bytes, wal_bytes, ...rest } = database;
    // A checkpoint may move pages meanwhile.
    for (const [index, size] of [size_bytes, wal_bytes].entries()) {
      const [least = 0, most = 0] = [before[index] ?? 0, after[index] ?? 0].sort((a, b) => a - b);
      assert.ok(size >= least && size <= most, `${size} of ${least} to ${most}`);
    }
    assert.deepEqual(rest, {
      schema_version: writer.value("PRAGMA user_version"),
      error: null,
      copy: null,
      mirror: null,
    });
    assert.deepEqual(data, {
      status: "ok",
      version: VERSION,
      markets: 2,
      events: 1,
      clock_step: null,
      primary_url: null,
      passes: [{ platform: "kalshi", date: "2026-11-20", passes: 1, succeeded: 1, succeeded_percent: 100 }],
    });
    const [{ oddities, ...source }, ...others] = sources;
    assert.deepEqual(source, {
      platform: "kalshi",
      status: "live",
      last_success_at: "2026-11-20T12:00:00.000Z",
      last_attempt_at: "2026-11-20T12:00:00.000Z",
      age_seconds: 60,
      markets: 2,
      open_markets: 1,
      rejected: 2,
      rejected_reasons: [{ reason: "not_binary", count: 2, ids: ["poll"] }],
      last_error: null,
      failing_since: null,
      reading: null,
      next_run_at: "2026-11-20T12:30:00.000Z",
      lane: { markets: 0, oldest_seconds: null },
      books_refused_until: null,
      attribution: getPlatform("kalshi").attribution,
    });
    assert.deepEqual(others, []);
    assert.deepEqual(oddities[0], {
      ...{ kind: "closed_without_outcome", count: 1, of: 2, percent: 50, usual_percent: 20, unusual: false },
    });
  });

  it("is starting, with unknown ages, until every platform was tried", async () => {
    const { read } = await openRead(["kalshi", "manifold"]);
    const data = await read();
    assert.equal(data.status, "starting");
    const { status, age_seconds, last_success_at } = data.sources[1];
    assert.deepEqual([status, age_seconds, last_success_at], ["unknown", null, null]);
  });

  it("says that the clock was set, and gives no age that it cannot know", async () => {
    const { writer, read } = await openRead(["kalshi"], {
      clockStep: { at: Date.parse("2026-11-20T11:01:00Z"), ms: -HOUR_MS },
    });
    writer.clock.set(-HOUR_MS);
    const data = await read();
    assert.deepEqual(data.clock_step, { at: "2026-11-20T11:01:00.000Z", seconds: -3600 });
    assert.deepEqual([data.sources[0].status, data.sources[0].age_seconds], ["stale", null]);
    assert.equal(data.status, "degraded");
  });

  it("is degraded while nothing can be written, and says why", async () => {
    const { read } = await openRead(["kalshi"], { trouble: "disk_full" });
    const { status, database } = await read();
    assert.deepEqual([status, database.error], ["degraded", "disk_full"]);
  });

  it("is degraded while a platform fails, and says why", async () => {
    const { writer, script, read } = await openRead();
    script.full = [new UpstreamError("unresolved", "api.elections.kalshi.com")];
    writer.clock.advance(2 * HOUR_MS);
    await writer.tick();
    const data = await read();
    assert.equal(data.status, "degraded");
    assert.equal(data.sources[0].status, "delayed");
    assert.match(data.sources[0].last_error, /address cannot be resolved/);
    assert.doesNotMatch(data.sources[0].last_error, /kalshi\.com/);
    writer.clock.advance(HOUR_MS);
    await writer.tick();
    const { failing_since, last_attempt_at } = (await read()).sources[0];
    assert.deepEqual([failing_since, last_attempt_at], [data.sources[0].last_attempt_at, "2026-11-20T15:01:00.000Z"]);
  });
});

describe("health", () => {
  it("is ok as long as the process answers", async () => {
    const server = await startTestServer(await openTestContext());
    const { status, headers, json } = await server.get("/healthz");
    assert.deepEqual([status, json, headers["cache-control"]], [200, { status: "ok" }, "no-store"]);
    assert.equal((await server.send("/healthz", { method: "HEAD" })).status, 200);
  });

  it("is ready while the database can be read, even when the writer restarts", async () => {
    const readiness = { check: () => ({ isReady: true, writer: "restarting" }) as const };
    const server = await startTestServer(await openTestContext({ readiness }));
    const { status, json } = await server.get("/readyz");
    assert.deepEqual([status, json], [200, { status: "ready", writer: "restarting" }]);
  });

  it("is not ready before that, and says what is waited for", async () => {
    const readiness = {
      check: () => ({ isReady: false, writer: "starting", reason: "demo data is being made" }) as const,
    };
    const server = await startTestServer(await openTestContext({ readiness }));
    const { status, headers, json } = await server.get("/readyz");
    assert.equal(status, 503);
    assert.equal(headers["retry-after"], "2");
    assert.deepEqual(json.detail, { error: "starting", message: "demo data is being made", writer: "starting" });
  });
});

it("a pass under way began with its first markets, also where the one before it never ended", () => {
  const clock = { now: () => at };
  const passes = createPassesUnderWay(clock);
  let at = 0;
  const noted = [
    { kind: "full", markets: 0 },
    { kind: "full", markets: 400 },
    { kind: "full", markets: 400 },
    { kind: "full", markets: 100 },
    { kind: "active", markets: 200 },
    { kind: "active", markets: 300 },
  ] as const;
  const begun = noted.map((pass) => {
    at++;
    passes.note({ platform: "kalshi", ...pass });
    return passes.find("kalshi")?.startedAt;
  });
  assert.deepEqual(begun, [1, 1, 1, 4, 5, 5]);
});
