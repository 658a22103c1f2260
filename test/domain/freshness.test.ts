import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Freshness, freshnessOf, type PassTimes, serviceStatusOf } from "../../src/domain/freshness.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const MINUTE_MS = 60_000;

const passes = (minutesAgo: number | null, more: Partial<PassTimes> = {}): PassTimes => {
  const at = minutesAgo === null ? null : NOW - minutesAgo * MINUTE_MS;
  return { lastSuccessAt: at, lastAttemptAt: at, isFailing: false, ...more };
};

describe("the freshness of a platform", () => {
  const failing = { isFailing: true };
  const rows: [string, PassTimes, Freshness][] = [
    ["is unknown before the first success", passes(null), "unknown"],
    ["is unknown while only failures happened", passes(null, { lastAttemptAt: NOW, ...failing }), "unknown"],
    ["is live right after a success", passes(0), "live"],
    ["is live just under ten minutes", passes(9.99), "live"],
    ["is stale at ten minutes", passes(10), "stale"],
    ["is stale just under an hour", passes(59.99), "stale"],
    ["is delayed at an hour", passes(60), "delayed"],
    ["is stale while failing, however recent", passes(1, failing), "stale"],
    ["is delayed beyond an hour even when failing", passes(61, failing), "delayed"],
    ["is live while the clock is a second behind, as it may be for a moment", passes(-1 / 60), "live"],
    ["is stale while the clock is behind the last success: nobody can tell the age", passes(-5), "stale"],
  ];
  for (const [name, given, expected] of rows) it(name, () => assert.equal(freshnessOf(given, NOW), expected));
});

describe("the status of the service", () => {
  it("is starting until every platform was tried", () => {
    assert.equal(serviceStatusOf([passes(1), passes(null)], NOW), "starting");
  });
  it("is ok while all platforms are live", () => {
    assert.equal(serviceStatusOf([passes(1), passes(9)], NOW), "ok");
  });
  it("is degraded as soon as one platform is not live", () => {
    assert.equal(serviceStatusOf([passes(1), passes(11)], NOW), "degraded");
  });
  it("is degraded when a platform was tried but never succeeded", () => {
    assert.equal(serviceStatusOf([passes(1), passes(null, { lastAttemptAt: NOW })], NOW), "degraded");
  });
});
