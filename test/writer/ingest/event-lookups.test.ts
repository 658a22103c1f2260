import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Database from "better-sqlite3";
import { listEmbedded, readEmbedded } from "../../../src/embedded.ts";
import { openStore } from "../../../src/store/open.ts";
import { START } from "../../support/store/builders.ts";
import { temporaryFile } from "../../support/store/writer.ts";
import { DAY, EVENT, game, openKalshiWriter, settled } from "../../support/upstream/settled-kalshi.ts";

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
