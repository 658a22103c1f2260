import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import { describe, it } from "node:test";
import type { ChangeType, MarketRecord } from "../../src/domain/markets.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { flushGathered } from "../../src/store/catalogue/gathered.ts";
import { closeMarket } from "../../src/store/catalogue/market-writer.ts";
import { addChanges, forgetStart, lastSeqOf, shareChangeSignal, trimSomeChanges } from "../../src/store/change-log.ts";
import { copyAtOnce, type Db, openDatabase } from "../../src/store/database/db.ts";
import { saveGroups } from "../../src/store/matching/pairs.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { openWriting } from "../../src/writer/transactions.ts";
import fc from "../support/properties.ts";
import { HOUR_MS, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { createChangeReader } from "../support/store/change-reader.ts";
import { group } from "../support/store/groups.ts";
import { fixedClock, openReader, openTestWriter, type Script, type TestWriter } from "../support/store/writer.ts";

interface Followed extends TestWriter {
  readonly script: Required<Pick<Script, "full" | "resolved">>;
  readonly store: Store;
  /** Lists these markets, reads the platform, and gives "type id" of what changed of markets. */
  list(...markets: readonly MarketRecord[]): Promise<string[]>;
  /** What has changed since the last call, but for what only those hear whose filter a market no longer passes. */
  since(): ReturnType<Store["changes"]["read"]>["changes"];
}

async function follow(platforms?: readonly string[]): Promise<Followed> {
  const script = { full: [page([])], resolved: [page([])] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  await test.pass();
  const store = openReader(test.file, platforms);
  let seq = store.changes.bounds().last;
  const since = () => {
    const { changes: events, next } = store.changes.read(seq, 1000, test.clock.now());
    seq = next;
    return events.filter(({ formers }) => formers === undefined);
  };
  const list = async (...markets: readonly MarketRecord[]): Promise<string[]> => {
    test.clock.advance(HOUR_MS);
    script.full = [page(markets.filter(({ status }) => status === "open"))];
    script.resolved = [page(markets.filter(({ status }) => status === "closed"))];
    await test.pass(["kalshi"]);
    return since().flatMap(({ type, market }) => (market === undefined ? [] : [`${type} ${market.id}`]));
  };
  return { ...test, script, store, list, since };
}

describe("a change of a market", async () => {
  const { list, since, store, clock, script, pass } = await follow();

  it("is listed once it has a price", async () => {
    assert.deepEqual(await list(market({ id: "a" }), market({ id: "b", yesPrice: null })), ["listed a"]);
    assert.deepEqual(await list(market({ id: "a" }), market({ id: "b" })), ["listed b"]);
  });

  it("is none where a pass finds nothing new", async () => {
    assert.deepEqual(await list(market({ id: "a" }), market({ id: "b" })), []);
  });

  it("is a price when any figure of the quote changed", async () => {
    for (const given of [{ bestBid: 380_000 }, { volume: 100_500 }, { yesPrice: 420_000 }]) {
      assert.deepEqual(await list(market({ id: "a", ...given }), market({ id: "b" })), ["price a"]);
    }
  });

  it("is a status when anything else changed, and both when both did", async () => {
    assert.deepEqual(await list(market({ id: "a", title: "Another title" }), market({ id: "b" })), [
      "price a",
      "status a",
    ]);
    assert.deepEqual(await list(market({ id: "a", title: "Another title" })), ["status b"]);
  });

  it("is one more where filters may no longer find it, with all that they found it by", async () => {
    const other = await follow();
    const from = () => other.store.changes.bounds().last;
    await other.list(market({ id: "a" }));
    let seq = from();
    const moves = () =>
      other.store.changes
        .read(seq, 1000, other.clock.now())
        .changes.flatMap(({ type, market: one, formers = [] }) =>
          formers.map(({ category, title, eventId }) => [type, one?.id, one?.title, category, title, eventId]),
        );
    await other.list(market({ id: "a", title: "Another title" }));
    await other.list(market({ id: "a", title: "A third title", eventId: "e2" }));
    assert.deepEqual(moves(), [
      ["status", "a", "A third title", "politics", "Will a happen?", "e1"],
      ["status", "a", "A third title", "politics", "Another title", "e1"],
    ]);
    seq = from();
    await other.list(market({ id: "a", title: "A third title", eventId: "e2", yesPrice: 300_000 }));
    assert.deepEqual(moves(), []);
  });

  it("is an outcome once that is known, with the newest state", async () => {
    assert.deepEqual(await list(market({ id: "a", title: "Another title" }), resolvedMarket({ id: "b" })), [
      "price b",
      "resolved b",
    ]);
    clock.advance(HOUR_MS);
    script.full = [page([market({ id: "c", bestBid: null })])];
    await pass(["kalshi"]);
    const found = since().find(({ type }) => type === "listed");
    const query = { status: "all", minVolume: 0, sort: "volume", order: "desc", now: START } as const;
    const { markets } = store.markets.list({ ...query, ids: [{ platform: "kalshi", id: "c" }] }, { page: 1, size: 1 });
    assert.ok(found?.market);
    const { marketKey, bestBid, bestAsk, settlementPrice, resolvedAt, priceSeq, statusSeq, ...listed } = found.market;
    assert.deepEqual([marketKey, bestBid, bestAsk, settlementPrice, resolvedAt], [3, null, 410_000, null, null]);
    assert.deepEqual([priceSeq, statusSeq], [null, null], "its first change is neither");
    assert.partialDeepStrictEqual(markets[0], listed);
    assert.equal(found.observedAt, clock.now());
  });

  it("is a price of null when the platform no longer gives one", async () => {
    await list(market({ id: "d" }));
    assert.deepEqual(await list(market({ id: "d", yesPrice: null })), ["price d"]);
    assert.deepEqual(await list(market({ id: "d", yesPrice: null, volume: 5_000_000 })), []);
  });
});

describe("a page of changes", async () => {
  const { list, store, file } = await follow();
  const from = store.changes.bounds().last;
  for (const volume of [1, 2, 3]) await list(...["a", "b", "c"].map((id) => market({ id, volume })));

  it("has each change of a market once, the newest", () => {
    const { changes: events } = store.changes.read(from, 1000, 0);
    assert.deepEqual(
      events.map(({ type, market: one }) => `${type} ${one?.id}`),
      ["listed a", "listed b", "listed c", "price a", "price b", "price c", "source undefined"],
    );
  });

  it("leaves out what belongs to a hidden platform", () => {
    const hiding = openReader(file, ["polymarket"]);
    assert.deepEqual(hiding.changes.read(from, 1000, 0), {
      changes: [],
      next: hiding.changes.bounds().last,
      upTo: hiding.changes.bounds().last,
    });
  });
});

describe("a change of a question, a spread or a platform", async () => {
  const script: Script = { full: [page([market({ id: "q" })])] };
  const partner: Script = {
    full: [page([market({ id: "q", bestBid: 450_000, bestAsk: 460_000, yesPrice: 455_000 })])],
  };
  const test = openTestWriter({ scripts: { kalshi: script, polymarket: partner } });
  const runAll = () => test.writer.runOnce(new Set(["kalshi", "polymarket"]));
  await runAll();
  const store = openReader(test.file);
  let seq = store.changes.bounds().last;
  const since = (type: ChangeType) => {
    const { changes: events, next } = store.changes.read(seq, 1000, test.clock.now());
    seq = next;
    return events.filter((one) => one.type === type);
  };

  it("is a match with its markets, and a spread with its orders", () => {
    const before = seq;
    group(test, [{ a: "kalshi", b: "polymarket" }]);
    const [formed] = since("match");
    assert.ok(formed?.question);
    assert.deepEqual(
      formed.question.members.map(({ platform }) => platform),
      ["kalshi", "polymarket"],
    );
    assert.equal(formed.questionId, formed.question.id);
    seq = before;
    const [opened] = since("spread");
    const found = opened?.spread;
    assert.ok(found?.opportunity);
    assert.equal(found.opportunity.spread, 40_000);
    assert.equal(found.questionId, formed.questionId);
    assert.equal(found.id, found.opportunity.id);
  });

  it("is another spread when the best quotes change, and none when only the volume does", async () => {
    script.full = [page([market({ id: "q", volume: 200_000 })])];
    await runAll();
    assert.deepEqual(since("spread"), []);
    script.full = [page([market({ id: "q", bestAsk: 420_000 })])];
    await runAll();
    assert.deepEqual(
      since("spread").map(({ spread }) => spread?.opportunity?.spread),
      [30_000],
    );
    script.full = [page([market({ id: "q", bestBid: 450_000, bestAsk: 470_000, yesPrice: 460_000 })])];
    await runAll();
    const [vanished] = since("spread");
    assert.equal(vanished?.spread?.opportunity, null);
    assert.ok(vanished.spread.id !== null);
  });

  it("was observed when the newest price that it shows was", async () => {
    const before = seq;
    script.full = [page([market({ id: "q", bestAsk: 420_000 })])];
    await runAll();
    const changedAt = test.clock.now();
    assert.deepEqual(
      since("spread").map(({ observedAt }) => observedAt),
      [changedAt],
    );
    test.clock.advance(60_000);
    script.full = [page([market({ id: "q", bestAsk: 420_000, volume: 250_000 })])];
    await runAll();
    seq = before;
    const [replayed] = since("spread");
    const shown = replayed?.spread?.opportunity?.members.map(({ updatedAt }) => updatedAt) ?? [];
    assert.deepEqual([replayed?.observedAt, Math.max(...shown)], [changedAt + 60_000, changedAt + 60_000]);
  });

  it("names the question in events of its markets", async () => {
    script.full = [page([market({ id: "q", volume: 300_000 })])];
    await runAll();
    const [price] = since("price");
    assert.equal(price?.market?.questionId, String(test.value("SELECT id FROM questions")));
  });

  it("is a source after each pass, also after one that failed", async () => {
    script.full = [new UpstreamError("http_500", "stand.in")];
    await runAll();
    const sources = since("source").map(({ source }) => [source?.platform, source?.failedAt === null]);
    assert.deepEqual(sources, [
      ["kalshi", false],
      ["polymarket", true],
    ]);
  });

  it("is a match without markets once the question has dissolved", async () => {
    const keys = test.rows("SELECT market_key, platform FROM markets").map((row) => {
      const [marketKey, platform] = row as [number, string];
      return { marketKey, platform };
    });
    await test.writer.writing.step(() => {
      test.db.exec("DELETE FROM matches");
      saveGroups(test.writer.writing, keys, [], test.clock.now());
    });
    const [dissolved] = since("match");
    assert.equal(dissolved?.question, undefined);
    assert.equal(dissolved?.questionId, String(test.value("SELECT id FROM questions")));
  });
});

/** A market as one pass lists it; one that is not listed is closed. */
const listed = fc.record({
  id: fc.integer({ min: 0, max: 12 }),
  yesPrice: fc.constantFrom(null, 250_000, 500_000),
  volume: fc.constantFrom(0, 100, 10_000),
  title: fc.constantFrom("Will it happen?", "Will it happen soon?"),
  isResolved: fc.constantFrom(false, false, true),
});

/** How the writer goes on after a pass: as before, after a crash within a step, started again, or from an older copy. */
const ENDS = ["goes on", "goes on", "fails", "starts again", "is restored"] as const;

const rounds = fc.array(
  fc.record({
    markets: fc.uniqueArray(listed, { selector: ({ id }) => id, minLength: 6, maxLength: 13 }),
    end: fc.constantFrom(...ENDS),
    reads: fc.boolean(),
  }),
  { minLength: 2, maxLength: 8 },
);

describe("a reader of changes", () => {
  it("has the state of all markets, whatever it missed and whatever became of the writer", async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        const script = { full: [page([])], resolved: [page([])] };
        const scripts = { kalshi: script };
        let test = openTestWriter({ scripts });
        const { file, clock } = test;
        const backup = `${file}.backup`;
        await test.writer.runOnce(new Set(["kalshi"]));
        copyAtOnce(test.db, backup);
        const [steady, lazy] = [createChangeReader(), createChangeReader(50)];
        for (const { markets, end, reads } of given) {
          clock.advance(HOUR_MS);
          const records = markets.map(({ isResolved, id, ...figures }) =>
            (isResolved ? resolvedMarket : market)({ ...figures, id: `m${id}`, eventId: `e${id % 3}` }),
          );
          script.full = [page(records.filter(({ status }) => status === "open"))];
          script.resolved = [page(records.filter(({ status }) => status === "closed"))];
          await test.writer.runOnce(new Set(["kalshi"]));
          const store = openStore(file, undefined);
          steady.assertCurrent(store);
          if (reads) lazy.assertCurrent(store);
          store.close();
          if (end === "goes on") continue;
          if (end === "fails") {
            const { writing } = test.writer;
            const failing = writing.step(() => {
              for (const key of test.rows("SELECT market_key FROM markets WHERE status = 'open'").flat()) {
                closeMarket(writing, Number(key), "passed", clock.now());
              }
              flushGathered(writing);
              throw new Error("cut short");
            });
            await assert.rejects(failing, /cut short/);
            continue;
          }
          await test.writer.close();
          if (end === "is restored") {
            for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
            copyFileSync(backup, file);
          }
          test = openTestWriter({ scripts, file, clock });
        }
        const store = openStore(file, undefined);
        for (const reader of [steady, lazy]) reader.assertCurrent(store);
        store.close();
        const restores = given.filter(({ end }) => end === "is restored").length;
        assert.ok(steady.tally.snapshots <= 1 + restores, "it resumes but for a restored file");
        await test.writer.close();
      }),
      { numRuns: 15 },
    );
  });
});

function open() {
  const { file, rows } = openTestWriter();
  const connect = () => openDatabase(file, "read-write", undefined);
  return { db: connect(), connect, seqs: () => rows("SELECT seq FROM feed_changes").flat() };
}

const logged = (db: Db) => ({ db, clock: fixedClock() });

describe("the log of changes", () => {
  it("begins at the time of its first change, and counts from there", () => {
    const { db, seqs } = open();
    addChanges(logged(db), "price", []);
    assert.deepEqual(seqs(), []);
    addChanges(logged(db), "price", [7, 8]);
    addChanges(logged(db), "source", ["kalshi"]);
    assert.deepEqual(seqs(), [START, START + 1, START + 2, START + 3]);
    assert.equal(lastSeqOf(db), START + 3);
  });

  it("leaves a gap when it is opened again, whatever the time is", () => {
    const { db, connect, seqs } = open();
    addChanges(logged(db), "price", [7]);
    addChanges(logged(connect()), "price", [8]);
    addChanges({ db: connect(), clock: fixedClock(1) }, "price", [9]);
    const second = START + 1 + 1_000_000;
    const third = second + 1 + 1_000_000;
    assert.deepEqual(seqs(), [START, START + 1, second, second + 1, third, third + 1]);
  });

  it("begins with a gap although the first transaction was undone", () => {
    const { db, seqs } = open();
    db.exec("BEGIN");
    addChanges(logged(db), "price", [7]);
    db.exec("ROLLBACK");
    forgetStart(db);
    addChanges(logged(db), "price", [7]);
    assert.deepEqual(seqs(), [START, START + 1]);
  });

  it("keeps the newest 500,000 changes, across gaps, and deletes older ones in steps", () => {
    const { db, connect, seqs } = open();
    const many = (count: number) => Array.from({ length: count }, (_, index) => index);
    addChanges(logged(db), "price", many(250_000));
    const reopened = connect();
    addChanges(logged(reopened), "price", many(299_998));
    const counts: number[] = [];
    for (let isMore = true; isMore; ) {
      isMore = trimSomeChanges(reopened);
      counts.push(seqs().length);
    }
    assert.deepEqual(counts, [530_000, 510_000, 500_000]);
    assert.equal(trimSomeChanges(reopened), false);
    assert.equal(seqs()[0], START + 50_000);
    assert.equal(seqs().at(-1), lastSeqOf(reopened));
  });
});

describe("a commit", () => {
  it("is told once it is durable for other connections, where it has logged changes", async () => {
    const { db, rows } = openTestWriter();
    const told: unknown[] = [];
    const raise = (): void => void told.push(...rows("SELECT subject FROM feed_changes WHERE type <> 0").flat());
    const writing = openWriting(db, { clock: fixedClock(), signal: { raise } });
    await writing.step(() => undefined);
    assert.deepEqual(told, []);
    const result = await writing.step(() => {
      addChanges(writing, "price", [7]);
      assert.deepEqual(told, []);
      return "done";
    });
    assert.equal(result, "done");
    assert.deepEqual(told, [7]);
  });

  it("that was undone is told to nobody, and the next one begins the log", async () => {
    const { db, rows } = openTestWriter();
    const told: unknown[] = [];
    const raise = (): void => void told.push(...rows("SELECT type FROM feed_changes").flat());
    const writing = openWriting(db, { clock: fixedClock(), signal: { raise } });
    const undone = writing.step(() => {
      addChanges(writing, "price", [7]);
      throw new Error("undone");
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual(told, []);
    await writing.step(() => addChanges(writing, "price", [7]));
    assert.deepEqual(told, [0, 1]);
  });
});

describe("the signal of a commit", () => {
  it("comes at once, then at most every 50 ms, and never after its end", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const signal = shareChangeSignal();
    let calls = 0;
    const stop = signal.follow(() => calls++);
    const other = shareChangeSignal(signal.memory);
    const raise = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) other.raise();
      await nextTurns();
    };
    await raise(3);
    assert.equal(calls, 1);
    await raise(2);
    mock.timers.tick(49);
    await nextTurns();
    assert.equal(calls, 1);
    mock.timers.tick(1);
    await nextTurns();
    assert.equal(calls, 2);
    mock.timers.tick(500);
    await nextTurns();
    assert.equal(calls, 2);
    await raise(1);
    assert.equal(calls, 3);
    mock.timers.tick(50);
    await nextTurns();
    stop();
    await raise(1);
    mock.timers.tick(500);
    await nextTurns();
    assert.equal(calls, 3);
  });
});

/** Turns of the event loop in which shared memory wakes those that wait for it. */
async function nextTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}
