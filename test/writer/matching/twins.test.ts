import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const listing = (markets: readonly MarketRecord[]) =>
  page(
    markets,
    markets.map(({ eventId }) => event({ id: eventId, title: eventId })),
  );

const listed = (id: string, title: string, description: string | null = null): MarketRecord =>
  market({ id, eventId: id, title, closesAt: START + 60 * DAY_MS, description });

/** The Polymarket markets that match the one of Kalshi. */
async function matchesOf(kalshi: MarketRecord, listings: readonly MarketRecord[]): Promise<unknown[]> {
  const test = openTestWriter({
    scripts: { kalshi: { full: [listing([kalshi])] }, polymarket: { full: [listing(listings)] } },
  });
  await test.pass();
  return test.rows("SELECT id FROM matches JOIN markets ON market_key = b_market_key ORDER BY id").flat();
}

describe("a question that a platform lists twice", () => {
  it("gets the match in both listings, whichever scores better", async () => {
    const kalshi = listed("K", "Will Acme release Orion before Jan 1, 2027?");
    const twins = [
      listed("P1", "Acme Orion released by December 31, 2026?"),
      listed("P2", "acme orion released by december 31 2026"),
    ];
    assert.deepEqual(await matchesOf(kalshi, twins), ["P1", "P2"]);
  });

  it("gets it in other words too, where rules say so", async () => {
    const kalshi = listed(
      "K",
      "Will Samuel Alito announce his retirement before Jan 1, 2027?",
      "If Samuel Alito announces that he will retire from the Supreme Court before Jan 1, 2027, then the market resolves to Yes.",
    );
    const twins = [
      listed("P1", "Will Samuel Alito announce his retirement by December 31, 2026?"),
      listed(
        "P2",
        "Alito to step down?",
        'This market will resolve to "Yes" if Samuel Alito announces his retirement from the Supreme Court by December 31, 2026. Otherwise, this market will resolve to "No".',
      ),
    ];
    assert.deepEqual(await matchesOf(kalshi, twins), ["P1", "P2"]);
  });
});
