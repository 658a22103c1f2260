import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { dueAgainAt, everyMs, nextPassAt } from "../../../src/writer/ingest/poller.ts";

const MINUTE_MS = 60_000;
const STARTED = 1_000_000;

describe("the time of the next pass", () => {
  const rows: readonly [
    string,
    "ok" | "failed" | "held",
    { tookMs: number; failures: number; random: number },
    number,
  ][] = [
    [
      "a success waits for the cadence from its start",
      "ok",
      { tookMs: 9_000, failures: 1, random: 0.5 },
      30 * MINUTE_MS,
    ],
    ["a held pass is not hurried", "held", { tookMs: 9_000, failures: 7, random: 0.5 }, 30 * MINUTE_MS],
    ["at the earliest 5% sooner", "ok", { tookMs: 0, failures: 1, random: 0 }, 28.5 * MINUTE_MS],
    ["at the latest 5% later", "ok", { tookMs: 0, failures: 1, random: 1 }, 31.5 * MINUTE_MS],
    [
      "a pass longer than the cadence is followed at once",
      "ok",
      { tookMs: 40 * MINUTE_MS, failures: 1, random: 0 },
      40 * MINUTE_MS,
    ],
    ["the first failure waits 5 seconds from its end", "failed", { tookMs: 3_000, failures: 1, random: 0 }, 8_000],
    ["the second twice as long", "failed", { tookMs: 0, failures: 2, random: 0 }, 10_000],
    ["the third twice that", "failed", { tookMs: 0, failures: 3, random: 0 }, 20_000],
    ["the ninth nearly the cadence", "failed", { tookMs: 0, failures: 9, random: 0 }, 1_280_000],
    ["the tenth no more than the cadence", "failed", { tookMs: 0, failures: 10, random: 0 }, 30 * MINUTE_MS],
    ["the thousandth neither", "failed", { tookMs: 0, failures: 1000, random: 0 }, 30 * MINUTE_MS],
    [
      "a failure's wait is shortened by up to a quarter",
      "failed",
      { tookMs: 0, failures: 10, random: 1 },
      22.5 * MINUTE_MS,
    ],
  ];
  for (const [name, status, { tookMs, failures, random }, expected] of rows) {
    it(name, () => {
      const pass = { startedAt: STARTED, finishedAt: STARTED + tookMs, status };
      const nextAt = nextPassAt(pass, { cadenceMs: 30 * MINUTE_MS, failures, random });
      assert.equal(nextAt - STARTED, expected);
    });
  }

  it("is a whole number, never before the pass ended, and never much more than a cadence away", () => {
    const passes = fc.record({
      status: fc.constantFrom("ok" as const, "failed" as const, "held" as const),
      tookMs: fc.nat(7_200_000),
      cadenceMs: fc.integer({ min: 1000, max: 86_400_000 }),
      failures: fc.integer({ min: 1, max: 100_000 }),
      random: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    });
    fc.assert(
      fc.property(passes, ({ status, tookMs, ...how }) => {
        const finishedAt = STARTED + tookMs;
        const nextAt = nextPassAt({ startedAt: STARTED, finishedAt, status }, how);
        assert.ok(Number.isSafeInteger(nextAt));
        assert.ok(nextAt >= finishedAt);
        assert.ok(nextAt <= finishedAt + how.cadenceMs * 1.05 + 1);
      }),
    );
  });
});

describe("a pass that was put off", () => {
  const NOW = STARTED;
  const rows: readonly [string, number, boolean][] = [
    ["is due at its time", 0, true],
    ["and later", -5000, true],
    ["not before", 1, false],
    ["not as far ahead as a pass is ever put", 60_000 * 1.05 + 1, false],
    ["but when the clock was set back so far that it would not come for long", 7_200_000, true],
  ];
  for (const [what, aheadMs, expected] of rows) {
    it(what, () => assert.equal(dueAgainAt(NOW + aheadMs, NOW, 60_000) <= NOW, expected));
  }
});

describe("the cadence of a kind of pass", () => {
  const rows: readonly [number, number, (number | undefined)[]][] = [
    [1800, 300, [1_800_000, 300_000, 600_000]],
    [120, 0, [120_000, undefined, 120_000]],
    [86_400, 86_400, [86_400_000, 86_400_000, 600_000]],
  ];
  for (const [fullEverySeconds, activeEverySeconds, expected] of rows) {
    it(`is right for full every ${fullEverySeconds} s and active every ${activeEverySeconds} s`, () => {
      const cadence = { fullEverySeconds, activeEverySeconds };
      const kinds = ["full", "active", "resolved"] as const;
      assert.deepEqual(
        kinds.map((kind) => everyMs(kind, cadence)),
        expected,
      );
    });
  }
});
