import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openStore } from "../../../src/store/open.ts";
import { START } from "../../support/store/builders.ts";
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
