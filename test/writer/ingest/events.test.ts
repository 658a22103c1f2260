import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findKnownEvent, updateEvent } from "../../../src/store/catalogue/market-writer.ts";
import { event, market, page } from "../../support/store/builders.ts";
import { openListed, openTestWriter, type TestWriter } from "../../support/store/writer.ts";

const events = ({ rows }: TestWriter): unknown[] =>
  rows("SELECT id, category, status, market_count, volume FROM events JOIN event_totals USING (event_key) ORDER BY id");
const counts = ({ rows }: TestWriter): unknown[] =>
  rows("SELECT category, status, sum(markets) FROM market_counts WHERE markets > 0 GROUP BY 1, 2 ORDER BY 1, 2");
const eventCounts = ({ rows }: TestWriter): unknown[] =>
  rows("SELECT category, status, events FROM event_counts WHERE events > 0 ORDER BY 1, 2");

describe("an event", () => {
  it("takes its totals along when a market moves to another one", async () => {
    const test = await openListed(page([market({ id: "a" }), market({ id: "b", volume: 7 })]));
    const sports = event({ id: "e2", category: "sports" });
    await test.read([market({ id: "a" }), market({ id: "b", volume: 7, eventId: "e2" })], [sports]);
    assert.deepEqual(events(test), [
      ["e1", "politics", "open", 1, 100_000],
      ["e2", "sports", "open", 1, 7],
    ]);
    await test.read([market({ id: "a", eventId: "e2" }), market({ id: "b", volume: 7, eventId: "e2" })], [sports]);
    assert.deepEqual(events(test), [
      ["e1", "politics", "closed", 0, 0],
      ["e2", "sports", "open", 2, 100_007],
    ]);
    assert.deepEqual(eventCounts(test), [["sports", "open", 1]]);
    assert.deepEqual(counts(test), [["sports", "open", 2]]);
  });

  it("takes all its markets along to another category, also those that are not listed any more", async () => {
    const test = await openListed(page([market({ id: "a" }), market({ id: "b" }), market({ id: "c" })]));
    test.clock.advance(1000);
    const moved = event({ id: "e1", category: "sports" });
    await test.read([market({ id: "a" }), market({ id: "b" })], [moved]);
    assert.deepEqual(test.markets("id, category"), [
      ["a", "sports"],
      ["b", "sports"],
      ["c", "sports"],
    ]);
    assert.deepEqual(counts(test), [
      ["sports", "closed", 1],
      ["sports", "open", 2],
    ]);
    assert.deepEqual(eventCounts(test), [["sports", "open", 1]]);
  });

  it("dates the markets that change category with it, since the category is published", async () => {
    const active = [page([market({ id: "a" })], [event({ id: "e1", category: "sports" })])];
    const test = await openListed(page([market({ id: "a" }), market({ id: "b" })]), { active });
    test.clock.advance(301_000);
    await test.tick();
    assert.deepEqual(test.markets("id, category, updated_at - first_seen_at"), [
      ["a", "sports", 301_000],
      ["b", "sports", 301_000],
    ]);
  });

  it("without labels takes the category of an event of its series that has labels", async () => {
    const labelled = event({ id: "KXQQ-26JAN", category: "sports", tags: ["Sports"] });
    const partial = event({ id: "KXQQ-26FEB", category: "other", isPartial: true });
    const other = event({ id: "KXQQQ-26FEB", category: "other", isPartial: true });
    const test = await openListed(page([market({ id: "a", eventId: labelled.id })], [labelled]));
    for (let pass = 0; pass < 2; pass++) {
      await test.read(
        [
          market({ id: "a", eventId: labelled.id }),
          market({ id: "b", eventId: partial.id }),
          market({ id: "c", eventId: other.id }),
        ],
        [labelled, partial, other],
      );
      assert.deepEqual(test.markets("id, category"), [
        ["a", "sports"],
        ["b", "sports"],
        ["c", "other"],
      ]);
    }
  });

  it("keeps the category of its labels when a listing leaves the labels out", async () => {
    const labelled = event({ id: "e1", category: "sports", tags: ["Sports"] });
    const bare = event({ id: "e1", category: "other", tags: [] });
    const test = await openListed(page([market({ id: "a" })], [labelled]));
    for (const given of [labelled, bare, bare, labelled]) {
      await test.read([market({ id: "a" })], [given]);
      assert.deepEqual(
        test.rows("SELECT events.category, markets.category FROM events JOIN markets USING (event_key)"),
        [["sports", "sports"]],
      );
    }
  });

  it("keeps its picture where a listing gives none", async () => {
    const test = await openListed(
      page([market({ id: "a" })], [event({ id: "e1", imageUrl: "https://example.com/a.png" })]),
    );
    await test.read([market({ id: "a" })], [event({ id: "e1", title: "Another title", imageUrl: null })]);
    assert.deepEqual(test.rows("SELECT title, image_url FROM events"), [
      ["Another title", "https://example.com/a.png"],
    ]);
  });

  it("gets today's category with its markets, though the listing says nothing else that is new", async () => {
    const test = await openListed(page([market({ id: "a" }), market({ id: "b" })]));
    const { writing } = test.writer;
    await writing.step(() => {
      const stored = findKnownEvent(test.db, "kalshi", "e1");
      assert.ok(stored);
      updateEvent(writing, stored, { ...stored, category: "other" }, test.clock.now());
    });
    await test.read([market({ id: "a" }), market({ id: "b", bestBid: 380_000 })]);
    assert.deepEqual(test.markets("id, category, best_bid"), [
      ["a", "politics", 390_000],
      ["b", "politics", 380_000],
    ]);
    assert.deepEqual(eventCounts(test), [["politics", "open", 1]]);
    assert.deepEqual(counts(test), [["politics", "open", 2]]);
  });

  it("gets another category with its markets when only its labels changed since the last pass", async () => {
    const test = await openListed(page([market({ id: "a" }), market({ id: "b" })]));
    await test.pass();
    await test.read([market({ id: "a" }), market({ id: "b" })], [event({ id: "e1", category: "crypto" })]);
    assert.deepEqual(test.rows("SELECT category, count(*) FROM markets GROUP BY 1"), [["crypto", 2]]);
    assert.deepEqual(counts(test), [["crypto", "open", 2]]);
  });

  it("keeps the category it has in the open listing when resolutions say another", async () => {
    const other = page([market({ id: "a", status: "closed" })], [event({ id: "e1", category: "other" })]);
    const test = await openListed(page([market({ id: "a" })]), { resolved: [other] });
    assert.deepEqual(test.markets("category, status"), [["politics", "closed"]]);
    assert.deepEqual(counts(test), [["politics", "closed", 1]]);
  });
});

describe("an event that was inferred from a market", () => {
  const partial = event({ id: "e1", title: "Will a happen?", category: "other", isPartial: true });
  const words = "SELECT markets.title, outcome_label, markets.category, yes_price, events.title, is_partial";
  const stored = ({ rows }: TestWriter): unknown[] =>
    rows(`${words} FROM markets JOIN market_quotes USING (market_key) JOIN events USING (event_key)`);

  it("never overwrites what is stored, nor do the words of its markets", async () => {
    const test = await openListed(page([market({ id: "a", outcomeLabel: "A" })]));
    await test.read([market({ id: "a", title: "A?", outcomeLabel: null, yesPrice: 5 })], [partial]);
    assert.deepEqual(stored(test), [["Will a happen?", "A", "politics", 5, "The question of e1", 0]]);
  });

  it("is stored where there is nothing better, until the whole event comes", async () => {
    const test = await openListed(page([market({ id: "a" })], [partial]));
    assert.deepEqual(stored(test), [["Will a happen?", null, "other", 400_000, "Will a happen?", 1]]);
    await test.read([market({ id: "a", outcomeLabel: "A" })]);
    assert.deepEqual(stored(test), [["Will a happen?", "A", "politics", 400_000, "The question of e1", 0]]);
  });

  it("takes the category of the whole event, also when that comes with a resolution", async () => {
    const test = await openListed(page([market({ id: "a" })], [partial]), { resolved: [] });
    test.script.resolved = [page([market({ id: "a", status: "closed" })], [event({ id: "e1", category: "sports" })])];
    await test.pass();
    assert.deepEqual(stored(test), [["Will a happen?", null, "sports", 400_000, "The question of e1", 0]]);
    assert.deepEqual(counts(test), [["sports", "closed", 1]]);
  });

  it("does not take the place of the whole event that came on an earlier page of the same pass", async () => {
    const full = [page([market({ id: "a" })]), page([market({ id: "b" })], [partial])];
    const test = openTestWriter({ scripts: { kalshi: { full } } });
    await test.pass();
    assert.deepEqual(test.rows("SELECT title, category, is_partial FROM events"), [
      ["The question of e1", "politics", 0],
    ]);
  });
});
