import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openScriptedHub, until } from "../support/feed/scripted.ts";

const HOUR_MS = 3_600_000;

describe("after the time of day was set back", () => {
  it("a poll says that it has got everything only when it has", async () => {
    const { start, own, context } = await openScriptedHub(3);
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

  it("a stream of the free plan waits for a change no longer than its delay", async () => {
    const { feed, start, own, context } = await openScriptedHub(1);
    const written = start({ owner: await own(), since: 1 });
    feed.add("manifold", context.clock.now());
    context.clock.set(-HOUR_MS);
    await until(() => feed.readAfter.includes(1));
    assert.deepEqual(written.events(), []);
    context.clock.advance(60_000);
    await until(() => written.events().length === 1);
  });
});
