import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { toNodes } from "../../../src/store/matching/pairs.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const listing = (markets: readonly MarketRecord[]) =>
  page(
    markets,
    markets.map(({ eventId }) => event({ id: eventId, title: eventId })),
  );

describe("a question that a platform lists twice", () => {
  const listed = (id: string, title: string): MarketRecord =>
    market({ id, eventId: id, title, closesAt: START + 60 * DAY_MS });

  it("gets the match in both listings, whichever scores better", async () => {
    const twins = [
      listed("P1", "Acme Orion released by December 31, 2026?"),
      listed("P2", "acme orion released by december 31 2026"),
    ];
    const kalshi = market({ id: "K", eventId: "K", title: "Will Acme release Orion before Jan 1, 2027?" });
    const test = openTestWriter({
      scripts: { kalshi: { full: [listing([kalshi])] }, polymarket: { full: [listing(twins)] } },
    });
    await test.pass();
    const matched = test.rows("SELECT id FROM matches JOIN markets ON market_key = b_market_key ORDER BY id").flat();
    assert.deepEqual(matched, ["P1", "P2"]);
  });
});

describe("twins of twins", () => {
  it("are one side, in whatever order they are found", () => {
    const found = [
      { marketKey: 3, twinKey: 2 },
      { marketKey: 9, twinKey: 8 },
      { marketKey: 2, twinKey: 1 },
      { marketKey: 8, twinKey: 3 },
    ];
    for (const list of [found, found.toReversed()]) {
      const nodes = toNodes(list).sort(([a], [b]) => a - b);
      assert.deepEqual(
        nodes.map(([key]) => key),
        [1, 2, 3, 8, 9],
      );
      assert.equal(new Set(nodes.map(([, node]) => node)).size, 1);
    }
  });
});
