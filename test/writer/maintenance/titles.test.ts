import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { mergeSomeTitles, toWords } from "../../../src/store/titles/words.ts";
import { mergeTitles } from "../../../src/writer/maintenance/maintenance.ts";
import { HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

/** Fails unless each title is in the index once, with the words that it has now. */
function assertIndexed(test: TestWriter): void {
  for (const [titles, table, key] of [
    ["market_titles", "markets", "market_key"],
    ["event_titles", "events", "event_key"],
  ] as const) {
    const rows = test.rows(`SELECT ${key}, title FROM ${table} ORDER BY ${key}`) as [number, string][];
    assert.deepEqual(
      test.rows(`SELECT rowid FROM ${titles} ORDER BY rowid`).flat(),
      rows.map(([rowKey]) => rowKey),
    );
    for (const word of new Set(rows.flatMap(([, title]) => toWords(title)))) {
      const found = test.rows(`SELECT rowid FROM ${titles} WHERE ${titles} MATCH ? ORDER BY rowid`, `"${word}"`).flat();
      const expected = rows.filter(([, title]) => toWords(title).includes(word)).map(([rowKey]) => rowKey);
      assert.deepEqual(found, expected, word);
    }
    test.db.exec(`INSERT INTO ${titles} (${titles}) VALUES ('integrity-check')`);
  }
}

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
          assertIndexed(test);
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

    const step = (isFirst: boolean) => test.writer.writing.step(() => mergeSomeTitles(test.db, "Market", 1, isFirst));
    assert.equal(await step(true), true);
    assert.equal(await step(false), true);
    assertIndexed(test);
    await listMore(400);

    await mergeTitles(test.writer.writing);
    assertIndexed(test);
    assert.equal(test.value("SELECT count(*) FROM market_titles('question399')"), 1);
    assert.equal(await step(true), false, "nothing is left to merge");
  });
});
