import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { HOUR_MS, MINUTE_MS, market, markets, page, resolvedMarket } from "../../support/store/builders.ts";
import { openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

type Change = Partial<MarketRecord>;

/** A platform of `count` markets, read once; `next` is what it says of the first `changed` of them from then on. */
async function withKnown(count: number, stored: Change = {}): Promise<TestWriter & { script: Script }> {
  const script: Script = { full: [page(markets(count, stored))] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  assert.equal((await test.pass()).status, "ok");
  return { ...test, script };
}

const lose = (count: number, lost: number, change: Change, stored: Change = {}): MarketRecord[] =>
  markets(count, stored).map((record, index) => (index < lost ? { ...record, ...change } : record));

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
      const before = test.rows("SELECT * FROM markets JOIN market_quotes USING (market_key)");
      test.clock.advance(MINUTE_MS);
      test.script.full = [page(lose(200, 101, change))];
      const run = await test.pass();
      assert.equal(run.status, "held");
      assert.equal(run.error, `drift_${name} (gone from 101 of 200 known markets)`);
      assert.deepEqual([run.markets, run.inserted, run.changed, run.missing], [200, 0, 0, 0]);
      assert.deepEqual(test.rows("SELECT * FROM markets JOIN market_quotes USING (market_key)"), before);
    });
  }

  it("is believed in exactly half of them", async () => {
    const test = await withKnown(200);
    test.script.full = [page(lose(200, 100, { bestBid: null }))];
    assert.equal((await test.pass()).status, "ok");
    assert.equal(
      test.value("SELECT count(*) FROM markets JOIN market_quotes USING (market_key) WHERE best_bid IS NULL"),
      100,
    );
  });

  it("stops the pass before the first bad chunk, and what was good before it stays written", async () => {
    const test = await withKnown(1_200);
    const good = markets(400, { yesPrice: 500_000 });
    const bad = markets(1_200, { yesPrice: 500_000, bestBid: null }).slice(400);
    test.script.full = [page([...good, ...bad])];
    const run = await test.pass();
    assert.deepEqual([run.status, run.changed, run.missing], ["held", 400, 0]);
    assert.equal(run.error, "drift_best_bid (gone from 400 of 400 known markets)");
    assert.equal(
      test.value("SELECT count(*) FROM markets JOIN market_quotes USING (market_key) WHERE yes_price = 500000"),
      400,
    );
    assert.equal(test.value("SELECT count(*) FROM markets WHERE status = 'closed'"), 0);
  });

  it("is noticed across chunks too small to judge alone, before any known market of them is written", async () => {
    const test = await withKnown(300);
    const fresh = Array.from({ length: 700 }, (_, index) => market({ id: `new${index}` }));
    const bad = markets(300, { bestBid: null });
    // Two chunks of 400 hold 150 known markets each.
    test.script.full = [page([...bad.slice(0, 150), ...fresh.slice(0, 250), ...bad.slice(150), ...fresh.slice(250)])];
    const run = await test.pass();
    assert.equal(run.status, "held");
    assert.equal(
      test.value("SELECT count(*) FROM markets JOIN market_quotes USING (market_key) WHERE best_bid IS NULL"),
      0,
    );
    assert.equal(run.inserted, 250);
  });

  it("stays held however often it is repeated, and is ok as soon as the field returns", async () => {
    const test = await withKnown(250);
    for (let pass = 0; pass < 30; pass++) {
      test.clock.advance(HOUR_MS);
      test.script.full = [page(lose(250, 250, { lastPrice: null }))];
      assert.equal((await test.pass()).status, "held");
    }
    assert.equal(
      test.value("SELECT count(*) FROM markets JOIN market_quotes USING (market_key) WHERE last_price IS NULL"),
      0,
    );
    test.script.full = [page(markets(250, { lastPrice: 1 }))];
    const run = await test.pass();
    assert.deepEqual([run.status, run.error, run.changed], ["ok", null, 250]);
  });

  it("is taken when the operator says so, and then is what later passes are judged by", async () => {
    const test = await withKnown(250);
    test.script.full = [page(markets(250, { bestBid: null, bestAsk: null }))];
    assert.equal((await test.pass(["polymarket"])).status, "held", "accepted for another platform only");
    assert.equal((await test.pass(["kalshi"])).status, "ok");
    assert.equal(
      test.value("SELECT count(*) FROM markets JOIN market_quotes USING (market_key) WHERE best_bid IS NULL"),
      250,
    );
    assert.equal((await test.pass()).status, "ok");
  });
});

describe("no loss is seen", () => {
  it("among fewer than 200 known markets", async () => {
    const test = await withKnown(199);
    test.script.full = [page(markets(199, { bestBid: null }))];
    assert.equal((await test.pass()).status, "ok");
  });

  it("among markets that are new", async () => {
    const test = await withKnown(199);
    const fresh = Array.from({ length: 500 }, (_, index) => market({ id: `new${index}`, bestBid: null }));
    test.script.full = [page([...fresh, ...markets(199)])];
    assert.equal((await test.pass()).status, "ok");
  });

  it("among markets that the listing says are closed, or that were closed", async () => {
    const closed = { status: "closed", bestBid: null, bestAsk: null, volume: 0 } as const;
    const test = await withKnown(300);
    test.script.full = [page(lose(300, 120, closed))];
    assert.equal((await test.pass()).status, "ok");
    test.script.full = [page(lose(300, 120, { bestBid: null, bestAsk: null }))];
    assert.equal((await test.pass()).status, "ok");
  });

  it("in 24-hour volume, which falls to nothing on quiet days", async () => {
    const test = await withKnown(300);
    test.script.full = [page(markets(300, { volume24h: 0 }))];
    assert.equal((await test.pass()).status, "ok");
  });

  it("in a field that fewer than a tenth of the markets had", async () => {
    const script: Script = { full: [page(lose(300, 271, { bestBid: null }))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    script.full = [page(markets(300, { bestBid: null }))];
    assert.equal((await test.pass()).status, "ok");
  });

  it("but is in a field that a tenth of them had", async () => {
    const script: Script = { full: [page(lose(300, 270, { bestBid: null }))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    script.full = [page(markets(300, { bestBid: null }))];
    assert.equal((await test.pass()).error, "drift_best_bid (gone from 30 of 30 known markets)");
  });

  it("in recent resolutions, where books are empty", async () => {
    const ended = markets(300).map(({ id }) => resolvedMarket({ id, bestBid: null, bestAsk: null, closesAt: null }));
    const script: Script = { full: [page(markets(300))], resolved: [] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    script.resolved = [page(ended)];
    await test.pass();
    assert.equal(test.value("SELECT count(*) FROM markets WHERE outcome = 'yes'"), 300);
    assert.equal(test.value("SELECT count(*) FROM ingest_runs WHERE status <> 'ok'"), 0);
  });
});
