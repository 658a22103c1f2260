import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MAX_QUOTE_AGE_MS } from "../../src/domain/arbitrage.ts";
import { findBestOffers } from "../../src/domain/questions.ts";

const member = (platform: string, bid: number | null, ask: number | null) => ({
  ...{ platform, bid, ask },
  status: "open" as const,
  ageMs: 0,
});
const kalshi = member("kalshi", 390_000, 410_000);
const polymarket = member("polymarket", 400_000, 420_000);
const better = { bid: 990_000, ask: 10_000 };

describe("the best offers of a question", () => {
  it("are the highest bid and the lowest ask, and all that are equal", () => {
    const equal = member("predictit", 400_000, null);
    assert.deepEqual(findBestOffers([kalshi, polymarket, equal]), { bid: [polymarket, equal], ask: [kalshi] });
  });

  it("leave out play money, closed markets and old quotes", () => {
    const others = [
      { ...member("manifold", null, null), ...better },
      { ...kalshi, ...better, status: "closed" as const },
      { ...kalshi, ...better, ageMs: MAX_QUOTE_AGE_MS + 1 },
      { ...kalshi, ...better, ageMs: undefined },
    ];
    assert.deepEqual(findBestOffers([...others, kalshi, polymarket]), { bid: [polymarket], ask: [kalshi] });
  });

  it("are none where only one market has a side", () => {
    assert.deepEqual(findBestOffers([kalshi, member("polymarket", null, null)]), { bid: [], ask: [] });
    assert.deepEqual(findBestOffers([]), { bid: [], ask: [] });
  });
});
