import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { applyRetention } from "../../../src/writer/maintenance/maintenance.ts";
import {
  DAY_MS,
  event,
  HOUR_MS,
  MINUTE_MS,
  market,
  markets,
  page,
  resolvedMarket,
  START,
} from "../../support/store/builders.ts";
import { POINTS } from "../../support/store/points.ts";
import {
  type Answer,
  DAILY,
  openListed,
  openTestWriter,
  type Script,
  type TestWriter,
} from "../../support/store/writer.ts";
import {
  DAY,
  EVENT,
  game,
  openKalshiWriter,
  type SettledKalshi,
  settled,
} from "../../support/upstream/settled-kalshi.ts";

type Asked = TestWriter & { script: Script };
const UNSETTLED = { status: "closed", outcome: "unknown" } as const;

/** A platform that has just lost a market, or `gone` of them, and did not know them by id; full passes are rare. */
async function withMissing(byId: Script["byId"], gone = 1): Promise<Asked> {
  const all = markets(2 * gone, { closesAt: null });
  const script: Script = { full: [page(all)], ...(byId === undefined ? {} : { byId: () => [] }) };
  const test = openTestWriter({ scripts: { kalshi: script }, passes: DAILY });
  await test.tick();
  script.full = [page(all.slice(gone))];
  await test.pass();
  if (gone > 20) await test.pass();
  assert.equal(test.value("SELECT count(*) FROM markets WHERE missing_since IS NOT NULL"), gone);
  test.asked.length = 0;
  if (byId !== undefined) script.byId = byId;
  return { ...test, script };
}

const askings = ({ asked }: TestWriter): string[] => asked.filter((name) => name.includes("byId"));
const checks = ({ rows }: TestWriter): unknown[] => rows("SELECT due_at, attempts FROM outcome_checks");
const answerOf = (record: Parameters<typeof market>[0]) => (): Answer[] => [page([market(record)])];

describe("the outcome of a market that left its listing", () => {
  it("is asked for after 10 minutes, 1 hour, 6 hours, 1 day, then daily, and given up after 60 days", async () => {
    const test = await withMissing(answerOf({ id: "m1", ...UNSETTLED }));
    const waits = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, DAY_MS, DAY_MS];
    for (const [attempt, wait] of waits.entries()) {
      await test.later(wait - 1);
      assert.equal(askings(test).length, attempt, `not before ${wait} ms`);
      await test.later(1);
      assert.equal(askings(test).length, attempt + 1, `after ${wait} ms`);
    }
    let days = 0;
    for (; checks(test).length > 0; days++) {
      await test.later(DAY_MS);
    }
    const goneForMs = test.clock.now() - START;
    assert.ok(goneForMs > 60 * DAY_MS && goneForMs < 61.5 * DAY_MS, `given up after ${goneForMs / DAY_MS} days`);
    assert.equal(askings(test).length, waits.length + days);
    await test.later(DAY_MS);
    assert.equal(askings(test).length, waits.length + days, "nobody asks any more");
  });

  it("settles the market once the platform says it", async () => {
    const test = await withMissing(() => [page([resolvedMarket({ id: "m1", volume: 130_000 })])]);
    const volumeBefore = Number(test.value("SELECT sum(volume) FROM daily_volumes"));
    await test.later(10 * MINUTE_MS);
    assert.deepEqual(askings(test), ["kalshi byId m1"]);
    assert.deepEqual(
      test.rows(
        "SELECT status, outcome, settlement_price, volume, missing_since FROM markets JOIN market_quotes USING (market_key) WHERE id = 'm1'",
      ),
      [["closed", "yes", 1_000_000, 130_000, START]],
    );
    assert.deepEqual(checks(test), []);
    assert.equal(
      test.value("SELECT sum(volume) FROM daily_volumes"),
      volumeBefore + 30_000,
      "the last trades count too",
    );
    assert.equal(test.value(`SELECT count(*) FROM (${POINTS})`), 3);
  });

  it("closes no market that the answer calls open: only its listing reopens it", async () => {
    const test = await withMissing(answerOf({ id: "m1", yesPrice: 1 }));
    await test.later(10 * MINUTE_MS);
    assert.deepEqual(
      test.rows("SELECT status, yes_price FROM markets JOIN market_quotes USING (market_key) WHERE id = 'm1'"),
      [["closed", 400_000]],
    );
    assert.deepEqual(checks(test), [[START + 70 * MINUTE_MS, 1]]);
  });

  it("is asked for again where the answer lacks the market", async () => {
    const test = await withMissing(() => []);
    await test.later(10 * MINUTE_MS);
    assert.deepEqual(checks(test), [[START + 70 * MINUTE_MS, 1]]);
  });

  it("takes nothing from an answer but what was asked for", async () => {
    const test = await withMissing(() => [page([resolvedMarket({ id: "m2" }), resolvedMarket({ id: "z" })])]);
    await test.later(10 * MINUTE_MS);
    assert.deepEqual(test.rows("SELECT id, status, outcome FROM markets"), [
      ["m1", "closed", "unknown"],
      ["m2", "open", null],
    ]);
  });

  it("is asked for ten minutes later after a failure, which counts as no asking", async () => {
    const test = await withMissing(() => [new UpstreamError("http_500", "stand.in")]);
    for (let failure = 1; failure <= 3; failure++) {
      await test.later(10 * MINUTE_MS);
      assert.deepEqual(checks(test), [[START + (failure + 1) * 10 * MINUTE_MS, 0]]);
    }
    assert.equal(test.logged.length, 3);
    assert.equal(test.logged[0]?.reason, "http_500 from stand.in");
    test.script.byId = answerOf({ id: "m1", ...UNSETTLED });
    await test.later(10 * MINUTE_MS);
    assert.deepEqual(checks(test), [[START + 100 * MINUTE_MS, 1]]);
  });

  it("is not asked for where the platform cannot say; it is scheduled all the same, and ends", async () => {
    const test = await withMissing(undefined);
    await test.later(10 * MINUTE_MS);
    assert.deepEqual(askings(test), []);
    assert.equal(checks(test).length, 1);
    test.clock.advance(60 * DAY_MS);
    await applyRetention(test.writer.writing, test.clock, {
      retentionCron: "0 0 * * *",
      rawHistoryDays: 31,
      hourlyHistoryDays: 365,
    });
    assert.deepEqual(checks(test), []);
  });

  it("is asked for in batches, those due first before the others", async () => {
    const test = await withMissing((ids) => [page(ids.map((id) => resolvedMarket({ id })))], 50);
    test.clock.advance(10 * MINUTE_MS);
    for (const left of [30, 10, 0]) {
      await test.tick();
      assert.equal(checks(test).length, left);
    }
    assert.deepEqual(
      askings(test).map((name) => name.split(",").length),
      [20, 20, 10],
    );
  });
});

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
    test.clock.advance(10 * MINUTE_MS - 1);
    await test.afterPasses();
    assert.deepEqual(test.lookedUp(), [first], "a platform in trouble is left alone");
    test.clock.advance(1);
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

const TITLE = "Will the Orion ferry reach Malta in 2027?";

const ferry = (id: string, title: string, description: string | null) =>
  market({ id, title, eventId: id, description, closesAt: START + 40 * DAY_MS, createdAt: START - DAY_MS });

const listing = (...records: readonly ReturnType<typeof ferry>[]) =>
  page(
    records,
    records.map(({ id, title }) => event({ id, title })),
  );

const CARRIES = "Resolves YES if the Orion ferry carries paying passengers to Malta before Jan 1, 2028.";
const ANNOUNCED =
  "Resolves YES if the Orion ferry announces a line to Malta before Jan 1, 2028. It need not carry passengers.";

/** A platform without rules in its listing, beside one that has them. */
async function openFerries(byId: (ids: readonly string[]) => readonly Answer[]) {
  const manifold: Script = {
    full: [listing(ferry("m1", TITLE, null), ferry("m2", "Will it snow in Oslo in 2027?", null))],
    byId,
    hasRulesInListing: false,
  };
  const kalshi: Script = { full: [listing(ferry("k1", TITLE, CARRIES))] };
  const test = openTestWriter({
    scripts: { kalshi, manifold },
    passes: DAILY,
  });
  const askings = () => test.asked.filter((name) => name.includes("byId"));
  const turn = async (): Promise<void> => {
    await test.tick();
    await test.writer.matcher.runDue();
  };
  await turn();
  return { test, manifold, askings, turn };
}

describe("rules that only a single market's page has", () => {
  it("are asked for once, of markets that may match, and decide", async () => {
    const { test, askings, turn } = await openFerries(() => [listing(ferry("m1", TITLE, ANNOUNCED))]);
    assert.equal(test.value("SELECT count(*) FROM matches"), 1, "their titles match");
    await turn();
    assert.deepEqual(askings(), ["manifold byId m1"]);
    assert.equal(test.value("SELECT count(*) FROM matches"), 0);
    assert.equal(test.value("SELECT veto FROM near_misses"), "predicate");
    assert.match(
      String(test.value("SELECT reasons ->> 0 FROM near_misses")),
      /“.*Orion ferry.*” against “It need not carry passengers.”/,
    );
    await turn();
    assert.equal(askings().length, 1);
  });

  it("are not asked for again where there are none, or the platform does not know the market", async () => {
    for (const answer of [[listing(ferry("m1", TITLE, null))], [listing()]]) {
      const { test, manifold, askings, turn } = await openFerries(() => answer);
      await turn();
      await turn();
      assert.equal(askings().length, 1);
      assert.equal(test.value("SELECT count(*) FROM matches"), 1);
      test.clock.advance(DAY_MS);
      manifold.full = [listing(ferry("m1", TITLE, ANNOUNCED))];
      await test.writer.runOnce(new Set());
      assert.deepEqual(test.rows("SELECT description, changed_at FROM market_descriptions WHERE description <> ''"), [
        [CARRIES, null],
        [ANNOUNCED, null],
      ]);
    }
  });

  it("are other rules only where more than their space is", async () => {
    const test = await openListed(page([ferry("k1", TITLE, CARRIES)], [event({ id: "k1", title: TITLE })]));
    const changedAt = async (description: string) => {
      test.clock.advance(MINUTE_MS);
      test.script.full = [listing(ferry("k1", TITLE, description))];
      await test.pass();
      return test.value("SELECT changed_at FROM market_descriptions");
    };
    assert.equal(await changedAt(CARRIES.replaceAll(" ", "\n ")), null);
    assert.equal(await changedAt(ANNOUNCED), test.clock.now());
  });

  it("are asked for later where the platform fails", async () => {
    const { test, askings, turn } = await openFerries(() => [new UpstreamError("unreachable", "manifold.markets")]);
    await turn();
    await turn();
    assert.equal(askings().length, 1);
    test.clock.advance(10 * MINUTE_MS);
    await turn();
    assert.equal(askings().length, 2);
  });
});
