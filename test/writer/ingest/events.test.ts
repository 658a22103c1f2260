import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { findKnownEvent, updateEvent } from "../../../src/store/catalogue/market-writer.ts";
import { event, market, page } from "../../support/store/builders.ts";
import { openListed, openTestWriter, type TestWriter } from "../../support/store/writer.ts";

describe("an event", () => {
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
  });

  it("dates the markets that change category with it, since the category is published", async () => {
    const active = [page([market({ id: "a" })], [event({ id: "e1", category: "sports" })])];
    const test = await openListed(page([market({ id: "a" }), market({ id: "b" })]), { active });
    await test.later(301_000);
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
  });

  it("gets another category with its markets when only its labels changed since the last pass", async () => {
    const test = await openListed(page([market({ id: "a" }), market({ id: "b" })]));
    await test.pass();
    await test.read([market({ id: "a" }), market({ id: "b" })], [event({ id: "e1", category: "crypto" })]);
    assert.deepEqual(test.rows("SELECT category, count(*) FROM markets GROUP BY 1"), [["crypto", 2]]);
  });

  it("keeps the category it has in the open listing when resolutions say another", async () => {
    const other = page([market({ id: "a", status: "closed" })], [event({ id: "e1", category: "other" })]);
    const test = await openListed(page([market({ id: "a" })]), { resolved: [other] });
    assert.deepEqual(test.markets("category, status"), [["politics", "closed"]]);
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

const AP = { name: "AP", url: "https://apnews.com/" };
const ESPN = { name: "ESPN", url: null };

type Texts = Partial<Pick<MarketRecord, "description" | "settlementSource" | "volume">>;

/** Reads a market once for each of these, and gives what was written and what is stored after each. */
async function readAll(...given: readonly Texts[]) {
  const test = await openListed(page([]));
  const stored: unknown[] = [];
  for (const record of given) {
    const { inserted, changed } = await test.read([market({ id: "a", ...record })]);
    const texts = test.rows("SELECT description, settlement_source FROM market_descriptions");
    stored.push([inserted + changed, ...texts.flat()]);
  }
  return { test, stored };
}

describe("the settlement source of a stored market", () => {
  it("is stored where there is no description, which may come later", async () => {
    const { stored } = await readAll({ settlementSource: AP }, { description: "Rules.", settlementSource: AP });
    assert.deepEqual(stored, [
      [1, "", JSON.stringify(AP)],
      [1, "Rules.", JSON.stringify(AP)],
    ]);
  });

  it("is added to a stored description, and replaced by another", async () => {
    const { stored } = await readAll(
      { description: "Rules." },
      { description: "Rules.", settlementSource: AP },
      { description: "Rules.", settlementSource: ESPN },
    );
    assert.deepEqual(stored, [
      [1, "Rules.", null],
      [1, "Rules.", JSON.stringify(AP)],
      [1, "Rules.", JSON.stringify(ESPN)],
    ]);
  });

  it("stays when a listing leaves it out, and writes nothing when it comes back", async () => {
    const { stored } = await readAll(
      { description: "Rules.", settlementSource: AP },
      { description: "Rules." },
      { settlementSource: AP },
      {},
      { description: "Better rules." },
      { description: "Better rules.", settlementSource: AP },
    );
    const ap = JSON.stringify(AP);
    assert.deepEqual(stored, [
      [1, "Rules.", ap],
      [0, "Rules.", ap],
      [0, "Rules.", ap],
      [0, "Rules.", ap],
      [1, "Better rules.", ap],
      [0, "Better rules.", ap],
    ]);
  });
});
