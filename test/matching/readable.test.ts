import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toReadable } from "../../src/domain/matching/reason-texts.ts";

const KALSHI = { platform: "kalshi", title: "Fed decision at its December meeting? Cut rates" };
const POLYMARKET = { platform: "polymarket", title: "Will the Fed cut rates by Zürich's hike in December?" };

describe("the reasons of a pair, for people", () => {
  for (const [reason, expected] of [
    ["both: fed, rate, cut", ["in both titles: Fed, rates, Cut"]],
    ["both: cut, decision, zurich", ["in both titles: Cut"]],
    ["both: decision", []],
    ["only the first: session, decision", ["only in the title on Kalshi: decision"]],
    ["only the second: zurich, hike", ["only in the title on Polymarket: Zürich, hike"]],
    ["only the second: fed, hike", ["only in the title on Polymarket: hike"]],
    ["both: numberone", []],
    ["only the first: session", []],
    ["only the second says 2027", ["only Polymarket says 2027"]],
    ["yes on the second means yes on the first", ["yes on Polymarket means yes on Kalshi"]],
    ["both in December 2026", ["both in December 2026"]],
    ["the first of two games", ["the first of two games"]],
  ] as const) {
    it(`are ${expected.length === 0 ? "left out" : "read"} for '${reason}'`, () => {
      assert.deepEqual(toReadable([reason], KALSHI, POLYMARKET), expected);
    });
  }
});
