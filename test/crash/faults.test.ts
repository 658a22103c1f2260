import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { eventually, type PublishedSource, startTestService, type TestService } from "../support/service/service.ts";
import {
  type Fault,
  startUpstream,
  UPSTREAM_PLATFORMS,
  type Upstream,
  type UpstreamPlatform,
} from "../support/upstream/upstream.ts";

const MARKETS = 299;

interface Scenario {
  readonly fault: Fault;
  readonly platform: UpstreamPlatform;
  /** What the status says of it. */
  readonly reason: () => string;
}

// Each fault on one platform, as many at a time as there are platforms.
const failed = (code: string) => (): string => code;
const notJson = (): string => "answer is not JSON";
const closedEarly = (): string => "connection closed too early";
const SCENARIOS: readonly (readonly Scenario[])[] = [
  [
    { fault: "500", platform: "polymarket", reason: failed("http_500") },
    { fault: "truncate", platform: "kalshi", reason: closedEarly },
    {
      fault: "zero-prices",
      platform: "manifold",
      reason: () => "drift_yes_price (gone from 299 of 299 known markets)",
    },
    { fault: "empty", platform: "predictit", reason: () => "listing_shrank (300 of 300 markets gone)" },
  ],
  [
    { fault: "empty", platform: "polymarket", reason: () => "listing_shrank (300 of 300 markets gone)" },
    { fault: "429", platform: "kalshi", reason: failed("http_429") },
    { fault: "garbage", platform: "manifold", reason: notJson },
    {
      fault: "zero-prices",
      platform: "predictit",
      reason: () => "drift_yes_price (gone from 299 of 299 known markets)",
    },
  ],
  [
    {
      fault: "zero-prices",
      platform: "polymarket",
      reason: () => "drift_yes_price (gone from 299 of 299 known markets)",
    },
    { fault: "empty", platform: "kalshi", reason: () => "listing_shrank (300 of 300 markets gone)" },
    { fault: "reset", platform: "manifold", reason: closedEarly },
    { fault: "404", platform: "predictit", reason: failed("http_404") },
  ],
];

/** Full passes every second, so that a fault is noticed, and its end too, as soon as the retries allow. */
const QUICK = Object.fromEntries(
  UPSTREAM_PLATFORMS.flatMap((platform) => [
    [`TOTEBOARD_${platform.toUpperCase()}_FULL_CRON`, "* * * * * *"],
    [`TOTEBOARD_${platform.toUpperCase()}_ACTIVE_CRON`, "never"],
  ]),
);

async function startBoth(environment: Record<string, string>): Promise<{ upstream: Upstream; service: TestService }> {
  const upstream = await startUpstream({ movesPrices: true });
  after(() => upstream.close());
  const service = await startTestService({ environment: { ...upstream.environment, ...environment } });
  await allLive(service);
  return { upstream, service };
}

const sourcesOf = async (service: TestService): Promise<PublishedSource[]> =>
  (await service.get("/api/v1/status")).body.data.sources;

const allLive = (service: TestService): Promise<true> =>
  eventually(
    "all platforms to be live",
    async () => (await sourcesOf(service)).every(({ status }) => status === "live") || undefined,
    { everyMs: 100 },
  );

describe("while a platform misbehaves", { concurrency: true }, () => {
  for (const scenarios of SCENARIOS) {
    const names = scenarios.map(({ fault, platform }) => `${platform} (${fault})`).join(", ");
    it(`the service keeps and serves what it had, says why, and recovers: ${names}`, async () => {
      const { upstream, service } = await startBoth(QUICK);
      const before = new Map((await sourcesOf(service)).map((source) => [source.platform, source]));
      for (const { fault, platform } of scenarios) upstream.setFault(platform, fault);
      for (const { platform, reason } of scenarios) {
        const source = await eventually(
          `${platform} to be in trouble`,
          async () => {
            const found = await service.source(platform);
            // A pass that is tried again is late before it has failed.
            return found.status === "stale" && found.last_error !== null && found;
          },
          { everyMs: 100 },
        );
        assert.equal(source.last_error, reason());
        assert.equal(source.open_markets, MARKETS);
        assert.ok(String(source.last_success_at) >= String(before.get(platform)?.last_success_at));
        const { status, body } = await service.get(`/api/v1/markets?platform=${platform}&page_size=1`);
        assert.deepEqual([status, body.meta.total], [200, MARKETS]);
        assert.ok(body.data[0].yes_price > 0);
      }
      assert.equal((await service.get("/api/v1/status")).body.data.status, "degraded");
      assert.equal((await service.get("/readyz")).status, 200);
      for (const { platform } of scenarios) upstream.setFault(platform);
      await allLive(service);
      assert.equal((await service.get("/api/v1/status")).body.data.status, "ok");
      await eventually("a pass without any trouble on each platform", async () =>
        (await sourcesOf(service)).every(({ last_error }) => last_error === null),
      );
      for (const { open_markets } of await sourcesOf(service)) assert.equal(open_markets, MARKETS);
      const levels = service.logged.map(({ level }) => Number(level));
      assert.ok(Math.max(0, ...levels) < 50, "nothing is logged as an error of our own");
    });
  }

  it("slow platforms stay live, and questions are answered as fast as ever", async () => {
    const { upstream, service } = await startBoth({ ...QUICK, TOTEBOARD_PLATFORMS: "polymarket,kalshi" });
    const { length } = service.runs;
    upstream.setFault("polymarket", "slow");
    upstream.setFault("kalshi", "slow");
    const durations: number[] = [];
    await eventually("a slow pass over each", async () => {
      const startedAt = performance.now();
      assert.equal((await service.get("/api/v1/markets?page_size=1")).status, 200);
      durations.push(performance.now() - startedAt);
      const slow = service.runs.slice(length).filter((run) => run.finishedAt - run.startedAt > 1400);
      assert.ok(slow.every(({ status, kind }) => status === "ok" && kind !== "active"));
      return new Set(slow.map(({ platform }) => platform)).size === 2;
    });
    durations.sort((a, b) => a - b);
    const median = durations[Math.floor(durations.length / 2)] ?? 0;
    assert.ok(median < 500, `${median} ms is what most of ${durations.length} answers took`);
    await allLive(service);
  });
});
