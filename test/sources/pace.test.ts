import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { json, openFetcher, script, serve } from "../support/upstream/fetching.ts";

describe("a slowed fetcher", () => {
  it("keeps its own pace, and the platform's together with all others", async () => {
    const starts: [string, number][] = [];
    let now = 0;
    const base = await serve(script(json(1)).listener);
    const { fetcher } = openFetcher({
      requestsPerSecond: 2,
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    });
    const slow = fetcher.slowed(1);
    const ask = async (name: string, one: Pick<typeof fetcher, "json">): Promise<void> => {
      await one.json(base);
      starts.push([name, now]);
    };
    for (const turn of [1, 2]) {
      await ask(`fast ${turn}`, fetcher);
      await ask(`slow ${turn}`, slow);
    }
    await ask("slow 3", slow);
    assert.deepEqual(starts, [
      ["fast 1", 0],
      ["slow 1", 500],
      ["fast 2", 1000],
      ["slow 2", 1500],
      ["slow 3", 2000],
    ]);
  });

  it("at half the pace gets every second request while others ask for as many as they can", async () => {
    let now = 0;
    const waiting: { readonly until: number; readonly resolve: () => void }[] = [];
    const sleep = (ms: number) => new Promise<void>((resolve) => void waiting.push({ until: now + ms, resolve }));
    const base = await serve(script(json(1)).listener);
    const { fetcher } = openFetcher({ requestsPerSecond: 5, now: () => now, sleep });
    const counts = { pass: 0, lane: 0 };
    let asking = 2;
    const keepAsking = async (name: keyof typeof counts, one: Pick<typeof fetcher, "json">): Promise<void> => {
      while (now < 10_000) {
        await one.json(base);
        counts[name]++;
      }
      asking--;
    };
    const both = Promise.all([keepAsking("pass", fetcher), keepAsking("lane", fetcher.slowed(2.5))]);
    while (asking > 0) {
      await setImmediate();
      const next = waiting.toSorted((a, b) => a.until - b.until)[0];
      // No time passes while a request is on the wire.
      if (next === undefined || waiting.length < asking) continue;
      waiting.splice(waiting.indexOf(next), 1);
      now = Math.max(now, next.until);
      next.resolve();
    }
    await both;
    assert.ok(counts.pass + counts.lane <= 52, JSON.stringify(counts));
    assert.ok(counts.lane >= 20 && counts.lane <= 26, JSON.stringify(counts));
    assert.ok(counts.pass >= 24, JSON.stringify(counts));
  });
});
