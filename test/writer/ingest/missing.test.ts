import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { closePassed } from "../../../src/writer/maintenance/maintenance.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, market, markets, page, START } from "../../support/store/builders.ts";
import { type Answer, openListed, openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

const withListing = (records: readonly MarketRecord[], byId?: Script["byId"]) =>
  openListed(page(records), byId === undefined ? {} : { byId });

/** Answers for every id with a market of that status. */
const answering =
  (status: "open" | "closed", except: readonly string[] = []) =>
  (ids: readonly string[]): Answer[] => [
    page(ids.map((id) => market({ id, status: except.includes(id) ? "open" : status, outcome: null }))),
  ];

const closed = ({ value }: TestWriter): unknown => value("SELECT count(*) FROM markets WHERE status = 'closed'");

describe("a market that leaves the open listing", () => {
  it("is closed at once, and its outcome is asked for ten minutes later", async () => {
    const test = await withListing(markets(5));
    test.clock.advance(HOUR_MS);
    const run = await test.read(markets(4));
    assert.deepEqual([run.status, run.missing], ["ok", 1]);
    assert.deepEqual(test.markets("status, outcome, missing_since, updated_at", "WHERE id = 'm5'"), [
      ["closed", "unknown", START + HOUR_MS, START + HOUR_MS],
    ]);
    assert.deepEqual(test.rows("SELECT due_at, attempts FROM outcome_checks"), [[START + HOUR_MS + 10 * MINUTE_MS, 0]]);
    assert.deepEqual(test.rows("SELECT market_count, volume FROM events JOIN event_totals USING (event_key)"), [
      [5, 500_000],
    ]);
    assert.deepEqual(test.rows("SELECT status, sum(markets) FROM market_counts GROUP BY 1 ORDER BY 1"), [
      ["closed", 1],
      ["open", 4],
    ]);
  });

  it("is reopened when it returns, and no longer asked for", async () => {
    const test = await withListing(markets(5));
    await test.read(markets(4));
    await test.read(markets(5));
    assert.equal(closed(test), 0);
    assert.equal(test.count("missing_since IS NOT NULL OR outcome IS NOT NULL"), 0);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
  });

  it("is not dated anew when it had closed before, since nothing that is published changes", async () => {
    const test = await withListing([market({ id: "a", closesAt: START + 1 }), ...markets(4)]);
    test.clock.advance(1);
    await closePassed(test.writer.writing, test.clock);
    test.clock.advance(HOUR_MS);
    assert.equal((await test.read(markets(4))).missing, 1);
    assert.deepEqual(test.markets("updated_at, missing_since", "WHERE id = 'a'"), [[START + 1, START + 1 + HOUR_MS]]);
  });

  it("stays open when the pass did not come to its end", async () => {
    const test = await withListing(markets(5));
    test.script.full = [page(markets(4)), new UpstreamError("http_503", "stand.in")];
    const run = await test.pass();
    assert.deepEqual([run.status, run.error, run.missing], ["failed", "http_503", 0]);
    assert.equal(closed(test), 0);
  });

  it("stays open in an active pass, which shows only a part", async () => {
    const test = await openListed(page(markets(5)), { active: [page(markets(1))] });
    test.clock.advance(301_000);
    await test.tick();
    assert.equal(test.asked.at(-1), "kalshi active");
    assert.equal(closed(test), 0);
  });
});

describe("a listing that is empty or lost more than half", () => {
  it("is believed when it lost exactly half", async () => {
    const test = await withListing(markets(10));
    assert.deepEqual([(await test.read(markets(5))).status, closed(test)], ["ok", 5]);
  });

  for (const left of [0, 4]) {
    it(`is held with ${left} of 10 left: what it has is written, nothing is closed`, async () => {
      const test = await withListing(markets(10), answering("closed"));
      const run = await test.read(markets(left, { yesPrice: 1 }));
      assert.deepEqual([run.status, run.missing, run.changed], ["held", 0, left]);
      assert.equal(run.error, `listing_shrank (${10 - left} of 10 markets gone)`);
      assert.equal(closed(test), 0);
    });
  }

  it("is believed after an hour, when 20 of the missing markets asked by id are closed", async () => {
    const test = await withListing(markets(100), answering("closed"));
    await test.read(markets(10));
    test.clock.advance(HOUR_MS - 1);
    assert.equal((await test.pass()).status, "held");
    assert.equal(test.asked.filter((name) => name.includes("byId")).length, 0, "nobody is asked before the hour");
    test.clock.advance(1);
    const run = await test.pass();
    assert.deepEqual([run.status, run.missing], ["ok", 90]);
    const [asking] = test.asked.filter((name) => name.includes("byId"));
    const ids = asking?.split(" ")[2]?.split(",") ?? [];
    assert.equal(new Set(ids).size, 20);
    assert.ok(ids.includes("m11") && ids.some((id) => Number(id.slice(1)) > 80), "taken from all over");
  });

  it("stays held while one of those is still open", async () => {
    const test = await withListing(markets(30), answering("closed", ["m7"]));
    test.script.full = [page([])];
    for (let pass = 0; pass < 5; pass++) {
      assert.equal((await test.pass()).status, "held");
      test.clock.advance(HOUR_MS);
    }
    assert.equal(closed(test), 0);
    test.script.byId = answering("closed");
    assert.equal((await test.pass()).missing, 30);
  });

  it("stays held while the platform does not know one of them", async () => {
    const test = await withListing(markets(3), (ids) => [
      page(ids.slice(1).map((id) => market({ id, status: "closed" }))),
    ]);
    await test.read([]);
    test.clock.advance(HOUR_MS);
    assert.equal((await test.pass()).status, "held");
  });

  it("fails the pass when the platform cannot be asked, and leaves the hour running", async () => {
    const test = await withListing(markets(3), () => [new UpstreamError("timeout", "stand.in")]);
    await test.read([]);
    test.clock.advance(HOUR_MS);
    assert.equal((await test.pass()).error, "timed out");
    test.script.byId = answering("closed");
    assert.equal((await test.pass()).missing, 3, "the failure in between says nothing about the listing");
  });

  it("is not believed any sooner for another reason to hold the platform before", async () => {
    const test = await withListing(markets(200), answering("closed"));
    assert.equal((await test.read(markets(200, { bestBid: null }))).status, "held");
    test.clock.advance(HOUR_MS);
    assert.equal((await test.read([])).status, "held");
    assert.equal(closed(test), 0);
  });

  it("starts its hour again after a pass that was whole", async () => {
    const test = await withListing(markets(3), answering("closed"));
    const passes = [[], markets(3), []];
    for (const records of passes) {
      await test.read(records);
      test.clock.advance(HOUR_MS - 1);
    }
    assert.equal((await test.pass()).status, "held");
  });

  it("is believed after 24 hours where the platform cannot be asked by id", async () => {
    const test = await withListing(markets(3));
    await test.read([]);
    test.clock.advance(DAY_MS - 1);
    assert.equal((await test.pass()).status, "held");
    test.clock.advance(1);
    assert.deepEqual([(await test.pass()).status, closed(test)], ["ok", 3]);
  });

  it("is believed at once when the operator says so", async () => {
    const test = await withListing(markets(3));
    test.script.full = [page([])];
    assert.equal((await test.pass(["kalshi"])).missing, 3);
  });

  it("is remembered over a restart", async () => {
    const first = await withListing(markets(3), answering("closed"));
    first.script.full = [page([])];
    await first.pass();
    await first.writer.close();
    const { file, clock, script } = first;
    clock.advance(HOUR_MS);
    const second = openTestWriter({ file, clock, scripts: { kalshi: script } });
    assert.deepEqual([(await second.pass()).status, closed(second)], ["ok", 3]);
  });
});
