import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openChangeLog, shareChangeSignal } from "../../src/store/changes.ts";
import { START } from "../support/store/builders.ts";
import { fixedClock, openTestWriter } from "../support/store/writer.ts";

const open = () => {
  const { db, rows } = openTestWriter();
  const clock = fixedClock();
  return { db, clock, log: openChangeLog(db, { clock }), seqs: () => rows("SELECT seq FROM feed_changes").flat() };
};

describe("the log of changes", () => {
  it("begins at the time of its first change, and counts from there", () => {
    const { log, seqs } = open();
    log.add("price", []);
    assert.deepEqual(seqs(), []);
    log.add("price", [7, 8]);
    log.add("source", ["kalshi"]);
    assert.deepEqual(seqs(), [START, START + 1, START + 2, START + 3]);
    assert.equal(log.lastSeq(), START + 3);
  });

  it("leaves a gap when it is opened again, whatever the time is", () => {
    const { db, clock, log, seqs } = open();
    log.add("price", [7]);
    openChangeLog(db, { clock }).add("price", [8]);
    clock.advance(-START);
    openChangeLog(db, { clock }).add("price", [9]);
    const second = START + 1 + 1_000_000;
    const third = second + 1 + 1_000_000;
    assert.deepEqual(seqs(), [START, START + 1, second, second + 1, third, third + 1]);
  });

  it("begins with a gap although the first transaction was undone", () => {
    const { log, seqs } = open();
    const undone = (): void => {
      log.add("price", [7]);
      throw new Error("undone");
    };
    assert.throws(() => log.commit(undone), /undone/);
    log.add("price", [7]);
    assert.deepEqual(seqs(), [START, START + 1]);
  });

  it("keeps the newest 500,000 changes, across gaps, and deletes older ones in steps", () => {
    const { db, clock, log, seqs } = open();
    const many = (count: number) => Array.from({ length: count }, (_, index) => index);
    log.add("price", many(250_000));
    const reopened = openChangeLog(db, { clock });
    reopened.add("price", many(299_998));
    const counts: number[] = [];
    for (let isMore = true; isMore; ) {
      isMore = reopened.trimSome();
      counts.push(seqs().length);
    }
    assert.deepEqual(counts, [530_000, 510_000, 500_000]);
    assert.equal(reopened.trimSome(), false);
    assert.equal(seqs()[0], START + 50_000);
    assert.equal(seqs().at(-1), reopened.lastSeq());
  });
});

describe("a commit", () => {
  it("is told once it is durable for other connections, where it has logged changes", () => {
    const { db, rows } = openTestWriter();
    const told: unknown[] = [];
    const raise = (): void => void told.push(...rows("SELECT subject FROM feed_changes WHERE type <> 0").flat());
    const log = openChangeLog(db, { clock: fixedClock(), signal: { raise } });
    log.commit(() => undefined);
    assert.deepEqual(told, []);
    assert.equal(
      log.commit(() => {
        log.add("price", [7]);
        assert.deepEqual(told, []);
        return "done";
      }),
      "done",
    );
    assert.deepEqual(told, [7]);
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
