import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import { after, describe, it } from "node:test";
import timers from "node:timers/promises";
import pino from "pino";
import type { EventRecord, MarketRecord } from "../../src/domain/markets.ts";
import { readEmbedded } from "../../src/embedded.ts";
import { type MirrorStatus, runMirror } from "../../src/mirror/mirror.ts";
import { flushGathered } from "../../src/store/catalogue/gathered.ts";
import { getMarket } from "../../src/store/catalogue/market-rows.ts";
import { updateMarket } from "../../src/store/catalogue/market-writer.ts";
import { addChanges } from "../../src/store/change-log.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { insertPast } from "../../src/store/history/history.ts";
import { chooseMatches, saveGroups, savePair } from "../../src/store/matching/pairs.ts";
import { applyRetention } from "../../src/writer/maintenance/maintenance.ts";
import { skipsPostgres, startPostgres, type TestPostgres } from "../support/service/postgres.ts";
import { eventually } from "../support/service/service.ts";
import { DAY_MS, event, MINUTE_MS, market, page, resolvedMarket, SECOND_MS, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { assertMirrored } from "../support/store/mirror.ts";
import { foldAll } from "../support/store/points.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

// Tests that need it are skipped without it.
const postgres = (skipsPostgres === false ? await startPostgres() : undefined) as TestPostgres;
let made = 0;

/** A database with two platforms, and a new, empty PostgreSQL database beside it. */
async function open(given: readonly MarketRecord[], events: readonly EventRecord[] = []) {
  const scripts = { kalshi: script(given, events), polymarket: script(given, events) };
  const test = openTestWriter({ scripts });
  await test.pass();
  const url = await postgres.create(`mirror_${++made}`);
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug", base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const reader = openDatabase(test.file, "read-only", undefined);
  after(() => reader.close());
  const deps = { db: reader, url, clock: test.clock, log };
  const client = postgres.at(url);
  return {
    ...test,
    url,
    logged,
    query: client,
    /** Lists other markets from now on, a minute later. */
    async read(platform: keyof typeof scripts, next: readonly MarketRecord[], nextEvents = events): Promise<void> {
      scripts[platform].full = [page(next, nextEvents)];
      test.clock.advance(MINUTE_MS);
      await test.pass();
    },
    /** Changes a market of Kalshi at once. */
    change(id: string, changes: Partial<Pick<MarketRecord, "yesPrice" | "volume">>): void {
      const key = Number(test.value("SELECT market_key FROM markets WHERE platform = 'kalshi' AND id = ?", id));
      test.write(() => {
        const { writing } = test.writer;
        const known = getMarket(test.db, key);
        updateMarket(writing, known, { ...known, ...changes }, null, test.clock.now());
        flushGathered(writing);
      });
    },
    /** Brings over what is missing. */
    mirror: (onStatus: (status: MirrorStatus) => void = () => undefined) =>
      runMirror({ ...deps, signal: new AbortController().signal, onStatus }, true),
    follow: (signal: AbortSignal) => runMirror({ ...deps, signal }),
    check: () => assertMirrored(test.db, client),
  };
}

const script = (given: readonly MarketRecord[], events: readonly EventRecord[]): Script => ({
  full: [page(given, events)],
});

const ODD = "back\\slash, tab\t, line\nbreak, \\N, ünïcode 🎲, null\0byte";

describe("the mirror", { skip: skipsPostgres }, () => {
  it("copies everything, and follows each kind of change", async () => {
    const given = [market({ id: "q" }), market({ id: "r", title: "Other?", outcomeLabel: "a\tb\\c\nd" })];
    const unpriced = market({ id: "u", yesPrice: null });
    const test = await open([...given, unpriced, resolvedMarket({ id: "z" })], [event({ id: "e1", tags: ["a", "b"] })]);
    group(test, [{ a: "kalshi", b: "polymarket", id: "q", isInverted: true }]);
    await test.mirror();
    assert.ok((await test.check()) > 15);
    const { change } = test;
    const steps: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
      "a price": () => test.read("kalshi", [market({ id: "q", yesPrice: 600_000 }), unpriced]),
      "two prices within a second": () => {
        for (const yesPrice of [310_000, 320_000]) change("q", { yesPrice });
      },
      "another volume within that second": () => change("q", { volume: 123_456 }),
      "a first price, and a new market": () =>
        test.read("kalshi", [market({ id: "u", yesPrice: 10_000 }), market({ id: "n", closesAt: null })]),
      "a price that is gone": () => test.read("kalshi", [market({ id: "u", yesPrice: null })]),
      "a title and an event": () =>
        test.read(
          "polymarket",
          [market({ id: "q", title: ODD })],
          [event({ id: "e1", title: ODD, category: "sports" })],
        ),
      "an outcome": () => test.read("polymarket", [resolvedMarket({ id: "r", outcome: "no", settlementPrice: 0 })]),
      "an outcome taken back": () => test.read("polymarket", [market({ id: "r" })]),
      "another score of a match": () => {
        const [marketKey = 0, otherKey = 0] = test.rows("SELECT market_key FROM match_groups").flat().map(Number);
        const pair = { marketKey, otherKey, relation: "inverted", isProven: true, byRules: true, reasons: [] } as const;
        test.write(() => {
          savePair(test.db, { ...pair, score: 970_000 });
          const rescored = chooseMatches(test.db, [marketKey]);
          assert.deepEqual([...rescored], [marketKey]);
          assert.deepEqual([...chooseMatches(test.db, [marketKey])], []);
          addChanges(test.writer.writing, "scored", rescored);
        });
      },
      "a question that dissolves": () => {
        const keys = test.rows("SELECT market_key FROM match_groups").flat();
        const markets = keys.map((marketKey) => ({ marketKey: Number(marketKey) }));
        test.write(() => {
          test.db.exec("DELETE FROM matches");
          saveGroups(test.writer.writing, markets, [], START);
        });
      },
      "a past that the platform told": () => {
        const { writing } = test.writer;
        const key = Number(test.value("SELECT market_key FROM markets WHERE platform = 'kalshi' AND id = 'q'"));
        const first = Number(test.value("SELECT min(at) FROM history_points WHERE market_key = ?", key));
        test.write(() => {
          insertPast(writing.db, key, [{ at: first - 3600, yesPrice: 110_000, volume: 0 }]);
          addChanges(test.writer.writing, "past", [key]);
          test.db.prepare("INSERT INTO history_backfills VALUES (?, 'complete', 0, ?)").run(key, first);
        });
      },
      "points that are folded while they are not mirrored": async () => {
        await test.read("kalshi", [market({ id: "q", yesPrice: 700_000 })]);
        await test.read("kalshi", [market({ id: "q", yesPrice: 710_000 })]);
        foldAll(test.writer.writing);
        await test.read("kalshi", [market({ id: "q", yesPrice: 720_000 })]);
      },
    };
    for (const [what, take] of Object.entries(steps)) {
      await take();
      await test.mirror();
      await test.check().catch((cause) => assert.fail(`after ${what}: ${cause.message}`));
    }
    assert.equal(
      (await test.query("SELECT copies FROM toteboard.mirror_state"))[0]?.copies,
      1,
      "all of it was followed",
    );
    // What the log forgets, the mirror forgets with it.
    test.db.exec("DELETE FROM feed_changes WHERE seq < (SELECT max(seq) FROM feed_changes)");
    await test.read("kalshi", [market({ id: "q", yesPrice: 730_000 })]);
    await test.mirror();
    const [{ seq } = {}] = await test.query("SELECT min(seq) AS seq FROM toteboard.changes");
    assert.equal(Number(seq), test.value("SELECT min(seq) FROM feed_changes"));
  });

  it("follows what changes while the copy is made, also of what is copied already", async () => {
    const test = await open(Array.from({ length: 600 }, (_, index) => market({ id: `m${index}` })));
    let yesPrice = 300_000;
    await test.mirror(({ state }) => {
      if (state !== "copying") return;
      yesPrice += 10_000;
      // The first that is copied, and the last of a piece.
      for (const id of ["m0", "m499"]) test.change(id, { yesPrice });
    });
    assert.ok(yesPrice > 320_000);
    await test.check();
    // More changes than one step brings over: until the last, the tables show the moment of what they lack.
    test.clock.advance(MINUTE_MS);
    for (let index = 0; index < 600; index++) test.change(`m${index}`, { yesPrice: 700_000 });
    test.clock.advance(MINUTE_MS);
    const moments: number[] = [];
    await test.mirror(({ currentAt }) => moments.push(currentAt - START));
    assert.deepEqual(moments, [MINUTE_MS, 2 * MINUTE_MS]);
  });

  it("starts again and says so where changes are lost, and keeps finer prices than the database has", async () => {
    const test = await open([market({ id: "q" })]);
    for (const yesPrice of [500_000, 510_000, 520_000]) await test.read("kalshi", [market({ id: "q", yesPrice })]);
    await test.mirror();
    await test.check();
    const old = await test.query("SELECT * FROM toteboard.prices ORDER BY market_key, at");
    test.clock.advance(40 * DAY_MS);
    const closesAt = test.clock.now() + DAY_MS;
    await test.read("kalshi", [market({ id: "q", yesPrice: 530_000, closesAt })]);
    await applyRetention(test.writer.writing, test.clock, {
      retentionCron: "0 0 * * *",
      rawHistoryDays: 31,
      hourlyHistoryDays: 365,
    });
    assert.equal(test.value("SELECT count(*) > 0 FROM history_candles"), 1, "something is rolled up");
    test.write(() => test.db.exec("DELETE FROM feed_changes WHERE seq < (SELECT max(seq) FROM feed_changes)"));
    await test.read("kalshi", [market({ id: "q", yesPrice: 540_000, closesAt })]);
    await test.mirror();
    const lines = test.logged.filter(({ level, msg }) => level === 40 && String(msg).includes("starts again"));
    assert.equal(lines.length, 1);
    assert.equal((await test.query("SELECT copies FROM toteboard.mirror_state"))[0]?.copies, 2);
    const kept = await test.query("SELECT * FROM toteboard.prices WHERE span = 0 ORDER BY market_key, at");
    const isOld = ({ at }: Record<string, unknown>): boolean => (at as Date).getTime() < START + DAY_MS;
    assert.deepEqual(kept.filter(isOld), old, "what was rolled up since");
    assert.equal(kept.filter((row) => !isOld(row)).length, 2, "what came since");
    // A mirror that is made now has what the database still has, rolled up.
    await test.query("DROP SCHEMA toteboard CASCADE");
    await test.mirror();
    const spans = await test.query("SELECT DISTINCT span FROM toteboard.prices ORDER BY span");
    assert.deepEqual(spans, [{ span: 0 }, { span: 3600 }]);
  });

  it("gives a restored database's markets their own prices where keys were given anew", async () => {
    const test = await open([market({ id: "q" }), market({ id: "r" })]);
    await test.mirror();
    test.write(() => {
      test.db.exec("UPDATE markets SET id = 'other ' || id");
      test.db.exec("UPDATE history_points SET at = at + 60");
      test.db.exec("DELETE FROM feed_changes");
    });
    await test.read("kalshi", [market({ id: "new" })]);
    await test.mirror();
    await test.check();
  });

  it("goes on where it stopped when PostgreSQL was away, without a second copy", async () => {
    const test = await open([market({ id: "q" })]);
    const stop = new AbortController();
    const running = test.follow(stop.signal);
    const catchUp = () =>
      eventually("the mirror to be current", () =>
        test.check().then(
          () => true,
          () => false,
        ),
      );
    await catchUp();
    await postgres.stop("SIGKILL");
    await test.read("kalshi", [market({ id: "q", yesPrice: 620_000 })]);
    await eventually("the log to say so", () => test.logged.some(({ msg }) => String(msg).includes("cannot go on")));
    await postgres.start();
    await catchUp();
    stop.abort();
    await running;
    assert.equal((await test.query("SELECT copies FROM toteboard.mirror_state"))[0]?.copies, 1);
  });

  it("stops where another process mirrors to the same database", async () => {
    const test = await open([market({ id: "q" })]);
    const running = test.follow(new AbortController().signal);
    await eventually("the first mirror", () =>
      test.query("SELECT 1 FROM toteboard.prices").then(
        (rows) => rows.length > 0,
        () => false,
      ),
    );
    await test.mirror();
    await test.read("kalshi", [market({ id: "q", yesPrice: 630_000 })]);
    await assert.rejects(running, /another toteboard writes to this mirror now/);
    await test.mirror();
    await test.check();
  });

  it("does not take a mirror back that another process took while PostgreSQL was away", async () => {
    const test = await open([market({ id: "q" })]);
    const stop = new AbortController();
    let refusal: unknown;
    const running = test.follow(stop.signal).catch((error: unknown) => {
      refusal = error;
    });
    const countPrices = async () => (await test.query("SELECT count(*) FROM toteboard.prices"))[0]?.count;
    await eventually("the copy", () =>
      test.check().then(
        () => true,
        () => false,
      ),
    );
    const before = await countPrices();
    await test.query(`
      WITH taken AS (UPDATE toteboard.mirror_state SET owner = 'another' RETURNING 1)
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity, taken
      WHERE datname = current_database() AND application_name = 'toteboard mirror'`);
    await test.read("kalshi", [market({ id: "q", yesPrice: 630_000 })]);
    await eventually("the end", async () => refusal !== undefined || (await countPrices()) !== before);
    stop.abort();
    await running;
    assert.match(String(refusal), /another toteboard writes to this mirror now/);
    assert.ok(test.logged.some(({ msg }) => String(msg).includes("cannot go on")));
  });

  it("refuses a schema that a newer program made", async () => {
    const test = await open([market({ id: "q" })]);
    await test.mirror();
    await test.query("UPDATE toteboard.mirror_state SET schema_version = 99");
    await assert.rejects(test.mirror(), /schema 99 and this program knows 1: use a newer toteboard/);
  });

  it("makes prices a hypertable where the function of Timescale is there, together with the schema", async () => {
    const test = await open([market({ id: "q" })]);
    // Debian has no package of the extension: this stands in for its function and notes what it is called with.
    const stand = (body: string) =>
      test.query(`CREATE OR REPLACE FUNCTION create_hypertable(relation regclass, time_column_name name,
        chunk_time_interval interval, if_not_exists boolean) RETURNS void LANGUAGE plpgsql AS 'BEGIN ${body}; END'`);
    await stand("RAISE ''not now''");
    await assert.rejects(test.mirror(), /not now/);
    assert.deepEqual(await test.query("SELECT 1 FROM pg_tables WHERE schemaname = 'toteboard'"), []);
    await test.query("CREATE TABLE called (relation text, column_name text, chunk interval, if_not_exists boolean)");
    await stand("INSERT INTO called VALUES (relation::text, time_column_name, chunk_time_interval, if_not_exists)");
    await test.mirror();
    assert.deepEqual(await test.query("SELECT relation, column_name, chunk::text, if_not_exists FROM called"), [
      { relation: "toteboard.prices", column_name: "at", chunk: "7 days", if_not_exists: true },
    ]);
    await test.check();
  });

  it("goes on with a schema that was made in part", async () => {
    const test = await open([market({ id: "q" })]);
    const statements = readEmbedded("sql/mirror/migrations/001_tables.sql").split(/;\n/);
    // Each is committed by itself where a system has no transactions around them.
    for (const statement of statements.slice(0, statements.length / 2)) await test.query(statement);
    await test.mirror();
    await test.check();
  });

  it("explains every table and column, and holds nothing of keys, usage and payments", async () => {
    const test = await open([market({ id: "q" })]);
    const { secret, id } = await test.commands.createKey({
      name: "Sentinel name",
      email: "sentinel@example.com",
      tier: "pro",
    });
    test.write(() => {
      test.db.prepare("INSERT INTO daily_usage VALUES (?, 20000, 424242)").run(id);
      test.db.prepare("INSERT INTO checkouts VALUES (?, 'sentinel-session', 'p', 1)").run(id);
      test.db
        .prepare("INSERT INTO subscriptions VALUES ('sentinel-sub', ?, 'sentinel-customer', 'live', 'p', 0, 1)")
        .run(id);
    });
    await test.read("kalshi", [market({ id: "q", yesPrice: 640_000 })]);
    await test.mirror();
    const columns = await test.query(`
      SELECT relname AS table, attname AS column, col_description(pg_class.oid, attnum) AS comment,
        obj_description(pg_class.oid, 'pg_class') AS about
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
      WHERE nspname = 'toteboard' AND relkind IN ('r', 'p', 'v', 'm') ORDER BY 1, attnum`);
    assert.deepEqual(
      columns.filter(({ comment, about }) => comment === null || about === null),
      [],
    );
    const tables = [...new Set(columns.map(({ table }) => String(table)))];
    const expected = ["changes", "events", "markets", "matches", "mirror_state", "prices", "questions", "resolutions"];
    assert.deepEqual(tables, expected);
    const keyTables = /key_id|secret|email|digest|tier|session|customer|subscription|usage|payment/;
    assert.deepEqual(
      columns.filter(({ column }) => keyTables.test(String(column))),
      [],
    );
    let text = "";
    for (const table of tables) text += JSON.stringify(await test.query(`SELECT * FROM toteboard.${table}`));
    assert.ok(text.length > 1000);
    for (const sentinel of ["entinel", id, secret, secret.slice(0, 12), "424242"]) {
      assert.ok(!text.includes(sentinel), `${sentinel} has left`);
    }
  });

  it("copies what a large market has in parts, and is the same however the parts fall", async () => {
    const many = Array.from({ length: 1200 }, (_, index) => market({ id: `m${index}`, eventId: `e${index % 7}` }));
    const test = await open(many);
    const { writing } = test.writer;
    const key = Number(test.value("SELECT min(market_key) FROM markets"));
    const points = Array.from({ length: 50_000 }, (_, n) => ({
      at: Math.floor(START / SECOND_MS) - 60_000 + n,
      yesPrice: 100_000 + (n % 1000),
      volume: n,
    }));
    test.write(() => insertPast(writing.db, key, points));
    await test.mirror();
    assert.ok((await test.check()) > 50_000);
  });
});

describe("a mirror whose PostgreSQL is away", () => {
  it("is tried again after half a second, then each time after twice as long, up to half a minute", async (context) => {
    const { db, clock } = openTestWriter();
    const [stop, waits] = [new AbortController(), [] as unknown[]];
    const { mock } = context.mock.method(timers, "setTimeout", async (ms: number) => {
      if (waits.push(ms) === 8) stop.abort();
    });
    syncBuiltinESMExports();
    const url = "postgres://nobody@127.0.0.1:1/none";
    const warned: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void warned.push(line) });
    await runMirror({ db, url, clock, log, signal: stop.signal });
    mock.restore();
    syncBuiltinESMExports();
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    assert.equal(warned.length, 1, "once is enough");
  });
});
