import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { EVENT_SORTS, MARKET_SORTS } from "../../../src/store/lists/nouns.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { event, HOUR_MS, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

/** A market as one pass lists it; a price of null takes it out of lists, and one that is not listed is closed. */
const listed = fc.record({
  id: fc.integer({ min: 0, max: 30 }),
  yesPrice: fc.constantFrom(null, 250_000, 500_000, 750_000),
  volume: fc.constantFrom(0, 100, 10_000, 20_000),
  volume24h: fc.constantFrom(0, 5),
});

const passes = fc.array(fc.uniqueArray(listed, { selector: ({ id }) => id, minLength: 15, maxLength: 31 }), {
  minLength: 2,
  maxLength: 5,
});

const CATEGORIES = ["politics", "sports"] as const;

const toPage = (markets: readonly { id: number }[], round: number) =>
  page(
    markets.map(({ id, ...figures }) => market({ id: `m${id}`, eventId: `e${id % 7}`, ...figures })),
    Array.from({ length: 7 }, (_, index) =>
      event({ id: `e${index}`, category: CATEGORIES[(index + Number(round > 2)) % 2] ?? "other" }),
    ),
  );

/** Everything that lists say, in every order. */
function readAll(store: Store): unknown[] {
  const markets = MARKET_SORTS.flatMap((sort) =>
    (["open", "closed", "all"] as const).map((status) =>
      store.markets.list({ status, minVolume: 0, sort, order: "desc", now: START }, { page: 1, size: 200 }),
    ),
  );
  const filtered = CATEGORIES.map((category) =>
    store.markets.list(
      { status: "all", category, minVolume: 100, sort: "price", order: "asc", now: START },
      { page: 1, size: 200 },
    ),
  );
  const events = EVENT_SORTS.map((sort) =>
    store.events.list({ status: "all", sort, order: "desc" }, { page: 1, size: 200 }),
  );
  return [...markets, ...filtered, ...events];
}

describe("lists in memory", () => {
  it("follow what is written: a reader that was there all the time gives what a new one gives", async () => {
    await fc.assert(
      fc.asyncProperty(passes, async (rounds) => {
        const script: Script = { full: [] };
        const test = openTestWriter({ scripts: { kalshi: script } });
        await test.tick();
        const old = openStore(test.file, undefined);
        for (const [round, markets] of rounds.entries()) {
          script.full = [toPage(markets, round)];
          await test.writer.runOnce(new Set(["kalshi"]));
          test.clock.advance(HOUR_MS);
          const young = openStore(test.file, undefined);
          assert.deepEqual(readAll(old), readAll(young));
          young.close();
        }
        old.close();
        await test.writer.close();
      }),
      { numRuns: 15 },
    );
  });

  it("are read again by a reader that was away for longer than changes are kept", async () => {
    const script: Script = { full: [toPage([{ id: 1 }, { id: 2 }], 0)] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.tick();
    const away = openStore(test.file, undefined);
    readAll(away);
    script.full = [toPage([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], 0)];
    test.clock.advance(HOUR_MS);
    await test.tick();
    test.writer.writing.db.exec("DELETE FROM feed_changes WHERE seq < (SELECT max(seq) FROM feed_changes)");
    const young = openStore(test.file, undefined);
    assert.deepEqual(readAll(away), readAll(young));
    assert.equal(
      away.markets.list(
        { status: "all", minVolume: 0, sort: "volume", order: "desc", now: START },
        { page: 1, size: 9 },
      ).total,
      4,
    );
    for (const store of [away, young]) store.close();
    await test.writer.close();
  });
});
