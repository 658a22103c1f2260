import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const RUNGS = 60;

const ladder = (platform: string) =>
  page(
    Array.from({ length: RUNGS }, (_, index) =>
      market({
        id: `${platform}${index}`,
        eventId: "Zorbcast",
        title: `Will Zorbcast have at least ${100_000 + index * 1000} subscribers on June 30, 2027?`,
        closesAt: START + 400 * DAY_MS,
        createdAt: START - 30 * DAY_MS,
      }),
    ),
    [event({ id: "Zorbcast", title: "Zorbcast" })],
  );

describe("long ladders of two platforms", () => {
  it("imply the same whether their matches are chosen together or one by one", async () => {
    const test = openTestWriter({
      scripts: { kalshi: { full: [ladder("kalshi")] }, polymarket: { full: [ladder("polymarket")] } },
    });
    await test.pass();
    const implied = () => test.rows("SELECT a_market_key, b_market_key, relation FROM near_misses ORDER BY 1, 2");
    const together = implied();
    assert.ok(together.length > RUNGS * 10, String(together.length));
    for (const marketKey of test.rows("SELECT market_key FROM markets").map(Number)) {
      test.db.exec(`INSERT OR IGNORE INTO match_queue VALUES (${marketKey}, 2)`);
      await test.writer.matcher.runDue();
    }
    assert.deepEqual(implied(), together);
  });
});
