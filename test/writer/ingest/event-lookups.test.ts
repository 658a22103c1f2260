import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Database from "better-sqlite3";
import { listEmbedded, readEmbedded } from "../../../src/embedded.ts";
import { openKalshi } from "../../../src/sources/kalshi/kalshi.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { openStore } from "../../../src/store/open.ts";
import { HOUR_MS, MINUTE_MS, START } from "../../support/store/builders.ts";
import { openTestWriter, temporaryFile } from "../../support/store/writer.ts";
import { scriptedFetcher } from "../../support/upstream/scripted-fetcher.ts";

const DAY = "26NOV03";
const EVENT = `KXGAME-${DAY}CHIMIA`;

const settled = (label: string, event = EVENT) => ({
  ticker: `${event}-${label}`,
  event_ticker: event,
  market_type: "binary",
  title: `${label} wins`,
  yes_sub_title: label,
  status: "finalized",
  result: label === "Miami" ? "yes" : "no",
  last_price_dollars: "0.5000",
  volume_fp: "100.00",
  close_time: "2026-11-04T03:00:00Z",
  settlement_ts: "2026-11-04T04:00:00Z",
});

const game = (id = EVENT, more: object = {}) => ({
  event_ticker: id,
  series_ticker: "KXGAMES",
  title: "Chicago at Miami",
  sub_title: "CHI at MIA (Nov 3)",
  category: "Sports",
  mutually_exclusive: true,
  markets: [settled("Chicago", id), settled("Miami", id)],
  ...more,
});

interface Platform {
  readonly settled: unknown[];
  /** By ticker; an error is thrown. */
  readonly events: Map<string, unknown>;
  /** Markets that only the historical listing has. */
  readonly historical: unknown[];
  /** Pages of the listing of settled events. */
  readonly settledEvents: unknown[][];
}

/** A writer that reads Kalshi, which lists nothing as open. */
function openKalshiWriter(given: Partial<Platform> = {}, file?: string) {
  const platform: Platform = {
    settled: [settled("Chicago"), settled("Miami")],
    events: new Map([[EVENT, game()]]),
    historical: [],
    settledEvents: [],
    ...given,
  };
  const { fetcher, asked } = scriptedFetcher((url) => {
    const [, ticker] = /\/events\/(.+)$/.exec(url.pathname) ?? [];
    if (ticker !== undefined) {
      const event = platform.events.get(ticker) ?? null;
      if (event instanceof Error) throw event;
      return event === null ? null : { event };
    }
    if (url.pathname.endsWith("/historical/markets")) return { markets: platform.historical };
    if (url.pathname.endsWith("/markets")) {
      return { markets: url.searchParams.get("status") === "settled" ? platform.settled : [], cursor: "" };
    }
    if (url.searchParams.get("status") !== "settled") return { events: [], cursor: "" };
    const page = Number(url.searchParams.get("cursor") ?? 0);
    const isLast = page + 1 >= platform.settledEvents.length;
    return { events: platform.settledEvents[page] ?? [], cursor: isLast ? "" : `${page + 1}` };
  });
  const bound = { ...fetcher, until: () => fetcher };
  const source = openKalshi({});
  const cadence = { fullEverySeconds: 86_400, activeEverySeconds: 0 };
  const feed = { source, fetcher: bound, slowFetcher: bound, cadence };
  const test = openTestWriter({ feeds: [feed], ...(file === undefined ? {} : { file }) });
  const lookedUp = (): string[] =>
    asked.flatMap(({ pathname }) => /\/events\/(?<id>.+)$/.exec(pathname)?.groups?.id ?? []);
  /** Runs the passes that are due, and then what waits for them. */
  const afterPasses = async (): Promise<void> => {
    await test.tick();
    await test.tick();
  };
  return { ...test, platform, lookedUp, asked, afterPasses };
}

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

  it("is found by the words of its event from then on, and is counted in its category", async () => {
    const test = openKalshiWriter();
    await test.afterPasses();
    const store = openStore(test.file, undefined);
    const { markets, events } = await store.search.find({
      text: "chicago at miami nov",
      status: "all",
      limit: 10,
      now: START,
    });
    store.close();
    assert.equal(markets.length, 2);
    assert.equal(events.length, 1);
    assert.deepEqual(test.rows("SELECT category, sum(markets) FROM market_counts WHERE markets > 0 GROUP BY 1"), [
      ["sports", 2],
    ]);
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

describe("a database of before events were looked up", () => {
  /** Rows as schema 80 stored them: links to the series, and an event known from its market alone. */
  function makeOld(): string {
    const file = temporaryFile();
    const db = new Database(file);
    const versionOf = (path: string): number => Number(/(\d+)_/.exec(path)?.[1]);
    for (const path of listEmbedded("sql/migrations").filter((one) => versionOf(one) <= 80))
      db.exec(readEmbedded(path));
    db.exec(`INSERT INTO event_rows (event_key, platform, id, title, category, url, tags, is_partial, opened_at, updated_at)
      VALUES (1, 'kalshi', '${EVENT}', 'Chicago wins', 'other', 'https://kalshi.com/markets/kxgame', '[]', 1, 1, 1),
        (2, 'kalshi', 'KXBRIDGE-27', 'Bridge', 'politics', 'https://kalshi.com/markets/kxbridges', '[]', 0, 1, 1),
        (3, 'manifold', 'm', 'Cup', 'sports', 'https://manifold.markets/a/cup', '[]', 0, 1, 1)`);
    const insert = db.prepare(`INSERT INTO market_rows (event_key, platform, id, title, url, category, description_crc,
        status, yes_price, volume, volume_24h, first_seen_at, updated_at, outcome, is_listed)
      SELECT event_key, platform, ?, title, url, category, 0, 'closed', 0, 0, 0, 1, 1, 'no', 1
      FROM event_rows WHERE event_key = ?`);
    for (const [key, id] of [`${EVENT}-Chicago`, "KXBRIDGE-27-MAR", "m.1"].entries()) insert.run(id, key + 1);
    db.pragma("user_version = 80");
    db.pragma(`application_id = ${0x54_4f_54_45}`);
    db.close();
    return file;
  }

  it("has its links led to the events, and the event that is missing looked up", async () => {
    const test = openKalshiWriter({ settled: [] }, makeOld());
    const links = (): unknown[] => test.rows("SELECT url FROM markets ORDER BY market_key").flat();
    const others = ["https://kalshi.com/markets/kxbridges/event/kxbridge-27", "https://manifold.markets/a/cup"];
    assert.deepEqual(links(), [`https://kalshi.com/events/${EVENT}`, ...others]);
    assert.deepEqual(test.rows("SELECT url FROM events ORDER BY event_key").flat(), links());
    await test.afterPasses();
    assert.deepEqual(links(), [PAGE, ...others]);
    assert.equal(test.value("SELECT title FROM markets WHERE market_key = 1"), "Chicago at Miami (Nov 3): Chicago");
  });
});

describe("looking up events", () => {
  const ids = Array.from({ length: 50 }, (_, index) => `KXGAME-${100 + index}`);
  const many = (): Partial<Platform> => ({
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
