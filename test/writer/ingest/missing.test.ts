import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import type { Listing, Rejection } from "../../../src/sources/source.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { closePassed } from "../../../src/writer/maintenance/maintenance.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  market,
  markets,
  page,
  resolvedMarket,
  START,
} from "../../support/store/builders.ts";
import { type Answer, openListed, openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

const withListing = (records: readonly MarketRecord[], byId?: Script["byId"]) =>
  openListed(page(records), byId === undefined ? {} : { byId });

/** Answers for every id with a market of that status. */
const answering =
  (status: "open" | "closed", except: readonly string[] = []) =>
  (ids: readonly string[]): Answer[] => [
    page(ids.map((id) => market({ id, status: except.includes(id) ? "open" : status, outcome: null }))),
  ];

const rejected = (id: string, reason: Rejection["reason"]): Rejection => ({ id, reason });

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
    await test.later(301_000);
    assert.equal(test.asked.at(-1), "kalshi active");
    assert.equal(closed(test), 0);
  });
});

describe("a market that the listing lacks and the platform knows by its id", () => {
  const openOf = ({ rows }: TestWriter) => rows("SELECT id FROM markets WHERE status = 'open' ORDER BY id").flat();

  it("stays open, with the price it has now, while the platform calls it open", async () => {
    const test = await withListing(markets(5), (ids) => [page(ids.map((id) => market({ id, yesPrice: 700_000 })))]);
    for (let pass = 0; pass < 3; pass++) {
      const run = await test.read(markets(4));
      assert.deepEqual([run.status, run.error, run.missing, closed(test)], ["ok", null, 0, 0]);
    }
    assert.deepEqual(test.markets("yes_price, missing_since", "WHERE id = 'm5'"), [[700_000, null]]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
  });

  it("closes in the same pass with the outcome that the platform says", async () => {
    const test = await withListing(markets(50), (ids) => [page(ids.map((id) => resolvedMarket({ id })))]);
    const run = await test.read(markets(25));
    assert.deepEqual([run.status, run.missing, closed(test)], ["ok", 25, 25]);
    assert.equal(test.count(`outcome = 'yes' AND missing_since = ${START}`), 25);
    assert.deepEqual(
      test.asked.filter((name) => name.includes("byId")).map((name) => name.split(",").length),
      [25],
    );
    assert.equal((await test.pass()).missing, 0);
  });

  it("is told apart from those that the platform closed or does not know", async () => {
    const byId: Script["byId"] = (ids) => [
      page(ids.filter((id) => id !== "m9").map((id) => market({ id, status: id === "m8" ? "closed" : "open" }))),
    ];
    const test = await withListing(markets(10), byId);
    assert.equal((await test.read(markets(6))).missing, 2);
    assert.deepEqual(openOf(test), ["m1", "m10", "m2", "m3", "m4", "m5", "m6", "m7"]);
  });

  it("stays open when the answer cannot be read, and closes when the platform has taken it away", async () => {
    const test = await withListing(markets(5), () => [
      { ...page([]), rejected: [rejected("m4", "malformed"), rejected("m5", "archived")] },
    ]);
    assert.equal((await test.read(markets(3))).missing, 1);
    assert.deepEqual(openOf(test), ["m1", "m2", "m3", "m4"]);
  });

  it("stays open when the platform cannot be asked, which the status says, and is asked for by the next pass", async () => {
    const test = await withListing(markets(5), () => [new UpstreamError("http_503", "stand.in")]);
    const run = await test.read(markets(4));
    assert.deepEqual([run.status, closed(test)], ["ok", 0]);
    assert.equal(run.error, "1 missing markets could not be asked for (http_503)");
    test.script.byId = answering("closed");
    assert.deepEqual([(await test.pass()).error, closed(test)], [null, 1]);
  });

  it("stays open, and the pass is none, where the service stops while it asks", async () => {
    const test = await withListing(markets(5), () => [new UpstreamError("aborted", "stand.in")]);
    const run = await test.read(markets(4));
    assert.deepEqual([run.status, run.error, closed(test)], ["failed", "stopped", 0]);
  });

  it("holds the pass where many cannot be asked for, however often", async () => {
    const test = await withListing(markets(100), () => [new UpstreamError("http_503", "stand.in")]);
    for (let pass = 0; pass < 3; pass++) {
      const run = await test.read(markets(70));
      assert.deepEqual([run.status, run.error], ["held", "listing_shrank (30 of 100 markets gone)"]);
    }
    assert.equal(closed(test), 0);
  });

  it("is asked for no longer in a pass once two requests have failed", async () => {
    const test = await withListing(markets(9_000), () => [new UpstreamError("http_503", "stand.in")]);
    const run = await test.read(markets(8_740));
    assert.equal(run.error, "260 missing markets could not be asked for (http_503)");
    assert.equal(test.asked.filter((name) => name.includes("byId")).length, 2, "of three requests");
  });

  it("is asked for no longer in a pass after 200 requests", async () => {
    const test = await withListing(markets(800), (ids) => ids.map((id) => page([market({ id })])));
    await test.read(markets(500));
    assert.equal(test.asked.filter((name) => name.includes("byId")).length, 200, "a page each");
  });

  it("comes after those that were not answered for in the pass before", async () => {
    const askings: (readonly string[])[] = [];
    const test = await withListing(markets(600), (ids) => {
      askings.push(ids);
      return askings.length === 1 ? answering("open")(ids) : [new UpstreamError("http_503", "stand.in")];
    });
    await test.read(markets(340));
    const [answered = [], ...failed] = askings.splice(0);
    assert.deepEqual([answered.length, failed.length], [100, 2]);
    await test.read(markets(340));
    assert.equal(
      askings[0]?.some((id) => answered.includes(id)),
      false,
    );
  });

  it("is not asked for when the listing itself takes it away", async () => {
    const test = await withListing(markets(5), answering("open"));
    test.script.full = [{ ...page(markets(4)), rejected: [rejected("m5", "archived")] }];
    assert.equal((await test.pass()).missing, 1);
    assert.equal(test.asked.filter((name) => name.includes("byId")).length, 0);
  });
});

describe("a market that came and could not be read", () => {
  /** Thirty events of three markets; those from `readable` on cannot be read. */
  const listing = (readable: number, by: "event" | "market"): Listing => {
    const all = Array.from({ length: 90 }, (_, index) =>
      market({ id: `m${index}`, eventId: `e${Math.floor(index / 3)}` }),
    );
    const isRead = ({ eventId }: MarketRecord): boolean => Number(eventId.slice(1)) < readable;
    const ids = all.filter((one) => !isRead(one)).map((one) => (by === "event" ? one.eventId : one.id));
    return { ...page(all.filter(isRead)), rejected: [...new Set(ids)].map((id) => rejected(id, "malformed")) };
  };

  for (const by of ["event", "market"] as const) {
    it(`stays open, and the pass is held where there are many, rejected by ${by}`, async () => {
      const test = await openListed(listing(30, by), { byId: answering("closed") });
      test.script.full = [listing(18, by)];
      for (let pass = 0; pass < 3; pass++) {
        const run = await test.pass();
        assert.deepEqual([run.status, run.error], ["held", "listing_unreadable (36 of 90 markets)"]);
      }
      assert.deepEqual([closed(test), test.asked.filter((name) => name.includes("byId")).length], [0, 0]);
      test.script.full = [listing(24, by)];
      assert.deepEqual([(await test.pass()).status, closed(test)], ["ok", 0], "few are no reason");
    });
  }

  it("closes when the operator says that the platform is right", async () => {
    const test = await openListed(listing(30, "event"));
    test.script.full = [listing(18, "event")];
    assert.deepEqual([(await test.pass(["kalshi"])).missing, closed(test)], [36, 36]);
  });
});

describe("a listing that lost more than 3% and 20 markets of a platform that cannot be asked", () => {
  it("waits for a second pass", async () => {
    const test = await withListing(markets(100));
    const run = await test.read(markets(79));
    assert.deepEqual([run.status, run.error, closed(test)], ["held", "listing_shrank (21 of 100 markets gone)", 0]);
    assert.deepEqual([(await test.pass()).missing, closed(test)], [21, 21]);
  });

  it("is believed at once where it lost 20, or 3% of many", async () => {
    const few = await withListing(markets(100));
    assert.equal((await few.read(markets(80))).missing, 20);
    const many = await withListing(markets(1000));
    assert.equal((await many.read(markets(970))).missing, 30);
    assert.deepEqual([(await many.read(markets(945))).status, closed(many)], ["ok", 55]);
    assert.equal((await many.read(markets(900))).status, "held");
  });

  it("closes nothing that only one of two passes lacked", async () => {
    const all = markets(100);
    const test = await withListing(all);
    for (const listed of [all.slice(30), all.slice(0, 70), all.slice(30), all.slice(0, 70)]) {
      assert.equal((await test.read(listed)).status, "held");
    }
    assert.equal(closed(test), 0);
    assert.deepEqual([(await test.read(all)).status, closed(test)], ["ok", 0]);
  });

  it("waits over a restart", async () => {
    const first = await withListing(markets(100));
    await first.read(markets(70));
    await first.writer.close();
    const { file, clock, script } = first;
    const second = openTestWriter({ file, clock, scripts: { kalshi: script } });
    assert.deepEqual([(await second.pass()).missing, closed(second)], [30, 30]);
  });
});

describe("a listing that is empty or lost more than half", () => {
  it("is judged market by market when it lost exactly half", async () => {
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
