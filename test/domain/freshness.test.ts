import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Freshness,
  freshnessOf,
  type PlatformReads,
  priceAgeOf,
  serviceStatusOf,
} from "../../src/domain/freshness.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const MINUTE_MS = 60_000;

/** Read every five minutes, the last time so many minutes ago. */
const read = (minutesAgo: number | null, failedMinutesAgo?: number) => {
  const at = (minutes: number) => NOW - minutes * MINUTE_MS;
  const lastSuccessAt = minutesAgo === null ? null : at(minutesAgo);
  const failedAt = failedMinutesAgo === undefined ? null : at(failedMinutesAgo);
  return { lastSuccessAt, failedAt, rhythmMs: 5 * MINUTE_MS, lastAttemptAt: failedAt ?? lastSuccessAt };
};

describe("a price", () => {
  const rows: [string, PlatformReads, laneMinutesAgo: number | undefined, isStale: boolean][] = [
    ["is present right after it was read", read(0), undefined, false],
    ["is present up to three rhythms of its platform", read(15), undefined, false],
    ["is stale after three rhythms", read(15.01), undefined, true],
    ["has the age of a slower platform", { ...read(80), rhythmMs: 30 * MINUTE_MS }, undefined, false],
    ["is stale once a pass has failed", read(4, 1), undefined, true],
    ["is present again after a pass that succeeded later", read(1, 4), undefined, false],
    ["is stale where nothing was ever read", read(null, 1), undefined, true],
    ["is present while the fast lane reads it, though the platform was read long ago", read(120), 0.1, false],
    ["is present when the fast lane read it after a pass failed", read(120, 1), 0.5, false],
    ["is stale when a pass failed after the fast lane read it", read(120, 1), 2, true],
    ["is stale when the fast lane read it long ago too", read(120), 16, true],
    ["is present while the clock is two seconds behind, as it may be for a moment", read(-1 / 30), undefined, false],
    ["is stale while the clock is three seconds behind", read(-1 / 20), undefined, true],
    ["is stale while the clock is behind: nobody can tell its age", read(-5), undefined, true],
  ];
  for (const [name, reads, laneMinutesAgo, isStale] of rows) {
    it(name, () => {
      const laneReadAt = laneMinutesAgo === undefined ? undefined : NOW - laneMinutesAgo * MINUTE_MS;
      assert.equal(priceAgeOf(reads, NOW, laneReadAt).isStale, isStale);
    });
  }
});

describe("the freshness of a platform", () => {
  const rows: [string, PlatformReads, Freshness][] = [
    ["is unknown before the first success", read(null), "unknown"],
    ["is unknown while only failures happened", read(null, 0), "unknown"],
    ["is live while its prices are present ones", read(15), "live"],
    ["is stale once they are not", read(16), "stale"],
    ["is delayed at an hour", read(60), "delayed"],
    ["is stale while failing, however recent", read(1, 0.5), "stale"],
    ["is stale while one kind of pass fails", read(1, 4), "stale"],
    ["is delayed beyond an hour even when failing", read(61, 1), "delayed"],
  ];
  for (const [name, given, expected] of rows) it(name, () => assert.equal(freshnessOf(given, NOW, true), expected));
});

it("no platform is live where nothing is read", () => {
  assert.equal(freshnessOf(read(0), NOW, false), "stale");
  assert.equal(serviceStatusOf([read(0)], NOW, false), "degraded");
});

describe("the status of the service", () => {
  it("is starting until every platform was tried", () => {
    assert.equal(serviceStatusOf([read(1), read(null)], NOW, true), "starting");
  });
  it("is ok while all platforms are live", () => {
    assert.equal(serviceStatusOf([read(1), read(9)], NOW, true), "ok");
  });
  it("is degraded as soon as one platform is not live", () => {
    assert.equal(serviceStatusOf([read(1), read(16)], NOW, true), "degraded");
  });
  it("is degraded when a platform was tried but never succeeded", () => {
    assert.equal(serviceStatusOf([read(1), read(null, 0)], NOW, true), "degraded");
  });
});
