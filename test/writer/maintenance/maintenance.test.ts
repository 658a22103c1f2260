import assert from "node:assert/strict";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, it } from "node:test";
import pino from "pino";
import { SharedClock } from "../../../src/clock.ts";
import { CATEGORY_RULES_VERSION } from "../../../src/domain/categories/categories.ts";
import { countFreePages, immediately, openDatabase } from "../../../src/store/database/db.ts";
import { insertPast } from "../../../src/store/history/history.ts";
import { mergeSomeTitles, toWords } from "../../../src/store/titles/words.ts";
import { createBackupMaker } from "../../../src/writer/maintenance/backup.ts";
import {
  applyRetention,
  archiveHistory,
  mergeTitles,
  recategoriseEvents,
} from "../../../src/writer/maintenance/maintenance.ts";
import fc from "../../support/properties.ts";
import { temporaryFolder } from "../../support/service/process.ts";
import { startTestService } from "../../support/service/service.ts";
import { DAY_MS, event, HOUR_MS, market, markets, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { appendPoints, beginFold } from "../../support/store/points.ts";
import { openListed, openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

const RETENTION = { retentionCron: "0 0 * * *", rawHistoryDays: 31, hourlyHistoryDays: 365 };
const SECONDS = 1000;

const bound = ({ writer, clock }: TestWriter) => applyRetention(writer.writing, clock, RETENTION);

const withMarkets = (count: number) => openListed(page(markets(count)));

/** Two points of a day that is too old, and one of the day after it, by the minute and by the hour; and a new one. */
function writePast({ writer: { writing }, rows }: TestWriter): void {
  const at = (daysAgo: number, seconds: number): number => START / SECONDS - daysAgo * 86_400 + seconds;
  immediately(writing.db, () => {
    for (const [marketKey] of rows("SELECT market_key FROM markets") as [number][]) {
      insertPast(
        writing.db,
        marketKey,
        [at(32, 0), at(32, 60), at(31, 0), at(366, 0), at(366, 60), at(365, 0), at(1, 0)].map((when) => ({
          at: when,
          yesPrice: 1,
          volume: 1,
        })),
      );
    }
  });
}

const archive = ({ rows }: TestWriter): unknown[] =>
  rows(
    "SELECT span, count(*), sum(points) FROM history_candles GROUP BY 1 UNION ALL SELECT 0, count(*), 0 FROM history_points",
  );

describe("folding history", () => {
  it("moves what passes appended into the archive, and does nothing when there is nothing new", async () => {
    const test = await withMarkets(2_500);
    await archiveHistory(test.writer.writing);
    assert.equal(test.value("SELECT count(*) FROM history_recent"), 0);
    assert.equal(test.value("SELECT count(*) FROM history_points"), 2_500);
    const before = test.value("SELECT total_changes()");
    await archiveHistory(test.writer.writing);
    assert.equal(test.value("SELECT total_changes()"), before);
  });
});

describe("keeping the database bounded", () => {
  it("rolls up old history of every market", async () => {
    const test = await withMarkets(450);
    writePast(test);
    await bound(test);
    assert.deepEqual(archive(test), [
      [3600, 900, 1350],
      [86_400, 450, 900],
      [0, 1350, 0],
    ]);
  });

  it("runs once a UTC day", async () => {
    const test = await withMarkets(1);
    await bound(test);
    writePast(test);
    test.clock.advance(12 * HOUR_MS - 1);
    await bound(test);
    assert.deepEqual(archive(test), [[0, 8, 0]], "later the same day");
    test.clock.advance(1);
    await bound(test);
    assert.deepEqual(archive(test).at(-1), [0, 2, 0]);
  });

  it("runs again once a clock that was ahead is set back", async () => {
    const test = await withMarkets(1);
    test.clock.advance(30 * DAY_MS);
    await bound(test);
    test.clock.fixAt(START);
    assert.notEqual(await bound(test), undefined);
    assert.equal(await bound(test), undefined);
  });

  it("rolls up a point once, also after folding was cut short", async () => {
    const test = await withMarkets(1);
    const { writing } = test.writer;
    const at = START / SECONDS - 40 * 86_400;
    const points = Array.from({ length: 20 }, (_, second) => ({ at: at + second, yesPrice: second, volume: 1 }));
    immediately(writing.db, () => appendPoints(writing, 1, points));
    const step = beginFold(writing, 10);
    while (step() && test.value("SELECT count(*) FROM history_points") !== 21);
    assert.equal(test.value("SELECT count(*) FROM history_recent"), 20, "at both places");
    await bound(test);
    await archiveHistory(writing);
    test.clock.advance(DAY_MS);
    await bound(test);
    assert.deepEqual(test.rows("SELECT span, points FROM history_candles"), [[3600, 20]]);
  });

  it("goes on where it stopped when it was cut short", async () => {
    const test = await withMarkets(450);
    writePast(test);
    const { writing } = test.writer;
    let steps = 0;
    const interrupted = {
      ...writing,
      step: async <T>(work: Parameters<typeof writing.step<T>>[0]): Promise<T> => {
        if (++steps > 3) throw new Error("the service stops");
        return writing.step(work);
      },
    };
    await assert.rejects(applyRetention(interrupted, test.clock, RETENTION), /the service stops/);
    assert.equal(test.value("SELECT count(DISTINCT market_key) FROM history_candles"), 400);
    // What lies behind is not looked at again: the walk goes on with the markets that are left.
    test.db.exec("DELETE FROM history_candles");
    await bound(test);
    assert.equal(test.value("SELECT count(DISTINCT market_key) FROM history_candles"), 50);
  });

  it("forgets old passes and daily volumes, but never the latest pass and the latest success of a kind", async () => {
    const script: Script = { full: [page(markets(1))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    test.clock.advance(DAY_MS);
    await test.pass();
    script.full = [page([])];
    test.clock.advance(DAY_MS);
    await test.pass();
    await test.pass();
    test.clock.advance(6 * DAY_MS);
    await bound(test);
    const left = test.rows("SELECT (started_at - ?) / ?, status FROM ingest_runs", START, DAY_MS);
    assert.deepEqual(left, [
      [1, "ok"],
      [2, "held"],
      [2, "held"],
    ]);
    test.clock.advance(30 * DAY_MS);
    await bound(test);
    assert.deepEqual(test.rows("SELECT (started_at - ?) / ?, status FROM ingest_runs", START, DAY_MS), [
      [1, "ok"],
      [2, "held"],
    ]);
    const firstVolume = () => test.value("SELECT min(day) FROM daily_volumes");
    test.clock.fixAt(START + 400 * DAY_MS);
    await bound(test);
    assert.equal(firstVolume(), Math.floor(START / DAY_MS));
    test.clock.advance(DAY_MS);
    await bound(test);
    assert.equal(firstVolume(), Math.floor(START / DAY_MS) + 1);
  });

  it("gives free pages back to the file system, all but a reserve", async () => {
    const test = await withMarkets(1);
    test.db.exec("CREATE TABLE ballast (bytes BLOB) STRICT");
    const pages = (): number => Number(test.value("PRAGMA page_count"));
    const small = pages();
    for (let part = 0; part < 10; part++) test.db.exec("INSERT INTO ballast VALUES (zeroblob(1000000))");
    test.db.exec("DELETE FROM ballast");
    assert.ok(countFreePages(test.db) > 2_400);
    await bound(test);
    assert.equal(countFreePages(test.db), 1_000);
    assert.ok(pages() <= small + 1_010);
    assert.deepEqual(test.rows("PRAGMA integrity_check"), [["ok"]]);
  });
});

const categories = ({ rows }: TestWriter): unknown[] =>
  rows(
    "SELECT events.id, events.category, group_concat(markets.category) FROM events JOIN markets USING (event_key) GROUP BY 1",
  );

/** A database as an older version left it: every event is filed under politics. */
async function openFiled(): Promise<TestWriter> {
  const test = openTestWriter({
    scripts: {
      kalshi: {
        full: [
          page(
            [market({ id: "a", eventId: "KXQQ-1" }), market({ id: "b", eventId: "KXQQ-1" })],
            [event({ id: "KXQQ-1", title: "Who takes it?", tags: ["Sports"] })],
          ),
        ],
        resolved: [
          page(
            [resolvedMarket({ id: "c", eventId: "KXQQ-0" }), resolvedMarket({ id: "d", eventId: "KXZZ-0" })],
            [event({ id: "KXQQ-0", title: "Who took it?" }), event({ id: "KXZZ-0", title: "Snow in Paris?" })],
          ),
        ],
      },
    },
  });
  await test.tick();
  test.db.exec(`UPDATE events SET category = 'politics'; UPDATE markets SET category = 'politics';
    DELETE FROM event_counts; DELETE FROM market_counts;
    INSERT INTO event_counts SELECT platform, category, status, count(*) FROM events JOIN event_totals USING (event_key) GROUP BY 1, 2, 3;
    INSERT INTO market_counts SELECT platform, category, status, 0, count(*), sum(volume) FROM markets JOIN market_quotes USING (market_key) GROUP BY 1, 2, 3`);
  return test;
}

describe("new rules of categories", () => {
  it("file what is stored, closed events too, with all their markets", async () => {
    const test = await openFiled();
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.deepEqual(categories(test), [
      ["KXQQ-0", "sports", "sports"],
      ["KXQQ-1", "sports", "sports,sports"],
      ["KXZZ-0", "climate", "climate"],
    ]);
    assert.deepEqual(test.rows("SELECT category, status, events FROM event_counts WHERE events > 0 ORDER BY 1, 2"), [
      ["climate", "closed", 1],
      ["sports", "closed", 1],
      ["sports", "open", 1],
    ]);
  });

  it("are applied once", async () => {
    const test = await openFiled();
    await recategoriseEvents(test.writer.writing, test.clock);
    test.db.exec("UPDATE events SET category = 'world' WHERE id = 'KXZZ-0'");
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.equal(test.value("SELECT category FROM events WHERE id = 'KXZZ-0'"), "world");
    assert.equal(test.value("SELECT position FROM job_positions WHERE job = 'category-rules'"), CATEGORY_RULES_VERSION);
    test.db.exec("UPDATE job_positions SET position = 0 WHERE job = 'category-rules'");
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.equal(test.value("SELECT category FROM events WHERE id = 'KXZZ-0'"), "climate");
  });

  it("tell readers of changes what moved", async () => {
    const test = await openFiled();
    const before = test.value("SELECT max(seq) FROM feed_changes");
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.ok(Number(test.value(`SELECT count(*) FROM feed_changes WHERE seq > ${before}`)) > 0);
    const seq = test.value("SELECT max(seq) FROM feed_changes");
    test.db.exec("UPDATE job_positions SET position = 0 WHERE job = 'category-rules'");
    await recategoriseEvents(test.writer.writing, test.clock);
    assert.equal(test.value("SELECT max(seq) FROM feed_changes"), seq, "nothing moves twice");
  });
});

/** Fails unless each title is in the index once, with the words that it has now. */
function assertIndexed(test: TestWriter): void {
  for (const [titles, table, key] of [
    ["market_titles", "markets", "market_key"],
    ["event_titles", "events", "event_key"],
  ] as const) {
    const rows = test.rows(`SELECT ${key}, title FROM ${table} ORDER BY ${key}`) as [number, string][];
    assert.deepEqual(
      test.rows(`SELECT rowid FROM ${titles} ORDER BY rowid`).flat(),
      rows.map(([rowKey]) => rowKey),
    );
    for (const word of new Set(rows.flatMap(([, title]) => toWords(title)))) {
      const found = test.rows(`SELECT rowid FROM ${titles} WHERE ${titles} MATCH ? ORDER BY rowid`, `"${word}"`).flat();
      const expected = rows.filter(([, title]) => toWords(title).includes(word)).map(([rowKey]) => rowKey);
      assert.deepEqual(found, expected, word);
    }
    test.db.exec(`INSERT INTO ${titles} (${titles}) VALUES ('integrity-check')`);
  }
}

describe("the index of titles", () => {
  it("stays right through any passes", async () => {
    const record = fc.record({
      id: fc.constantFrom("a", "b", "c", "d"),
      eventId: fc.constantFrom("e1", "e2"),
      title: fc.constantFrom("Rain?", "Snow?"),
      volume: fc.nat(1_000_000),
      yesPrice: fc.constantFrom(null, 500_000),
      closesAt: fc.constantFrom(START + HOUR_MS, START + 9 * HOUR_MS),
    });
    const passes = fc.array(fc.array(fc.tuple(record, fc.boolean()), { maxLength: 5 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(passes, async (listings) => {
        const script = { full: [page([])] };
        const test = openTestWriter({ scripts: { kalshi: script } });
        for (const listing of listings) {
          script.full = [page(listing.map(([given, isOpen]) => (isOpen ? market(given) : resolvedMarket(given))))];
          await test.pass(["kalshi"]);
          assertIndexed(test);
          test.clock.advance(HOUR_MS);
        }
        await test.writer.close();
      }),
      { numRuns: 25 },
    );
  });

  it("is merged into one segment, step by step, while passes go on", async () => {
    const script = { full: [page([market({ id: "0" })])] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    const listMore = async (count: number): Promise<void> => {
      const records = Array.from({ length: count }, (_, index) =>
        market({ id: `${index}`, title: `Question${index}?` }),
      );
      script.full = [page(records)];
      await test.pass(["kalshi"]);
      test.clock.advance(HOUR_MS);
    };
    for (const count of [100, 200, 300]) await listMore(count);

    const step = (isFirst: boolean) => test.writer.writing.step(() => mergeSomeTitles(test.db, "Market", 1, isFirst));
    assert.equal(await step(true), true);
    assert.equal(await step(false), true);
    assertIndexed(test);
    await listMore(400);

    await mergeTitles(test.writer.writing);
    assertIndexed(test);
    assert.equal(test.value("SELECT count(*) FROM market_titles('question399')"), 1);
    assert.equal(await step(true), false, "nothing is left to merge");
  });
});

describe("backups by the clock", () => {
  const prepare = async () => {
    const folder = join(temporaryFolder(), "backups");
    const service = await startTestService({ flags: { "backup-dir": folder, "backup-keep": "2" } });
    const clock = new SharedClock();
    clock.fixAt(Date.UTC(2026, 10, 20, 3));
    const logged: Record<string, unknown>[] = [];
    const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const ending = new AbortController();
    const settings = { config: service.config, clock, log, signal: ending.signal };
    const maker = createBackupMaker(settings);
    /** Files in the folder from before. */
    const leave = (...names: readonly string[]): void => {
      mkdirSync(folder, { mode: 0o700 });
      for (const name of names) writeFileSync(join(folder, name), "not a database");
    };
    return { folder, logged, ending, maker, make: maker.makeScheduled, leave };
  };

  it("are named by their time, and only the newest are kept", async () => {
    const { folder, logged, make, leave } = await prepare();
    leave("toteboard-20261118T030000Z.db", "toteboard-20261119T030000Z.db", "mine.db");
    await make();
    const made = "toteboard-20261120T030000Z.db";
    assert.deepEqual(readdirSync(folder), ["mine.db", "toteboard-20261119T030000Z.db", made]);
    if (process.platform !== "win32") assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.deepEqual([logged[0]?.msg, logged[0]?.removed], ["backup made", 1]);
    const copy = openDatabase(join(folder, made), "read-only", undefined);
    assert.equal(copy.pragma("integrity_check", { simple: true }), "ok");
    copy.close();
  });

  it("of a clock that was ahead push out nothing that is made once it is right", async () => {
    const { folder, make, leave } = await prepare();
    const ahead = "toteboard-20371102T030000Z.db";
    leave("toteboard-20261118T030000Z.db", "toteboard-20261119T030000Z.db", ahead);
    await make();
    const right = ["toteboard-20261119T030000Z.db", "toteboard-20261120T030000Z.db"];
    assert.deepEqual(readdirSync(folder), [...right, ahead]);
  });

  it("are the same as one that is asked for meanwhile: one runs at a time", async () => {
    const { folder, logged, maker } = await prepare();
    assert.equal(maker.isRunning(), false);
    const scheduled = maker.makeScheduled();
    assert.equal(maker.isRunning(), true);
    const made = await maker.make();
    await scheduled;
    assert.equal(maker.isRunning(), false);
    assert.deepEqual(readdirSync(folder), [basename(made.file)]);
    assert.equal(logged.length, 1);
  });

  it("remove what is left of those that were cut off, once an hour has passed", async () => {
    const { folder, make, leave } = await prepare();
    const young = "toteboard-20261120T020001Z.db.unfinished";
    leave("toteboard-20261120T015959Z.db.unfinished", young, "mine.db.unfinished");
    await make();
    assert.deepEqual(readdirSync(folder), ["mine.db.unfinished", young, "toteboard-20261120T030000Z.db"]);
  });

  it("that fail are told of, and the older ones stay", async () => {
    const { folder, logged, make } = await prepare();
    writeFileSync(folder, "a file in the place of the folder");
    await make();
    assert.equal(logged[0]?.msg, "a backup failed");
    assert.match(String(logged[0]?.reason), /^no backup: /);
  });

  it("are given up when the service stops", async () => {
    const { folder, logged, ending, make } = await prepare();
    const made = make();
    ending.abort();
    await made;
    assert.deepEqual(
      logged.filter(({ level }) => Number(level) > 30),
      [],
    );
    assert.deepEqual(
      readdirSync(join(folder, "..")).filter((name) => name.includes("unfinished")),
      [],
    );
  });
});
