import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CATEGORY_RULES_VERSION } from "../../../src/domain/categories/categories.ts";
import { recategoriseEvents } from "../../../src/writer/maintenance/maintenance.ts";
import { event, market, page, resolvedMarket } from "../../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

const categories = ({ rows }: TestWriter): unknown[] =>
  rows(
    "SELECT events.id, events.category, group_concat(markets.category) FROM events JOIN markets USING (event_key) GROUP BY 1",
  );

/** A database as an older version left it: every event is filed under politics. */
async function openFiled(): Promise<TestWriter> {
  const test = openTestWriter({
    scripts: {
      kalshi: {
        full: [
          page(
            [market({ id: "a", eventId: "KXQQ-1" }), market({ id: "b", eventId: "KXQQ-1" })],
            [event({ id: "KXQQ-1", title: "Who takes it?", tags: ["Sports"] })],
          ),
        ],
        resolved: [
          page(
            [resolvedMarket({ id: "c", eventId: "KXQQ-0" }), resolvedMarket({ id: "d", eventId: "KXZZ-0" })],
            [event({ id: "KXQQ-0", title: "Who took it?" }), event({ id: "KXZZ-0", title: "Snow in Paris?" })],
          ),
        ],
      },
    },
  });
  await test.tick();
  test.db.exec(`UPDATE events SET category = 'politics'; UPDATE markets SET category = 'politics';
    DELETE FROM event_counts; DELETE FROM market_counts;
    INSERT INTO event_counts SELECT platform, category, status, count(*) FROM events JOIN event_totals USING (event_key) GROUP BY 1, 2, 3;
    INSERT INTO market_counts SELECT platform, category, status, 0, count(*), sum(volume) FROM markets JOIN market_quotes USING (market_key) GROUP BY 1, 2, 3`);
  return test;
}

describe("new rules of categories", () => {
  it("file what is stored, closed events too, with all their markets", async () => {
    const test = await openFiled();
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.deepEqual(categories(test), [
      ["KXQQ-0", "sports", "sports"],
      ["KXQQ-1", "sports", "sports,sports"],
      ["KXZZ-0", "climate", "climate"],
    ]);
    assert.deepEqual(test.rows("SELECT category, status, events FROM event_counts WHERE events > 0 ORDER BY 1, 2"), [
      ["climate", "closed", 1],
      ["sports", "closed", 1],
      ["sports", "open", 1],
    ]);
  });

  it("are applied once", async () => {
    const test = await openFiled();
    await recategoriseEvents(test.writer.writing, test.clock);
    test.db.exec("UPDATE events SET category = 'world' WHERE id = 'KXZZ-0'");
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.equal(test.value("SELECT category FROM events WHERE id = 'KXZZ-0'"), "world");
    assert.equal(test.value("SELECT position FROM job_positions WHERE job = 'category-rules'"), CATEGORY_RULES_VERSION);
    test.db.exec("UPDATE job_positions SET position = 0 WHERE job = 'category-rules'");
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.equal(test.value("SELECT category FROM events WHERE id = 'KXZZ-0'"), "climate");
  });

  it("tell readers of changes what moved", async () => {
    const test = await openFiled();
    const before = test.value("SELECT max(seq) FROM feed_changes");
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.ok(Number(test.value(`SELECT count(*) FROM feed_changes WHERE seq > ${before}`)) > 0);
    const seq = test.value("SELECT max(seq) FROM feed_changes");
    test.db.exec("UPDATE job_positions SET position = 0 WHERE job = 'category-rules'");
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.equal(test.value("SELECT max(seq) FROM feed_changes"), seq, "nothing moves twice");
  });
});
