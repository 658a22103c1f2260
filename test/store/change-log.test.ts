import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addChanges, forgetStart, lastSeqOf, shareChangeSignal, trimSomeChanges } from "../../src/store/change-log.ts";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { openWriting } from "../../src/writer/transactions.ts";
import { START } from "../support/store/builders.ts";
import { fixedClock, openTestWriter } from "../support/store/writer.ts";

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
