import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { openFresh } from "../../../src/store/catalogue/fresh.ts";
import { closePassed, settleFresh } from "../../../src/writer/maintenance/maintenance.ts";
import type { Writing } from "../../../src/writer/transactions/writing.ts";
import { HOUR_MS, MINUTE_MS, market, markets, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

interface Scripted extends TestWriter {
  /** Runs a full pass in which the first so many of the markets have another price and volume than before. */
  trade(count: number): Promise<void>;
}

async function withMarkets(count: number): Promise<Scripted> {
  const script = { full: [page(markets(count))] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  await test.pass();
  let trades = 0;
  return {
    ...test,
    async trade(traded) {
      trades++;
      test.clock.advance(MINUTE_MS);
      const changed = { yesPrice: 10_000 * trades, bestBid: 5_000, volume: 500_000 + trades, liquidity: trades };
      script.full = [page(markets(count).map((one, index) => (index < traded ? { ...one, ...changed } : one)))];
      await test.pass();
    },
  };
}

/** All that is stored, but for what differs by where it is. */
const seen = ({ db }: TestWriter): unknown[] =>
  ["SELECT * FROM markets ORDER BY market_key", "SELECT * FROM events ORDER BY event_key"].map((sql) =>
    (db.prepare(sql).all() as object[]).map((row) => ({ ...row, is_fresh: null, title_rowid: null })),
  );

const waiting = ({ rows }: TestWriter): unknown[] => rows("SELECT market_key FROM fresh_quotes").flat();

/** Settles all that waits, as if it were too much. */
function settleAll({ writer: { writing }, rows }: TestWriter): Promise<void> {
  const { catalogue } = writing;
  const listAll = (table: string, key: string) => () => rows(`SELECT ${key} FROM ${table}`).flat() as number[];
  const eager: Writing = {
    ...writing,
    catalogue: {
      ...catalogue,
      freshQuotes: { ...catalogue.freshQuotes, listExcess: listAll("fresh_quotes", "market_key") },
      freshTotals: { ...catalogue.freshTotals, listExcess: listAll("fresh_totals", "event_key") },
    },
  };
  return settleFresh(eager);
}

describe("quotes and totals that wait to be written to their rows", () => {
  it("leave the rows as they were, and are what everybody sees", async () => {
    const test = await withMarkets(5);
    const rows = () => test.rows("SELECT market_key, yes_price, best_bid, volume, updated_at FROM market_rows");
    const before = rows();
    await test.trade(3);
    assert.deepEqual(rows(), before);
    assert.deepEqual(waiting(test), [1, 2, 3]);
    const columns = "yes_price, best_bid, volume, liquidity, updated_at";
    assert.deepEqual(test.rows(`SELECT ${columns} FROM markets WHERE market_key = 2`), [
      [10_000, 5_000, 500_001, 1, START + MINUTE_MS],
    ]);
    assert.equal(
      test.value("SELECT volume FROM events"),
      test.value("SELECT sum(volume) FROM markets"),
      "the event's totals wait too",
    );
    assert.notEqual(test.value("SELECT volume FROM event_rows"), test.value("SELECT volume FROM events"));
  });

  it("go to the rows without anybody seeing a difference", async () => {
    const test = await withMarkets(500);
    await test.trade(400);
    const before = seen(test);
    await settleAll(test);
    assert.deepEqual(waiting(test), []);
    assert.equal(test.value("SELECT count(*) FROM fresh_totals"), 0);
    assert.deepEqual(seen(test), before);
    assert.equal(test.value("SELECT count(*) FROM market_rows WHERE volume = 500001"), 400);
  });

  it("go to the row with anything else that changes of it", async () => {
    const script = { full: [page([market({ id: "a", closesAt: START + HOUR_MS }), market({ id: "b" })])] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    script.full = [
      page([market({ id: "a", closesAt: START + HOUR_MS, volume: 7_000 }), market({ id: "b", volume: 8_000 })]),
    ];
    await test.pass();
    assert.deepEqual(waiting(test), [1, 2]);
    test.clock.advance(2 * HOUR_MS);
    await closePassed(test.writer.writing, test.clock);
    assert.deepEqual(waiting(test), [2]);
    assert.deepEqual(test.rows("SELECT status, volume FROM market_rows WHERE market_key = 1"), [["closed", 7_000]]);
    script.full = [
      page([market({ id: "a", closesAt: START, volume: 7_000 }), market({ id: "b", title: "New?", volume: 9_000 })]),
    ];
    await test.pass();
    assert.deepEqual(waiting(test), []);
    assert.deepEqual(test.rows("SELECT title, volume FROM market_rows WHERE market_key = 2"), [["New?", 9_000]]);
  });

  it("are the same in the end whenever they go to the rows", async () => {
    const record = fc.record({
      id: fc.constantFrom("a", "b", "c"),
      eventId: fc.constantFrom("e1", "e2"),
      title: fc.constantFrom("Rain?", "Rain?", "Snow?"),
      volume: fc.nat(1_000_000),
      volume24h: fc.nat(1000),
      bestBid: fc.constantFrom(null, 100_000, 200_000),
      yesPrice: fc.constantFrom(null, 500_000, 600_000),
      closesAt: fc.constantFrom(START + HOUR_MS, START + 99 * HOUR_MS),
    });
    const listing = fc.uniqueArray(fc.tuple(record, fc.boolean()), { selector: ([{ id }]) => id, maxLength: 3 });
    const passes = fc.array(fc.tuple(listing, fc.boolean()), { minLength: 2, maxLength: 8 });
    const run = async (
      given: readonly (readonly [[Parameters<typeof market>[0], boolean][], boolean])[],
      isMixed: boolean,
    ) => {
      const script = { full: [page([])] };
      const test = openTestWriter({ scripts: { kalshi: script } });
      for (const [records, settles] of given) {
        script.full = [page(records.map(([one, isOpen]) => (isOpen ? market(one) : resolvedMarket(one))))];
        await test.pass(["kalshi"]);
        await closePassed(test.writer.writing, test.clock);
        if (!isMixed || settles) await settleAll(test);
        test.clock.advance(HOUR_MS);
      }
      await settleAll(test);
      const content = [seen(test), test.rows("SELECT * FROM market_counts"), test.rows("SELECT * FROM event_counts")];
      await test.writer.close();
      return content;
    };
    await fc.assert(
      fc.asyncProperty(passes, async (given) => assert.deepEqual(await run(given, true), await run(given, false))),
      { numRuns: 25 },
    );
  });
});

describe("the table of what waits", () => {
  const quotesOf = (marketKey: number, at: number): readonly unknown[] => {
    const [price, volume, none] = [1, 1, null];
    return [marketKey, price, "last", none, none, none, volume, volume, none, none, none, at, none];
  };

  it("takes no more than it may hold, but always what is in it already", async () => {
    const test = await withMarkets(10);
    const fresh = openFresh(test.db, "Quotes", { most: 4, least: 2 });
    const taken = [1, 2, 3, 4, 5].map((key) => fresh.save(quotesOf(key, START), false));
    assert.deepEqual(taken, [true, true, true, true, false]);
    assert.equal(fresh.save(quotesOf(2, START + 1), true), true);
    assert.deepEqual(waiting(test), [1, 2, 3, 4]);
  });

  it("names what has waited longest once it is full, in the order of keys", async () => {
    const test = await withMarkets(10);
    const fresh = openFresh(test.db, "Quotes", { most: 5, least: 2 });
    for (const [key, at] of [
      [9, 1],
      [3, 2],
      [7, 0],
      [1, 4],
    ] as const) {
      fresh.save(quotesOf(key, START + at), false);
    }
    assert.deepEqual(fresh.listExcess(), []);
    fresh.save(quotesOf(2, START + 3), false);
    assert.deepEqual(fresh.listExcess(), [3, 7, 9]);
  });

  it("has room again once some are settled", async () => {
    const test = await withMarkets(10);
    const fresh = openFresh(test.db, "Quotes", { most: 1, least: 0 });
    assert.equal(fresh.save(quotesOf(1, START), false), true);
    assert.equal(fresh.save(quotesOf(2, START), false), false);
    for (const key of fresh.listExcess()) fresh.settle(key);
    assert.equal(fresh.save(quotesOf(2, START), false), true);
  });
});
