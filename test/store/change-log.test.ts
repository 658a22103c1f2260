import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openChangeLog } from "../../src/store/change-log.ts";
import { START } from "../support/store/builders.ts";
import { fixedClock, openTestWriter } from "../support/store/writer.ts";

const open = () => {
  const { db, rows } = openTestWriter();
  const clock = fixedClock();
  return { db, clock, log: openChangeLog(db, clock), seqs: () => rows("SELECT seq FROM feed_changes").flat() };
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
    openChangeLog(db, clock).add("price", [8]);
    clock.advance(-START);
    openChangeLog(db, clock).add("price", [9]);
    const second = START + 1 + 1_000_000;
    const third = second + 1 + 1_000_000;
    assert.deepEqual(seqs(), [START, START + 1, second, second + 1, third, third + 1]);
  });

  it("begins with a gap although the first transaction was undone", () => {
    const { db, log, seqs } = open();
    const undone = db.transaction(() => {
      log.add("price", [7]);
      throw new Error("undone");
    });
    assert.throws(undone, /undone/);
    log.discard();
    log.add("price", [7]);
    assert.deepEqual(seqs(), [START, START + 1]);
  });

  it("keeps the newest 500,000 changes, across gaps, and deletes older ones in steps", () => {
    const { db, clock, log, seqs } = open();
    const many = (count: number) => Array.from({ length: count }, (_, index) => index);
    log.add("price", many(250_000));
    const reopened = openChangeLog(db, clock);
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
