import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { consistently, type Db, openDatabase } from "../../../src/store/database/db.ts";
import { createLists, refreshLists, refreshSome } from "../../../src/store/lists/listed.ts";
import type { AgedMarket } from "../../../src/store/markets.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import fc from "../../support/properties.ts";
import { event, HOUR_MS, MINUTE_MS, market, page } from "../../support/store/builders.ts";
import { foldAll } from "../../support/store/points.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const DOWN = new UpstreamError("http_503", "stand.in");
const PLATFORMS = ["kalshi", "manifold"] as const;
const IDS = ["a", "b", "c"] as const;

const price = fc.constantFrom(null, 100_000, 300_000, 350_000, 600_000);
/** Those of a platform's markets; one that is undefined is not listed any more. */
const prices = fc.tuple(price, fc.option(price, { nil: undefined }), price);
const CATEGORIES = ["politics", "sports"] as const;

/** What happens between two readings; prices are undefined where the platform cannot be read. */
const step = fc.record({
  hours: fc.constantFrom(0, 1, 5, 24, 30),
  prices: fc.tuple(fc.option(prices, { nil: undefined }), prices),
  isFolded: fc.boolean(),
  isForgotten: fc.boolean(),
  volume: fc.constantFrom(0, 100, 20_000),
  category: fc.constantFrom(...CATEGORIES),
  read: fc.constantFrom("whole", "some", "none"),
});

function openReader(file: string): Db {
  const db = openDatabase(file, "read-only", undefined);
  createLists(db, []);
  return db;
}

interface Listed {
  readonly platform: string;
  readonly id: string;
  readonly status: string;
  readonly change: number | null;
  readonly isStale: 0 | 1;
}

/** All that the tables say; `day_ago_until` says when to look again, which may be sooner for one that was there longer. */
const readTables = (db: Db, now: number) =>
  consistently(db, () => {
    refreshLists(db, now);
    const columns = "platform, category, status, volume, volume_24h";
    const markets = `${columns}, is_tradable, yes_price, updated_at, closes_at, resolved_at, is_stale, change_24h`;
    return {
      markets: db.prepare(`SELECT market_key, event_key, ${markets} FROM listed_markets`).all(),
      events: db.prepare(`SELECT event_key, ${columns}, market_count, opened_at FROM listed_events`).all(),
    };
  });

const listMoves = (db: Db): Listed[] =>
  db
    .prepare<[], Listed>(
      `SELECT listed.platform, id, listed.status, change_24h AS change, is_stale AS isStale
      FROM listed_markets AS listed JOIN markets USING (market_key) ORDER BY 1, 2`,
    )
    .all();

/** The same by what each market says of itself. */
function expectMoves(store: Store, now: number): Listed[] {
  const query = { status: "all", minVolume: 0, sort: "id", order: "asc", now } as const;
  const { markets } = store.markets.list(query, { page: 1, size: 50 });
  return markets
    .map(({ platform, id, status, priceChange24h: change, isStale }) => ({
      ...{ platform, id, status, change },
      isStale: isStale ? (1 as const) : (0 as const),
    }))
    .toSorted((a, b) => (`${a.platform} ${a.id}` < `${b.platform} ${b.id}` ? -1 : 1));
}

const ALL = { status: "all", minVolume: 0 } as const;
const PAGE = { page: 1, size: 50 };
const moveOf = ({ priceChange24h }: AgedMarket): number => (priceChange24h === null ? -1 : Math.abs(priceChange24h));

/** The order by moves is that of the changes that markets say of themselves. */
function assertMoved(store: Store, now: number): void {
  const { markets } = store.markets.list({ ...ALL, sort: "id", order: "asc", now }, PAGE);
  const [moved, still] = [markets.filter((one) => moveOf(one) >= 0), markets.filter((one) => moveOf(one) < 0)];
  const expected = moved.toSorted((a, b) => moveOf(b) - moveOf(a));
  const byChange = { ...ALL, sort: "change", order: "desc", now } as const;
  assert.deepEqual(store.markets.list(byChange, PAGE).markets, [...expected, ...still]);
  assert.deepEqual(
    store.markets.list({ ...byChange, minChange: 200_000 }, PAGE).markets,
    expected.filter((one) => moveOf(one) >= 200_000),
  );
}

describe("the tables of what is listed", () => {
  it("follow the file: those that were there all the time have what new ones have", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const scripts = { kalshi: { full: [] }, manifold: { full: [] } } as Record<(typeof PLATFORMS)[number], Script>;
        const test = openTestWriter({ scripts });
        await test.pass();
        const old = openReader(test.file);
        for (const { hours, prices, volume, category, isFolded, isForgotten, read } of steps) {
          test.clock.advance(hours * HOUR_MS + MINUTE_MS);
          for (const [place, platform] of PLATFORMS.entries()) {
            const listed = prices[place]?.flatMap((yesPrice, index) =>
              yesPrice === undefined ? [] : market({ id: IDS[index] ?? "", yesPrice, volume: volume * index }),
            );
            scripts[platform].full = [listed === undefined ? DOWN : page(listed, [event({ id: "e1", category })])];
          }
          await test.pass();
          if (isFolded) foldAll(test.writer.writing);
          if (isForgotten) {
            const newest = "(SELECT max(seq) FROM feed_changes)";
            test.writer.writing.db.exec(`DELETE FROM feed_changes WHERE seq < ${newest}`);
          }
          const now = test.clock.now();
          if (read === "some") consistently(old, () => refreshSome(old, now));
          if (read !== "whole") continue;
          const young = openReader(test.file);
          const store = openStore(test.file, undefined);
          assert.deepEqual(readTables(old, now), readTables(young, now));
          assert.deepEqual(listMoves(old), expectMoves(store, now));
          assertMoved(store, now);
          store.close();
          young.close();
        }
        old.close();
        await test.writer.close();
      }),
      { numRuns: 40 },
    );
  });

  it("take in each change once, however often they are read", async () => {
    const script: Script = { full: [page([market({ id: "a", yesPrice: 300_000 })])] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    const db = openReader(test.file);
    readTables(db, test.clock.now());
    db.exec(`
      CREATE TEMP TABLE noted (market_key INTEGER);
      CREATE TEMP TRIGGER note AFTER INSERT ON touched_markets BEGIN INSERT INTO noted VALUES (new.market_key); END;`);
    const countNoted = () => db.prepare("SELECT count(*) FROM noted").pluck().get();
    script.full = [page([market({ id: "a", yesPrice: 600_000 })])];
    await test.pass();
    for (let time = 0; time < 3; time++) readTables(db, test.clock.now());
    assert.equal(countNoted(), 1);
    db.close();
    await test.writer.close();
  });

  it("are taken back with a read that fails", async () => {
    const script: Script = { full: [page([market({ id: "a" })])] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    const db = openReader(test.file);
    const fail = (): void =>
      consistently(db, () => {
        refreshLists(db, test.clock.now());
        throw new Error("no such cursor");
      });
    assert.throws(fail, /no such cursor/);
    assert.equal(readTables(db, test.clock.now()).markets.length, 1);
    db.close();
    await test.writer.close();
  });

  it("leave out platforms that are hidden", async () => {
    const scripts = {
      kalshi: { full: [page([market({ id: "a" })])] },
      manifold: { full: [page([market({ id: "b" })])] },
    };
    const test = openTestWriter({ scripts });
    await test.pass();
    const db = openDatabase(test.file, "read-only", undefined);
    createLists(db, ["manifold"]);
    const { markets, events } = readTables(db, test.clock.now());
    const platforms = [...markets, ...events].map((row) => (row as { platform: string }).platform);
    assert.deepEqual(platforms, ["kalshi", "kalshi"]);
    db.close();
    await test.writer.close();
  });

  it("knows the past of a market that was fetched from its platform", async () => {
    const script: Script = {
      full: [page([market({ id: "a", yesPrice: 500_000, historyKey: "h" })])],
      history: async () => [{ at: Date.parse("2026-11-01"), yesPrice: 100_000 }],
    };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    const store = openStore(test.file, undefined);
    const change = () => {
      const query = { ...ALL, minChange: 1, sort: "change", order: "desc", now: test.clock.now() } as const;
      return store.markets.list(query, PAGE).markets.map(({ priceChange24h }) => priceChange24h);
    };
    assert.deepEqual(change(), []);
    test.writer.backfills.request({ platform: "kalshi", id: "a" });
    await test.writer.backfills.whenIdle();
    assert.deepEqual(change(), [400_000]);
    store.close();
    await test.writer.close();
  });
});
