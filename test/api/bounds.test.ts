import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";

const server = await openTestApi();
const words = (length: number): string => `q=${"x".repeat(length)}`;

describe("a value at its bounds", () => {
  for (const [path, taken, refused] of [
    [
      "markets",
      ["page_size=1", "page_size=200", words(2), words(200)],
      ["page_size=0", "page_size=201", words(1), words(201)],
    ],
    ["markets/popular", ["limit=1", "limit=100"], ["limit=0", "limit=101"]],
    ["markets/resolved", ["limit=1", "limit=100"], ["limit=0", "limit=101", "limit=1.0"]],
    ["search", [words(2), words(200), "q=ab&limit=100"], ["", words(1), words(201), "q=ab&limit=101"]],
    ["events", ["page_size=200"], ["page_size=0", "page_size=201", "page_size=500"]],
    [
      "arbitrage",
      ["page_size=200", "min_match_score=0", "min_match_score=1", "min_spread=0"],
      ["page_size=201", "min_match_score=-0.01", "min_match_score=1.01", "min_spread=-1"],
    ],
    ["analytics/platform-share", ["days=1", "days=365"], ["days=0", "days=366"]],
  ] as const) {
    it(`of ${path} is taken, and refused beyond`, async () => {
      const statusOf = async (query: string) => [query, (await server.get(`/api/v1/${path}?${query}`)).status];
      assert.deepEqual(
        await Promise.all(taken.map(statusOf)),
        taken.map((query) => [query, 200]),
      );
      assert.deepEqual(
        await Promise.all(refused.map(statusOf)),
        refused.map((query) => [query, 422]),
      );
    });
  }
});
