import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { judgeCoverage } from "../../src/domain/history.ts";

const TO = 1_795_132_800;
const HOUR = 3600;
const window = { from: TO - 720 * HOUR, to: TO };
const nothing = { firstAt: undefined, createdAt: null, backfill: undefined };

/** So many seconds before the end of the window, in milliseconds. */
const atMs = (seconds: number): number => (TO - seconds) * 1000;
const triedInVain = (triedAt: number) => ({ ...nothing, backfill: { status: "unavailable", triedAt } }) as const;

describe("whether an archive covers a window", () => {
  const rows = [
    ["an empty one does not", nothing, "missing"],
    ["one that begins before it does", { ...nothing, firstAt: window.from - 1 }, "complete"],
    ["one that begins a little later does", { ...nothing, firstAt: window.from + 7 * HOUR }, "complete"],
    ["one that begins much later does not", { ...nothing, firstAt: window.from + 8 * HOUR }, "missing"],
    ["one that begins with the market does", { ...nothing, firstAt: TO - HOUR, createdAt: atMs(HOUR) }, "complete"],
    ["one that lacks the market's first days does not", { ...nothing, firstAt: TO - HOUR, createdAt: 0 }, "missing"],
    ["one the platform has added to does", { ...nothing, backfill: { status: "complete", triedAt: 0 } }, "complete"],
    ["one the platform has just had nothing for stays short", triedInVain(atMs(HOUR) + 1), "unavailable"],
    ["one asked for in vain an hour ago is asked for again", triedInVain(atMs(HOUR)), "missing"],
  ] as const;
  for (const [name, coverage, expected] of rows) {
    it(name, () => assert.equal(judgeCoverage(coverage, window), expected));
  }
});
