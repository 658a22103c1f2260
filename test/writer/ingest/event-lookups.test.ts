import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { HOUR_MS, MINUTE_MS, START } from "../../support/store/builders.ts";
import {
  DAY,
  EVENT,
  game,
  openKalshiWriter,
  type SettledKalshi,
  settled,
} from "../../support/upstream/settled-kalshi.ts";

const TITLES = "SELECT title, category, url FROM markets ORDER BY id";
const PAGE = `https://kalshi.com/markets/kxgames/event/kxgame-${DAY.toLowerCase()}chimia`;

describe("a market that settled before its event was ever listed", () => {
  it("has its event looked up after the passes, and is titled, filed and linked by it", async () => {
    const test = openKalshiWriter();
    await test.tick();
    assert.deepEqual(test.lookedUp(), [], "passes come first");
    assert.deepEqual(test.rows(TITLES), [
      [`${EVENT}: Chicago wins`, "sports", `https://kalshi.com/events/${EVENT}`],
      [`${EVENT}: Miami wins`, "sports", `https://kalshi.com/events/${EVENT}`],
    ]);
    await test.tick();
    assert.deepEqual(test.rows(TITLES), [
      ["Chicago at Miami (Nov 3): Chicago", "sports", PAGE],
      ["Chicago at Miami (Nov 3): Miami", "sports", PAGE],
    ]);
    assert.deepEqual(test.rows("SELECT title, category, url, is_partial, is_exclusive FROM events"), [
      ["Chicago at Miami (Nov 3)", "sports", PAGE, 0, 1],
    ]);
    assert.deepEqual(test.rows("SELECT outcome FROM markets ORDER BY id"), [["no"], ["yes"]]);
    await test.tick();
    assert.deepEqual(test.lookedUp(), [EVENT], "once is enough");
  });

  it("keeps its titles when the resolved listing brings it again", async () => {
    const test = openKalshiWriter();
    await test.pass();
    await test.pass();
    assert.deepEqual(test.rows("SELECT title FROM markets ORDER BY id"), [
      ["Chicago at Miami (Nov 3): Chicago"],
      ["Chicago at Miami (Nov 3): Miami"],
    ]);
    assert.deepEqual(test.lookedUp(), [EVENT]);
  });

  it("is taken from the historical listing where its event comes without it", async () => {
    const test = openKalshiWriter({
      events: new Map([[EVENT, game(EVENT, { markets: [settled("Miami")] })]]),
      historical: [settled("Chicago")],
    });
    await test.pass();
    assert.deepEqual(test.rows("SELECT title FROM markets ORDER BY id"), [
      ["Chicago at Miami (Nov 3): Chicago"],
      ["Chicago at Miami (Nov 3): Miami"],
    ]);
    const last = test.asked.at(-1);
    assert.deepEqual(
      [last?.pathname, last?.searchParams.get("tickers")],
      ["/trade-api/v2/historical/markets", `${EVENT}-Chicago`],
    );
  });

  it("stores no other market of its event", async () => {
    const test = openKalshiWriter({ settled: [settled("Miami")] });
    await test.pass();
    assert.deepEqual(test.rows("SELECT id FROM markets"), [[`${EVENT}-Miami`]]);
  });
});

describe("looking up events", () => {
  const ids = Array.from({ length: 50 }, (_, index) => `KXGAME-${100 + index}`);
  const many = (): Partial<SettledKalshi> => ({
    settled: ids.map((id) => settled("Miami", id)),
    events: new Map(ids.map((id) => [id, game(id)])),
  });

  it("asks for some at a time, the oldest first, until all are known", async () => {
    const test = openKalshiWriter(many());
    await test.tick();
    for (const expected of [20, 40, 50, 50]) {
      await test.tick();
      assert.deepEqual(test.lookedUp(), ids.slice(0, expected));
    }
    assert.equal(test.value("SELECT count(*) FROM events WHERE is_partial = 1"), 0);
  });

  const listingsIn = (asked: readonly URL[]): (string | null)[] =>
    asked
      .filter(({ pathname, searchParams }) => pathname.endsWith("/events") && searchParams.get("status") === "settled")
      .map(({ searchParams }) => searchParams.get("cursor"));

  it("takes many from the listing of settled events, page after page, and only the others one by one", async () => {
    const events = ids.map((id) => game(id));
    const lacking = { ...game("KXGAME-130"), markets: [settled("Chicago", "KXGAME-130")] };
    const test = openKalshiWriter({
      ...many(),
      settledEvents: [
        events.slice(0, 25),
        [...events.slice(25, 30), lacking, ...events.slice(31, 48)],
        [game("KXOTHER")],
      ],
    });
    await test.tick();
    await test.tick();
    assert.deepEqual(listingsIn(test.asked), [null, "1", "2"]);
    assert.deepEqual(test.lookedUp(), ["KXGAME-130", "KXGAME-148", "KXGAME-149"]);
    assert.equal(test.value("SELECT count(*) FROM events WHERE is_partial = 1"), 0);
    assert.equal(test.value("SELECT count(*) FROM events"), 50, "no event that was not asked for");
    assert.deepEqual(test.rows("SELECT DISTINCT title FROM markets"), [["Chicago at Miami (Nov 3): Miami"]]);
  });

  it("stops reading the listing when it has all, and reads none for a few", async () => {
    const events = ids.map((id) => game(id));
    const test = openKalshiWriter({ ...many(), settledEvents: [events, [game("KXOTHER")]] });
    await test.afterPasses();
    assert.deepEqual(listingsIn(test.asked), [null]);
    assert.deepEqual(test.lookedUp(), []);
    const few = openKalshiWriter({ settledEvents: [[game()]] });
    await few.afterPasses();
    assert.deepEqual(listingsIn(few.asked), []);
    assert.deepEqual(few.lookedUp(), [EVENT]);
  });

  it("reads the listing again after an hour at the earliest", async () => {
    const test = openKalshiWriter(many());
    for (const id of ids) test.platform.events.delete(id);
    for (let round = 0; round < 5; round++) await test.tick();
    assert.equal(listingsIn(test.asked).length, 1);
    assert.equal(test.lookedUp().length, 50);
    test.clock.advance(HOUR_MS);
    await test.afterPasses();
    assert.equal(listingsIn(test.asked).length, 2);
  });

  it("asks for one the platform does not know after 1, 2, 4 … hours, and meanwhile for the others", async () => {
    const test = openKalshiWriter(many());
    test.platform.events.delete("KXGAME-100");
    await test.tick();
    for (let round = 0; round < 4; round++) await test.tick();
    assert.equal(test.lookedUp().length, 50);
    let asked = 1;
    for (const hours of [1, 2, 4, 8]) {
      test.clock.advance(hours * HOUR_MS - 1);
      await test.afterPasses();
      assert.equal(test.lookedUp().filter((id) => id === "KXGAME-100").length, asked, `not before ${hours} h`);
      test.clock.advance(1);
      await test.afterPasses();
      assert.equal(test.lookedUp().filter((id) => id === "KXGAME-100").length, ++asked, `after ${hours} h`);
    }
    test.platform.events.set("KXGAME-100", game("KXGAME-100"));
    test.clock.advance(16 * HOUR_MS);
    await test.afterPasses();
    assert.equal(test.value("SELECT count(*) FROM events WHERE is_partial = 1"), 0);
  });

  it("asks for the others first after a failure of one, and for that one less and less often", async () => {
    const test = openKalshiWriter(many());
    const [first = "", second = ""] = ids;
    test.platform.events.set(first, new UpstreamError("http_400", "stand.in"));
    await test.tick();
    await test.tick();
    assert.deepEqual(test.lookedUp(), [first], "it stops at the failure");
    test.clock.advance(10 * MINUTE_MS);
    await test.afterPasses();
    assert.deepEqual(test.lookedUp().slice(1, 3), [second, ids[2]]);
    for (let round = 0; round < 4; round++) {
      test.clock.advance(10 * MINUTE_MS);
      await test.afterPasses();
    }
    assert.equal(test.value("SELECT count(*) FROM events WHERE is_partial = 1"), 1);
  });

  for (const [lookups, hours] of [
    [0, 1],
    [3, 8],
    [12, 30 * 24],
  ] as const) {
    it(`asks for an event that the platform does not know ${hours} hours later after ${lookups} times`, async () => {
      const test = openKalshiWriter();
      test.platform.events.delete(EVENT);
      await test.tick();
      test.db.exec(`UPDATE events SET lookups = ${lookups}, lookup_due_at = 0`);
      await test.afterPasses();
      assert.deepEqual(test.rows("SELECT lookup_due_at, lookups FROM events"), [
        [START + hours * HOUR_MS, lookups + 1],
      ]);
    });
  }

  it("asks again ten minutes after a failure, which it logs", async () => {
    const test = openKalshiWriter();
    test.platform.events.set(EVENT, new UpstreamError("http_500", "stand.in"));
    await test.afterPasses();
    assert.deepEqual(test.rows("SELECT lookup_due_at, lookups FROM events"), [[START + 10 * MINUTE_MS, 1]]);
    assert.equal(test.logged[0]?.reason, "http_500 from stand.in");
    await test.tick();
    assert.equal(test.lookedUp().length, 1);
    test.platform.events.set(EVENT, game());
    test.clock.advance(10 * MINUTE_MS);
    await test.afterPasses();
    assert.equal(test.value("SELECT count(*) FROM events WHERE is_partial = 1"), 0);
  });
});
