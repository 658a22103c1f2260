import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { openDatabase } from "../../src/store/database/db.ts";
import { EVENT_SORTS } from "../../src/store/events.ts";
import { openChangeTrimming } from "../../src/store/lists/changes.ts";
import { savingSnapshot } from "../../src/store/lists/snapshot.ts";
import { MARKET_SORTS } from "../../src/store/markets.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { event, HOUR_MS, market, page } from "../support/store/builders.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

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
      store.markets.list({ status, minVolume: 0, sort, order: "desc" }, { page: 1, size: 200 }),
    ),
  );
  const filtered = CATEGORIES.map((category) =>
    store.markets.list(
      { status: "all", category, minVolume: 100, sort: "price", order: "asc" },
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

  it("are read anew by one who was away for longer than changes are kept", async () => {
    const script: Script = { full: [toPage([{ id: 1 }, { id: 2 }], 0)] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.tick();
    const away = openStore(test.file, undefined);
    readAll(away);
    script.full = [toPage([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], 0)];
    test.clock.advance(HOUR_MS);
    await test.tick();
    test.writer.writing.db.exec(
      "DELETE FROM market_changes WHERE change_key < (SELECT max(change_key) FROM market_changes)",
    );
    const young = openStore(test.file, undefined);
    assert.deepEqual(readAll(away), readAll(young));
    assert.equal(
      away.markets.list({ status: "all", minVolume: 0, sort: "volume", order: "desc" }, { page: 1, size: 9 }).total,
      4,
    );
    for (const store of [away, young]) store.close();
    await test.writer.close();
  });
});

describe("changes that were noted", () => {
  it("are forgotten in steps but for the newest 200,000 and the very last", async () => {
    const test = openTestWriter({ scripts: { kalshi: { full: [toPage([{ id: 1 }], 0)] } } });
    await test.tick();
    const { writing } = test.writer;
    const bounds = () => writing.db.prepare("SELECT min(change_key), max(change_key) FROM market_changes").raw().get();
    writing.db.exec(`
      INSERT INTO market_changes (market_key)
      WITH RECURSIVE numbers (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM numbers WHERE number < 250000)
      SELECT 1 FROM numbers
    `);
    const steps: unknown[] = [];
    const trim = openChangeTrimming(writing.db);
    while (trim()) steps.push(bounds());
    assert.deepEqual(steps, [
      [20_002, 250_000],
      [40_003, 250_000],
      [50_001, 250_000],
    ]);
    const events = writing.db.prepare("SELECT count(*) FROM event_changes").pluck().get();
    assert.ok(Number(events) > 0);
    await test.writer.close();
  });
});

/** Which rows an answer shows, in which order. */
const idsOf = (answer: unknown): unknown => {
  const { markets, events } = answer as { markets?: { id: string }[]; events?: { id: string }[] };
  return (markets ?? events ?? []).map(({ id }) => id);
};

const MANY = 5300;
const EVENTS = 5100;

const manyPages = (round: number) => {
  // In later rounds some are gone, some are new, and a third has other figures.
  const indexes = Array.from({ length: MANY }, (_, index) => index + round * 5).filter(
    (index) => index % 997 !== round,
  );
  const markets = indexes.map((index) => {
    const changes = index % 3 === 0 ? round : 0;
    const figures = { volume: ((index * 7919) % 5000) + changes * 100, yesPrice: 1000 + index + changes };
    return market({ id: `m${index}`, eventId: `e${index % EVENTS}`, ...figures });
  });
  const events = Array.from({ length: EVENTS }, (_, index) =>
    event({ id: `e${index}`, category: index % 500 === 0 && round > 0 ? "sports" : "politics" }),
  );
  return [page(markets, events)];
};

/** A database of more markets and events than are read again without ado, and the snapshots its reader would save. */
async function openMany() {
  const script: Script = { full: manyPages(0) };
  const test = openTestWriter({ scripts: { kalshi: script } });
  await test.tick();
  const store = openStore(test.file, undefined);
  const answers = readAll(store);
  const snapshots = store.lists.unsaved();
  return { ...test, script, store, answers, snapshots };
}

describe("what lists are made from", () => {
  it("is saved, and read by the next start instead of every row", async () => {
    const { file, store, answers, snapshots, writer } = await openMany();
    assert.deepEqual(
      snapshots.map(({ noun }) => noun),
      ["Market", "Event"],
    );
    for (const snapshot of snapshots) {
      await writer.call("saveList", snapshot);
      store.lists.noteSaved(snapshot);
    }
    assert.deepEqual(store.lists.unsaved(), []);
    // As nobody should, without noting it: rows are not looked at as long as the counts agree.
    writer.writing.db.exec("UPDATE market_rows SET volume = 99999999 WHERE id = 'm7'");
    const later = openStore(file, undefined);
    assert.deepEqual(readAll(later).map(idsOf), answers.map(idsOf));
    for (const one of [store, later]) one.close();
    await writer.close();
  });

  it("is followed from the change it was saved at", async () => {
    const { file, store, snapshots, writer } = await openMany();
    for (const snapshot of snapshots) await writer.call("saveList", snapshot);
    writer.writing.db.exec(
      "UPDATE market_rows SET volume = 99999999 WHERE id = 'm7'; INSERT INTO market_changes (market_key) SELECT market_key FROM markets WHERE id = 'm7'",
    );
    const later = openStore(file, undefined);
    const { markets } = later.markets.list(
      { status: "open", minVolume: 0, sort: "volume", order: "desc" },
      { page: 1, size: 1 },
    );
    assert.equal(markets[0]?.id, "m7");
    for (const one of [store, later]) one.close();
    await writer.close();
  });

  it("is followed through the passes after it was saved", async () => {
    const { file, script, store, snapshots, writer, clock } = await openMany();
    for (const snapshot of snapshots) await writer.call("saveList", snapshot);
    for (const round of [1, 2]) {
      script.full = manyPages(round);
      clock.advance(HOUR_MS);
      await writer.runOnce(new Set(["kalshi"]));
    }
    const restored = openStore(file, undefined);
    const answers = [readAll(store), readAll(restored)];
    writer.writing.db.exec("DELETE FROM list_snapshots");
    const young = openStore(file, undefined);
    for (const answer of answers) assert.deepEqual(answer, readAll(young));
    for (const one of [store, restored, young]) one.close();
    await writer.close();
  });

  it("does not count where a part is missing, has another length, or counts other rows", async () => {
    const damages = [
      "DELETE FROM list_snapshots WHERE part = '1'",
      "UPDATE list_snapshots SET data = x'00' WHERE part = 'places'",
      "UPDATE list_snapshots SET data = zeroblob(length(data) + 8) WHERE part = '2'",
      "UPDATE list_snapshots SET data = zeroblob(length(data)) WHERE part = 'places'",
      "DELETE FROM list_snapshots WHERE part = 'head'",
      "UPDATE list_snapshots SET data = x'00' WHERE part = 'head'",
    ];
    const { file, store, answers, snapshots, writer } = await openMany();
    for (const damage of damages) {
      for (const snapshot of snapshots) await writer.call("saveList", snapshot);
      writer.writing.db.exec(damage);
      const later = openStore(file, undefined);
      assert.deepEqual(readAll(later), answers, damage);
      later.close();
    }
    store.close();
    await writer.close();
  });

  it("leaves nothing behind of an attempt that was cut short", async () => {
    const { file, store, answers, snapshots, writer } = await openMany();
    const { db } = writer.writing;
    const [first] = snapshots;
    assert.ok(first);
    for (let attempt = 0; attempt < 3; attempt++) {
      const parts = savingSnapshot(db, first);
      for (let part = 0; part < 4; part++) parts.next().value?.();
    }
    const later = openStore(file, undefined);
    assert.deepEqual(readAll(later), answers);
    await writer.call("saveList", first);
    assert.equal(db.prepare("SELECT count(DISTINCT age) FROM list_snapshots").pluck().get(), 1);
    for (const one of [store, later]) one.close();
    await writer.close();
  });

  it("takes the place of what was saved before", async () => {
    const { file, store, snapshots, writer } = await openMany();
    for (let time = 0; time < 3; time++) for (const snapshot of snapshots) await writer.call("saveList", snapshot);
    const db = openDatabase(file, "read-only", undefined);
    const ages = db.prepare("SELECT DISTINCT noun, age FROM list_snapshots ORDER BY noun").raw().all();
    assert.deepEqual(ages, [
      ["Event", 3],
      ["Market", 3],
    ]);
    db.close();
    store.close();
    await writer.close();
  });
});
