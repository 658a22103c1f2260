import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, market, markets, page, resolvedMarket } from "../../support/store/builders.ts";
import { openListed } from "../../support/store/writer.ts";

type Change = Partial<MarketRecord>;

/** A platform of `count` markets, read once. */
const withKnown = (count: number) => openListed(page(markets(count)), { active: [] });

const lose = (count: number, lost: number, change: Change): MarketRecord[] =>
  markets(count).map((record, index) => (index < lost ? { ...record, ...change } : record));

const LOSSES: readonly (readonly [string, Change])[] = [
  ["yes_price", { yesPrice: null, priceSource: null }],
  ["yes_price", { yesPrice: 0 }],
  ["volume", { volume: 0 }],
  ["best_bid", { bestBid: null }],
  ["best_bid", { bestBid: 0 }],
  ["best_ask", { bestAsk: null }],
  ["last_price", { lastPrice: null }],
  ["closes_at", { closesAt: null }],
];

describe("a field that more than half of the known markets lost", () => {
  for (const [name, change] of LOSSES) {
    it(`holds the pass and leaves everything as it was: ${name} ${JSON.stringify(change)}`, async () => {
      const test = await withKnown(200);
      const before = test.markets("*");
      test.clock.advance(MINUTE_MS);
      const run = await test.read(lose(200, 101, change));
      assert.equal(run.status, "held");
      assert.equal(run.error, `drift_${name} (gone from 101 of 200 known markets)`);
      assert.deepEqual([run.markets, run.inserted, run.changed, run.missing], [200, 0, 0, 0]);
      assert.deepEqual(test.markets("*"), before);
    });
  }

  it("holds the pass over a platform of 20 markets, whatever kind the pass is of", async () => {
    const test = await withKnown(20);
    const before = test.markets("*");
    const run = await test.read(lose(20, 11, { yesPrice: null, priceSource: null }));
    assert.deepEqual([run.status, run.error], ["held", "drift_yes_price (gone from 11 of 20 known markets)"]);
    test.script.active = test.script.full;
    test.clock.advance(5 * MINUTE_MS);
    await test.tick();
    const ended = test.rows("SELECT kind, status FROM ingest_runs WHERE status = 'held' ORDER BY kind");
    assert.deepEqual(ended, [
      ["active", "held"],
      ["full", "held"],
    ]);
    assert.deepEqual(test.markets("*"), before);
  });

  it("is believed where it is an end that has passed while trading goes on", async () => {
    const test = await withKnown(200);
    test.clock.advance(31 * DAY_MS);
    const run = await test.read(lose(200, 200, { closesAt: null }));
    assert.deepEqual([run.status, run.changed], ["ok", 200]);
  });

  it("is believed in exactly half of them", async () => {
    const test = await withKnown(200);
    assert.equal((await test.read(lose(200, 100, { bestBid: null }))).status, "ok");
    assert.equal(test.count("best_bid IS NULL"), 100);
  });

  it("stops the pass before the first bad chunk, and what was good before it stays written", async () => {
    const test = await withKnown(1_200);
    const good = markets(400, { yesPrice: 500_000 });
    const bad = markets(1_200, { yesPrice: 500_000, bestBid: null }).slice(400);
    const run = await test.read([...good, ...bad]);
    assert.deepEqual([run.status, run.changed, run.missing], ["held", 400, 0]);
    assert.equal(run.error, "drift_best_bid (gone from 400 of 400 known markets)");
    assert.equal(test.count("yes_price = 500000"), 400);
    assert.equal(test.count("status = 'closed'"), 0);
  });

  it("is noticed across chunks too small to judge alone, before any known market of them is written", async () => {
    const test = await withKnown(300);
    const fresh = Array.from({ length: 700 }, (_, index) => market({ id: `new${index}` }));
    const bad = markets(300, { bestBid: null });
    // Two chunks of 400 hold 150 known markets each.
    const run = await test.read([...bad.slice(0, 150), ...fresh.slice(0, 250), ...bad.slice(150), ...fresh.slice(250)]);
    assert.equal(run.status, "held");
    assert.equal(test.count("best_bid IS NULL"), 0);
    assert.equal(run.inserted, 250);
  });

  it("stays held however often it is repeated, and is ok as soon as the field returns", async () => {
    const test = await withKnown(250);
    for (let pass = 0; pass < 30; pass++) {
      test.clock.advance(HOUR_MS);
      assert.equal((await test.read(lose(250, 250, { lastPrice: null }))).status, "held");
    }
    assert.equal(test.count("last_price IS NULL"), 0);
    const run = await test.read(markets(250, { lastPrice: 1 }));
    assert.deepEqual([run.status, run.error, run.changed], ["ok", null, 250]);
  });

  it("is taken when the operator says so, and then is what later passes are judged by", async () => {
    const test = await withKnown(250);
    test.script.full = [page(markets(250, { bestBid: null, bestAsk: null }))];
    assert.equal((await test.pass(["polymarket"])).status, "held", "accepted for another platform only");
    assert.equal((await test.pass(["kalshi"])).status, "ok");
    assert.equal(test.count("best_bid IS NULL"), 250);
    assert.equal((await test.pass()).status, "ok");
  });
});

describe("no loss is seen", () => {
  it("among fewer than 20 known markets", async () => {
    const test = await withKnown(19);
    assert.equal((await test.read(markets(19, { bestBid: null }))).status, "ok");
  });

  it("in books of fewer than 200 known markets that changed or soon close", async () => {
    const test = await withKnown(250);
    test.script.active = [page(markets(199, { bestBid: null }))];
    test.clock.advance(5 * MINUTE_MS);
    await test.tick();
    assert.equal(test.value("SELECT status FROM ingest_runs WHERE kind = 'active'"), "ok");
    assert.equal(test.value("SELECT count(*) FROM market_quotes WHERE best_bid IS NULL"), 199);
  });

  it("among markets that are new", async () => {
    const test = await withKnown(19);
    const fresh = Array.from({ length: 500 }, (_, index) => market({ id: `new${index}`, bestBid: null }));
    assert.equal((await test.read([...fresh, ...markets(19)])).status, "ok");
  });

  it("among markets that the listing says are closed, or that were closed", async () => {
    const closed = { status: "closed", bestBid: null, bestAsk: null, volume: 0 } as const;
    const test = await withKnown(300);
    assert.equal((await test.read(lose(300, 120, closed))).status, "ok");
    assert.equal((await test.read(lose(300, 120, { bestBid: null, bestAsk: null }))).status, "ok");
  });

  it("in 24-hour volume, which falls to nothing on quiet days", async () => {
    const test = await withKnown(300);
    assert.equal((await test.read(markets(300, { volume24h: 0 }))).status, "ok");
  });

  it("in a field that fewer than a tenth of the markets had", async () => {
    const test = await openListed(page(lose(300, 271, { bestBid: null })));
    assert.equal((await test.read(markets(300, { bestBid: null }))).status, "ok");
  });

  it("but is in a field that a tenth of them had", async () => {
    const test = await openListed(page(lose(300, 270, { bestBid: null })));
    assert.equal(
      (await test.read(markets(300, { bestBid: null }))).error,
      "drift_best_bid (gone from 30 of 30 known markets)",
    );
  });

  it("in recent resolutions, where books are empty", async () => {
    const ended = markets(300).map(({ id }) => resolvedMarket({ id, bestBid: null, bestAsk: null, closesAt: null }));
    const test = await openListed(page(markets(300)), { resolved: [] });
    test.script.resolved = [page(ended)];
    await test.pass();
    assert.equal(test.count("outcome = 'yes'"), 300);
    assert.equal(test.value("SELECT count(*) FROM ingest_runs WHERE status <> 'ok'"), 0);
  });
});
