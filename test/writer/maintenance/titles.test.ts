import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { keyOf, MAX_STRAY_BANDS, rankOf, rankOfRowid, rowidsOf } from "../../../src/store/titles/title-index.ts";
import { mergeTitles } from "../../../src/writer/maintenance/maintenance.ts";
import { HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

/** Fails unless each title is in the index once, where what is stored now puts it, or as far from there as it may be. */
function assertRanked(test: TestWriter, strayBands = MAX_STRAY_BANDS): void {
  for (const [titles, table, kept, key, listed] of [
    ["market_titles", "markets", "JOIN market_quotes USING (market_key)", "market_key", "has_price"],
    ["event_titles", "events", "JOIN event_totals USING (event_key)", "event_key", "market_count > 0"],
  ] as const) {
    const rows = test.rows(
      `SELECT ${key}, status, volume, ${listed}, title_rowid FROM ${table} ${kept} ORDER BY title_rowid`,
    );
    const expected = (rows as [number, "open" | "closed", number, number, number][]).map(
      ([rowKey, status, volume, isListed, rowid]) => {
        const rank = rankOf({ status, volume, isListed: isListed === 1 });
        const { from, to } = isListed === 1 ? rowidsOf(status) : UNLISTED;
        assert.ok(from <= rowid && rowid <= to, "among those of its status");
        assert.ok(Math.abs(rankOfRowid(rowid) - rank) <= strayBands, `${rowid} is too far from ${rank}`);
        assert.equal(keyOf(rowid), rowKey);
        return [rowid];
      },
    );
    assert.deepEqual(test.rows(`SELECT rowid FROM ${titles} ORDER BY rowid`), expected);
    test.db.exec(`INSERT INTO ${titles} (${titles}) VALUES ('integrity-check')`);
  }
}

const UNLISTED = { from: rowidsOf("all").to + 1, to: Number.MAX_SAFE_INTEGER };

describe("the rank of a title", () => {
  it("is open before closed, then by volume, and unlisted last", () => {
    const volumes = [1e15, 1e9, 1e6, 1000, 0];
    const ranks = (["open", "closed"] as const).flatMap((status) =>
      volumes.map((volume) => rankOf({ status, volume, isListed: true })),
    );
    const all = [...ranks, rankOf({ status: "open", volume: 1e9, isListed: false })];
    assert.deepEqual(
      all,
      all.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.every((rank) => rank > 0));
  });
});

describe("the index of titles", () => {
  it("stays right through any passes", async () => {
    const record = fc.record({
      id: fc.constantFrom("a", "b", "c", "d"),
      eventId: fc.constantFrom("e1", "e2"),
      title: fc.constantFrom("Rain?", "Snow?"),
      volume: fc.nat(1_000_000),
      yesPrice: fc.constantFrom(null, 500_000),
      closesAt: fc.constantFrom(START + HOUR_MS, START + 9 * HOUR_MS),
    });
    const passes = fc.array(fc.array(fc.tuple(record, fc.boolean()), { maxLength: 5 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(passes, async (listings) => {
        const script = { full: [page([])] };
        const test = openTestWriter({ scripts: { kalshi: script } });
        for (const listing of listings) {
          script.full = [page(listing.map(([given, isOpen]) => (isOpen ? market(given) : resolvedMarket(given))))];
          await test.pass(["kalshi"]);
          assertRanked(test);
          test.clock.advance(HOUR_MS);
        }
        await test.writer.close();
      }),
      { numRuns: 25 },
    );
  });

  it("is merged into one segment, step by step, while passes go on", async () => {
    const script = { full: [page([market({ id: "0" })])] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    const listMore = async (count: number): Promise<void> => {
      const records = Array.from({ length: count }, (_, index) =>
        market({ id: `${index}`, title: `Question${index}?` }),
      );
      script.full = [page(records)];
      await test.pass(["kalshi"]);
      test.clock.advance(HOUR_MS);
    };
    for (const count of [100, 200, 300]) await listMore(count);

    const { markets } = test.writer.writing.catalogue.titles;
    const step = (isFirst: boolean) => test.writer.writing.step(() => markets.mergeSome(1, isFirst));
    assert.equal(await step(true), true);
    assert.equal(await step(false), true);
    assertRanked(test);
    await listMore(400);

    await mergeTitles(test.writer.writing);
    assertRanked(test);
    assert.equal(test.value("SELECT count(*) FROM market_titles('question399')"), 1);
    assert.equal(await step(true), false, "nothing is left to merge");
  });
});
