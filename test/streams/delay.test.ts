import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { market } from "../support/store/builders.ts";
import { openScriptedHub, until } from "../support/streams/scripted.ts";
import { openLiveTest, type ReadEvent } from "../support/streams/streams.ts";

const HOUR_MS = 3_600_000;

describe("after the time of day was set back", () => {
  it("a poll says that it has got everything only when it has", async () => {
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

  it("a stream of the free plan waits for a change no longer than its delay", async () => {
    const { reader, start, own, context } = await openScriptedHub(1);
    const written = start({ owner: await own(), since: 1 });
    reader.add("manifold", context.clock.now());
    context.clock.set(-HOUR_MS);
    await until(() => reader.readAfter.includes(1));
    assert.deepEqual(written.events(), []);
    context.clock.advance(60_000);
    await until(() => written.events().length === 1);
  });
});

const NDJSON = { Accept: "application/x-ndjson" };
const priceOf = ({ data }: ReadEvent) => data?.yes_price;

/** A market that moved long ago and just now, another that moved long ago, and a key on the free plan. */
async function openMoved() {
  const test = await openLiveTest();
  await test.list([market({ id: "a" }), market({ id: "b" })]);
  const { secret } = await test.make({ tier: "free" });
  const since = test.last();
  await test.list([market({ id: "a", yesPrice: 410_000 }), market({ id: "b", yesPrice: 510_000 })]);
  // More than one reading takes.
  const others = Array.from({ length: 600 }, (_, index) => market({ id: `other${index}` }));
  await test.list([market({ id: "a", yesPrice: 410_000 }), market({ id: "b", yesPrice: 510_000 }), ...others]);
  test.clock.advance(300_000);
  await test.list([market({ id: "a", yesPrice: 420_000 }), market({ id: "b", yesPrice: 510_000 }), ...others]);
  const path = "/api/v1/stream?markets=kalshi:a,kalshi:b&types=price&since=";
  return { ...test, path, since, secret };
}

describe("a market that changes every 20 seconds", () => {
  it("is told to polls of the free plan, a minute late", async () => {
    const test = await openLiveTest();
    await test.list([market({ id: "a" })]);
    const { secret } = await test.make({ tier: "free" });
    const changedAt = new Map<number, number>();
    const delays: number[] = [];
    let since = test.last();
    for (let step = 1; step <= 12; step++) {
      test.clock.advance(18_000);
      await test.list([market({ id: "a", yesPrice: 400_000 + step * 10_000 })]);
      const now = test.clock.elapsed();
      changedAt.set((40 + step) / 100, now);
      // A reader whose connection breaks before the end asks again after what it has got.
      for (const _ of ["first", "again"]) {
        const path = `/api/v1/stream?markets=kalshi:a&types=price&poll=1&since=${since}`;
        const reader = await test.open(path, secret, NDJSON);
        await reader.ended;
        since = reader.events.at(-2)?.seq ?? since;
        for (const event of reader.events.slice(0, -1)) delays.push(now - (changedAt.get(priceOf(event)) ?? now));
      }
    }
    assert.deepEqual(delays, Array(9).fill(60_000));
  });
});

describe("a price of just now is not sent with an older change on the free plan", () => {
  it("to a stream that resumes", async () => {
    const { clock, open, path, secret, since, context } = await openMoved();
    const reader = await open(`${path}${since}`, secret);
    const { secret: other } = await context.commands.createKey({
      ...{ name: "Ada", email: "ada@example.org", tier: "pro" },
    });
    const current = await open(`${path}${since}&poll=1`, other, NDJSON);
    await current.ended;
    assert.deepEqual(current.events.map(priceOf), [0.51, 0.42, undefined]);
    await reader.until((event) => priceOf(event) === 0.51);
    assert.equal(reader.events.length, 1, "what changed long ago alone");
    clock.advance(60_000);
    await reader.until((event) => priceOf(event) === 0.42);
    reader.leave();
  });

  it("to a poll, which gets it with the later change", async () => {
    const { clock, open, path, secret, since } = await openMoved();
    const first = await open(`${path}${since}&poll=1`, secret, NDJSON);
    await first.ended;
    assert.deepEqual(first.events.map(priceOf), [0.51, undefined]);
    clock.advance(60_000);
    const second = await open(`${path}${first.seq()}&poll=1`, secret, NDJSON);
    await second.ended;
    assert.deepEqual(second.events.map(priceOf), [0.42, undefined]);
  });
});
