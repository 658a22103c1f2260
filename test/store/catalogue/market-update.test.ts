import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isQuotedAnew } from "../../../src/store/catalogue/market-update.ts";
import type { StoredRow } from "../../../src/store/catalogue/stored-rows.ts";
import { createMarketCounts } from "../../../src/writer/ingest/market-counts.ts";
import { BUCKET } from "../../support/store/buckets.ts";
import { market, page } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

const PLATFORMS = ["kalshi", "polymarket", "predictit"] as const;

async function openGrouped(): Promise<TestWriter> {
  const scripts = Object.fromEntries(PLATFORMS.map((id) => [id, { full: [page([market({ id: "q" })])] }]));
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  const [first, ...others] = PLATFORMS;
  group(
    test,
    others.map((b) => ({ a: first, b, isInverted: b === "predictit" })),
  );
  return test;
}

const price = fc.option(fc.integer({ min: 0, max: 100 }).map((cents) => cents * 10_000));
const volume = fc.constantFrom(0, 9_999, 10_000, 70_000, 3_000_000_000);

/** Any part of these at a time, as a pass may find it. */
const change = fc.record(
  {
    yesPrice: price,
    bestBid: price,
    bestAsk: price,
    volume,
    volume24h: fc.nat(100),
    status: fc.constantFrom("open" as const, "closed" as const),
    closesAt: fc.option(fc.nat()),
    outcomeLabel: fc.option(fc.constantFrom("a", "b")),
  },
  { requiredKeys: [] },
);

describe("a change of some of a market's fields", async () => {
  const test = await openGrouped();
  const { catalogue, step } = test.writer.writing;
  const findRow = (platform: string): StoredRow => {
    const row = catalogue.findMarket(platform, "q");
    assert.ok(row);
    return row;
  };

  it("sets these and no others, and keeps counts and spreads what they have to be", async () => {
    let now = test.clock.now();
    let spreads = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PLATFORMS), change, async (platform, changed) => {
        const before = findRow(platform);
        const { updatedAt, ...row } = { ...before, ...changed };
        now++;
        await step(() => {
          const counts = createMarketCounts(catalogue, platform);
          catalogue.updateMarket(null, before, row, now);
          if (isQuotedAnew(before, row)) counts.note(before, row);
          counts.write();
        });
        const { titleRowid, isFresh } = findRow(platform);
        assert.deepEqual(findRow(platform), { ...row, updatedAt: now, titleRowid, isFresh });
        assert.ok(now > updatedAt);
        const kept = test.rows("SELECT * FROM group_spreads ORDER BY buy_market_key, sell_market_key");
        spreads += kept.length;
        assert.deepEqual(kept, test.rows("SELECT * FROM group_pairs ORDER BY buy_market_key, sell_market_key"));
        assert.deepEqual(
          test.rows("SELECT * FROM market_counts WHERE markets <> 0 OR volume <> 0"),
          test.rows(
            `SELECT platform, category, status, ${BUCKET}, count(*), sum(volume) FROM markets
             WHERE yes_price IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
          ),
        );
      }),
      { numRuns: 300 },
    );
    assert.ok(spreads > 0);
  });

  it("meets no trigger where it is one of quotes and volumes", () => {
    const watched = test
      .rows("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'market_rows'")
      .flat();
    const columns = watched.flatMap((sql) => /AFTER UPDATE OF (.*?)\s+ON "market_rows"/s.exec(String(sql))?.[1] ?? []);
    assert.ok(columns.length > 0);
    assert.doesNotMatch(columns.join(", "), /price|best_bid|best_ask|volume|updated_at/);
    assert.ok(!watched.some((sql) => /AFTER UPDATE ON/.test(String(sql))));
  });
});
