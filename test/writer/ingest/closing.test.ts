import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { closePassed } from "../../../src/writer/maintenance/maintenance.ts";
import { HOUR_MS, MINUTE_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { type ListedWriter, openListed } from "../../support/store/writer.ts";

const withListing = (...records: MarketRecord[]) => openListed(page(records), { resolved: [] });

const states = ({ markets }: ListedWriter): unknown[] => markets("id, status, outcome");

describe("a close time that passes", () => {
  it("closes all markets at once, in as many steps as that takes", async () => {
    const test = await withListing(...["a", "b", "c"].map((id) => market({ id, closesAt: START + HOUR_MS })));
    test.clock.advance(HOUR_MS);
    const { writing } = test.writer;
    const step: typeof writing.step = (work) => writing.step((budget) => work({ ...budget, isSpent: () => true }));
    await closePassed({ ...writing, step }, test.clock);
    assert.equal(test.count("status = 'open'"), 0);
  });

  it("closes the market, and its event and the counts follow", async () => {
    const test = await withListing(
      market({ id: "a", closesAt: START + HOUR_MS, volume: 20_000 }),
      market({ id: "b", eventId: "e2", closesAt: START + HOUR_MS + 1 }),
      market({ id: "c", eventId: "e2", closesAt: null }),
    );
    test.clock.advance(HOUR_MS);
    await closePassed(test.writer.writing, test.clock);
    assert.deepEqual(states(test), [
      ["a", "closed", "unknown"],
      ["b", "open", null],
      ["c", "open", null],
    ]);
    assert.deepEqual(
      test.rows("SELECT id, status, market_count, volume FROM events JOIN event_totals USING (event_key) ORDER BY id"),
      [
        ["e1", "closed", 1, 20_000],
        ["e2", "open", 2, 200_000],
      ],
    );
    assert.deepEqual(test.rows("SELECT status, sum(markets) FROM market_counts GROUP BY 1 ORDER BY 1"), [
      ["closed", 1],
      ["open", 2],
    ]);
    assert.deepEqual(test.rows("SELECT status, events FROM event_counts WHERE events > 0 ORDER BY 1"), [
      ["closed", 1],
      ["open", 1],
    ]);
    assert.deepEqual(test.rows("SELECT due_at, attempts, closed_at FROM outcome_checks"), [
      [START + HOUR_MS + 10 * MINUTE_MS, 0, START + HOUR_MS],
    ]);
    assert.equal(
      test.value("SELECT updated_at FROM markets JOIN market_quotes USING (market_key) WHERE id = 'a'"),
      START + HOUR_MS,
    );
  });

  it("is forgotten where people were wrong: trading goes on until its last moment", async () => {
    const test = await withListing(
      market({ id: "a", closesAt: START + HOUR_MS, latestClosesAt: null }),
      market({ id: "b", closesAt: START + HOUR_MS, latestClosesAt: START + 2 * HOUR_MS }),
    );
    const passAt = async (hours: number): Promise<unknown[]> => {
      test.clock.advance(hours * HOUR_MS);
      await closePassed(test.writer.writing, test.clock);
      return test.markets("id, status, closes_at");
    };
    assert.deepEqual(await passAt(1), [
      ["a", "open", null],
      ["b", "open", null],
    ]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
    assert.deepEqual(await passAt(1), [
      ["a", "open", null],
      ["b", "closed", null],
    ]);
  });

  it("opens what an earlier version closed by it, with its whole history", async () => {
    const test = await withListing(market({ id: "a", closesAt: START + HOUR_MS, yesPrice: 300_000 }));
    test.clock.advance(HOUR_MS);
    await closePassed(test.writer.writing, test.clock);
    assert.deepEqual(states(test), [["a", "closed", "unknown"]]);
    test.write(() => test.db.exec("UPDATE markets SET latest_closes_at = NULL"));
    test.clock.advance(HOUR_MS);
    await test.read([market({ id: "a", closesAt: null, yesPrice: 500_000 })]);
    assert.deepEqual(states(test), [["a", "open", null]]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
    const points = test.rows(
      "SELECT yes_price FROM history_points UNION ALL SELECT yes_price FROM history_recent ORDER BY 1",
    );
    assert.deepEqual(points, [[300_000], [500_000]]);
  });

  it("is put off by a listing that gives a later one", async () => {
    const test = await withListing(market({ id: "a", closesAt: START + 1 }));
    test.clock.advance(1);
    await closePassed(test.writer.writing, test.clock);
    await test.read([market({ id: "a", closesAt: START + HOUR_MS })]);
    assert.deepEqual(states(test), [["a", "open", null]]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
  });

  it("counts in a listing that still shows the market as open", async () => {
    const test = await withListing(market({ id: "a", closesAt: START }));
    assert.deepEqual(states(test), [["a", "closed", "unknown"]]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 1);
  });
});

describe("a resolution", () => {
  it("settles the market and ends the asking for its outcome", async () => {
    const test = await withListing(market({ id: "a" }), market({ id: "b" }), market({ id: "c" }));
    await test.read([market({ id: "b" }), market({ id: "c" })]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 1);
    test.script.resolved = [page([resolvedMarket({ id: "a", resolvedAt: START - 5 })])];
    await test.pass();
    assert.deepEqual(test.markets("status, outcome, settlement_price, resolved_at, yes_price", "WHERE id = 'a'"), [
      ["closed", "yes", 1_000_000, START - 5, 1_000_000],
    ]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
  });

  it("without a time is dated when it was first seen, and keeps that date", async () => {
    const test = await withListing(market({ id: "a" }));
    test.script.resolved = [page([resolvedMarket({ id: "a", resolvedAt: null })])];
    test.clock.advance(HOUR_MS);
    await test.pass();
    // The market is listed as open no more, and the resolutions name it again.
    test.script.full = [page([])];
    test.clock.advance(HOUR_MS);
    await test.pass();
    assert.equal(test.value("SELECT resolved_at FROM markets"), START + HOUR_MS);
  });

  it("of a market never seen before is stored with it, and asked for by nobody", async () => {
    const test = await withListing(market({ id: "a" }));
    test.script.resolved = [page([resolvedMarket({ id: "z", outcome: "void", settlementPrice: null })])];
    await test.pass();
    assert.deepEqual(states(test), [
      ["a", "open", null],
      ["z", "closed", "void"],
    ]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
  });

  it("that is taken back reopens the market", async () => {
    const test = await withListing(market({ id: "a" }), market({ id: "b" }), market({ id: "c" }));
    test.script.full = [page([market({ id: "b" }), market({ id: "c" })])];
    test.script.resolved = [page([resolvedMarket({ id: "a" })])];
    await test.pass();
    assert.deepEqual(test.markets("status, outcome", "WHERE id = 'a'"), [["closed", "yes"]]);
    test.script.full = [page([market({ id: "a" }), market({ id: "b" }), market({ id: "c" })])];
    test.script.resolved = [];
    await test.pass();
    assert.deepEqual(test.markets("status, outcome, settlement_price, resolved_at, missing_since", "WHERE id = 'a'"), [
      ["open", null, null, null, null],
    ]);
    assert.equal(test.value("SELECT status FROM events JOIN event_totals USING (event_key)"), "open");
  });
});

describe("a listing of resolutions", () => {
  it("never reopens a market, and stores none that it calls open", async () => {
    const test = await withListing(market({ id: "a", closesAt: START + 1 }));
    test.clock.advance(1);
    await closePassed(test.writer.writing, test.clock);
    test.script.full = [page([market({ id: "a", closesAt: START + 1 })])];
    test.script.resolved = [page([market({ id: "a", yesPrice: 1 }), market({ id: "z" })])];
    await test.pass();
    assert.deepEqual(test.markets("id, status, yes_price"), [["a", "closed", 400_000]]);
  });
});
