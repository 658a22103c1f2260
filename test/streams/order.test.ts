import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "../support/properties.ts";
import { openTestContext } from "../support/service/api.ts";
import { createWritten, openScriptedHub, until, type Written } from "../support/streams/scripted.ts";

const HOUR_MS = 3_600_000;
const PLATFORMS = ["kalshi", "manifold", "polymarket"];
const changesOf = ({ events }: Written) => events().map(({ seq, change }) => [seq, change]);

describe("the seq of a stream", () => {
  it("does not go back where others still wait for many changes", async () => {
    const { reader, start, context } = await openScriptedHub(1);
    const live = start();
    await until(() => reader.reads > 3);
    for (let index = 0; index < 3000; index++) reader.add(`platform ${index}`, 0);
    const back = start({ since: 3001 });
    const poll = start({ since: 2000, isPoll: true });
    reader.add("kalshi", 0);
    context.clock.advance(1000);
    await until(() => live.events().length === 3001 && back.events().length > 0 && poll.isOver());
    assert.deepEqual(changesOf(back), [[3002, 3002]]);
    const changes = poll.events().map(({ change }) => change);
    assert.deepEqual(
      changes.slice(0, 1001),
      Array.from({ length: 1001 }, (_, index) => 2001 + index),
    );
  });

  it("is where its reader may resume, whatever happens", async () => {
    const step = fc.oneof(
      fc.record({ add: fc.constantFrom(...PLATFORMS) }),
      fc.record({ open: fc.nat(8) }),
      fc.record({ advance: fc.constantFrom(300, 700, 1000) }),
      fc.constant({ turn: true }),
      fc.record({ after: fc.constantFrom(...PLATFORMS) }),
    );
    const context = await openTestContext();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { reader, start, hub, wakeHub } = await openScriptedHub(10, { context });
        const followed: { since: number; written: Written }[] = [];
        for (const one of steps) {
          if ("add" in one) reader.add(one.add, 0);
          if ("after" in one) reader.afterReading(() => reader.add(one.after, 0));
          if ("advance" in one) context.clock.advance(one.advance);
          if ("open" in one && followed.length < 8) {
            const since = reader.bounds().last - one.open;
            followed.push({ since, written: start({ since }) });
          }
          wakeHub();
          if ("turn" in one) await new Promise(setImmediate);
        }
        context.clock.advance(2000);
        reader.add("last", 0);
        await until(() => {
          wakeHub();
          return followed.every(({ written }) => written.events().some(({ platform }) => platform === "last"));
        });
        const newest = new Map(reader.platforms().map((platform, index) => [platform, index + 1]));
        for (const { since, written } of followed) {
          const missing = new Map([...newest].filter(([, change]) => change > since));
          let before = 0;
          for (const { seq, change, platform } of written.all()) {
            assert.ok(Number(seq) >= before, `${seq} after ${before}`);
            before = Number(seq);
            if (missing.get(String(platform)) === change) missing.delete(String(platform));
            const lost = [...missing].filter(([, seqOfNewest]) => seqOfNewest <= before);
            assert.deepEqual(lost, [], `who resumes after ${before} never gets them`);
          }
        }
        hub.close();
      }),
      { numRuns: Number(process.env.TOTEBOARD_TEST_RUNS ?? 100) },
    );
  });
});

describe("a poll", () => {
  it("ends with what there was when it began, while more and more is written", async () => {
    for (const hasLive of [true, false]) {
      const { reader, start } = await openScriptedHub(10);
      if (hasLive) {
        start();
        await until(() => reader.reads > 3);
      }
      let written = 0;
      const write = (): void => {
        reader.add("manifold", 0);
        written++;
        reader.afterReading(write);
      };
      reader.afterReading(write);
      const poll = start({ since: 5, isPoll: true });
      await until(() => poll.isOver() || written > 100);
      assert.ok(poll.isOver());
      const got = changesOf(poll);
      assert.deepEqual(
        got.slice(0, 5).map(([, change]) => change),
        [6, 7, 8, 9, 10],
      );
      assert.equal(poll.events().at(-1)?.seq, Math.max(...got.map(([, change]) => Number(change ?? 0))));
    }
  });

  it("gets what was written since another stream has read", async () => {
    const { reader, start } = await openScriptedHub(5);
    const other = start({ since: 1 });
    reader.add("manifold", 0);
    const poll = start({ since: 2, isPoll: true });
    await until(() => poll.isOver());
    assert.deepEqual(
      poll.events().map(({ seq }) => seq),
      [3, 4, 5, 6, 6],
    );
    assert.ok(other.events().length > 0);
  });

  it("says that it has got everything only when it has, after the time of day was set back", async () => {
    const { reader, start, own, context } = await openScriptedHub(2);
    reader.add("manifold", context.clock.now());
    context.clock.set(-HOUR_MS);
    const polls = [start({ since: 1, isPoll: true }), start({ owner: await own(), since: 1, isPoll: true })];
    await until(() => polls.every(({ isOver }) => isOver()));
    for (const { events } of polls) {
      assert.deepEqual(
        events().map(({ seq, type }) => [seq, type]),
        [
          [2, "source"],
          [3, "source"],
          [3, "end"],
        ],
      );
    }
  });

  it("says no seq of what it has not sent, when it ends early", async () => {
    const { reader, start, hub } = await openScriptedHub(3000);
    const poll = start({ since: 1, isPoll: true });
    await until(() => reader.readAfter.length === 3);
    hub.close();
    const [newest, last] = poll.all().slice(-2);
    assert.deepEqual(last, { type: "end", reason: "stopping", seq: newest?.change });
  });
});

describe("a stream whose reader takes nothing", () => {
  it("is cut off without a last message when the service stops", async () => {
    const { start, hub, open } = await openScriptedHub(1);
    const [live, deaf] = [start(), createWritten()];
    Object.assign(deaf.response, { writableNeedDrain: true });
    open().begin(deaf.response);
    hub.close();
    assert.deepEqual([live.isOver(), live.response.destroyed], [true, false]);
    assert.deepEqual([deaf.isOver(), deaf.response.destroyed], [false, true]);
  });
});

describe("a stream whose changes are lost", () => {
  it("says where to go on with its reset, not before", async () => {
    const { reader, start } = await openScriptedHub(100);
    reader.trim();
    const written = start({ since: 50 });
    await until(() => written.all().length === 2);
    assert.deepEqual(
      written.all().map(({ type, seq }) => [type, seq]),
      [
        ["heartbeat", undefined],
        ["reset", 100],
      ],
    );
  });
});
