import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { openScriptedHub, until, type Written } from "../support/feed/scripted.ts";
import { openTestContext } from "../support/service/test-context.ts";

const PLATFORMS = ["kalshi", "manifold", "polymarket"];
const changesOf = ({ events }: Written) => events().map(({ seq, change }) => [seq, change]);

describe("the seq of a stream", () => {
  it("stays where a change waits for its second, though others are sent to those who come back", async () => {
    const { feed, start, context } = await openScriptedHub(1);
    const live = start();
    await until(() => feed.reads > 3);
    feed.add("kalshi", 0);
    await until(() => live.events().length === 1);
    for (const platform of ["kalshi", "manifold"]) feed.add(platform, 0);
    await until(() => live.events().length === 2);
    const back = start({ since: 1 });
    await until(() => back.events().length === 3);
    feed.add("polymarket", 0);
    await until(() => live.events().length === 3);
    context.clock.advance(1000);
    feed.add("predictit", 0);
    await until(() => live.events().length === 5);
    assert.deepEqual(changesOf(live).toSorted(), [
      [2, 2],
      [2, 4],
      [2, 5],
      [5, 3],
      [6, 6],
    ]);
    assert.deepEqual(changesOf(back), [[2, 2], [2, 3], [2, 4], ...changesOf(live).slice(2)]);
  });

  it("does not go back where changes are written while a stream comes up to date", async () => {
    const { feed, start } = await openScriptedHub(1);
    const live = start();
    await until(() => feed.reads > 3);
    feed.add("kalshi", 0);
    await until(() => live.events().length === 1);
    feed.afterReading(() => {
      for (const platform of ["manifold", "polymarket"]) feed.add(platform, 0);
    });
    const back = start({ since: 1 });
    await until(() => back.events().length >= 3);
    feed.add("predictit", 0);
    await until(() => back.events().at(-1)?.change === 5);
    assert.deepEqual(changesOf(back), [
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ]);
  });

  it("does not go back where others still wait for many changes", async () => {
    const { feed, start } = await openScriptedHub(1);
    const live = start();
    await until(() => feed.reads > 3);
    for (let index = 0; index < 3000; index++) feed.add(`platform ${index}`, 0);
    const back = start({ since: 3001 });
    feed.add("kalshi", 0);
    await until(() => live.events().length === 3001 && back.events().length > 0);
    assert.deepEqual(changesOf(back), [[3002, 3002]]);
    const poll = start({ since: 1, isPoll: true });
    await until(poll.isOver);
    assert.deepEqual(poll.events().at(-1), { seq: 3002, type: "end", reason: "caught_up" });
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
        const { feed, start, hub } = await openScriptedHub(10, { context });
        const followed: { since: number; written: Written }[] = [];
        for (const one of steps) {
          if ("add" in one) feed.add(one.add, 0);
          if ("after" in one) feed.afterReading(() => feed.add(one.after, 0));
          if ("advance" in one) context.clock.advance(one.advance);
          if ("open" in one && followed.length < 8) {
            const since = feed.bounds().last - one.open;
            followed.push({ since, written: start({ since }) });
          }
          hub.wake();
          if ("turn" in one) await new Promise(setImmediate);
        }
        context.clock.advance(2000);
        feed.add("last", 0);
        await until(() => {
          hub.wake();
          return followed.every(({ written }) => written.events().some(({ platform }) => platform === "last"));
        });
        const newest = new Map(feed.platforms().map((platform, index) => [platform, index + 1]));
        for (const { since, written } of followed) {
          const missing = new Map([...newest].filter(([, change]) => change > since));
          let before = 0;
          for (const { seq, change, platform } of written.events()) {
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
