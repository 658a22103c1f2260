import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { PastPrice } from "../../../src/sources/source.ts";
import { toPastPoints } from "../../../src/writer/ingest/backfill.ts";
import { markets, page } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

describe("the points kept of a told past", () => {
  it("rise in time, change the price, and end before our own, whatever is told", () => {
    const price = fc.record({ at: fc.integer({ min: 0, max: 100_000 }), yesPrice: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(price, { maxLength: 40 }), fc.nat(100), fc.nat(100), (prices, from, before) => {
        const points = toPastPoints(prices, { from, before });
        for (const [index, { at, yesPrice }] of points.entries()) {
          const earlier = points[index - 1];
          assert.ok(at < before && (index === 0 || at > from));
          assert.ok(earlier === undefined || (earlier.at < at && earlier.yesPrice !== yesPrice));
        }
        for (let second = from; second < before; second++) {
          const told = prices.filter(({ at }) => at < (second + 1) * 1000);
          const latest = Math.max(...told.map(({ at }) => at));
          const inForce = told.findLast(({ at }) => at === latest)?.yesPrice;
          assert.equal(points.findLast(({ at }) => at <= second)?.yesPrice, inForce);
        }
      }),
      { examples: [[[0, 8000].map((at) => ({ at, yesPrice: at })), 8, 9]] },
    );
  });
});

describe("asking for pasts", () => {
  async function openWaiting(count: number, isIngesting = true) {
    const asked: string[] = [];
    let running = 0;
    const history = async (_: unknown, { id }: { id: string }): Promise<readonly PastPrice[]> => {
      running++;
      assert.equal(running, 1, "one at a time");
      asked.push(id);
      await Promise.resolve();
      running--;
      return [{ at: 0, yesPrice: 1 }];
    };
    const scripts = { kalshi: { full: [page(markets(count))], history } };
    const test = openTestWriter({ scripts, config: { ingests: isIngesting } });
    await test.pass();
    return { test, asked, request: (id: string) => test.writer.backfills.request({ platform: "kalshi", id }) };
  }

  it("goes one by one, for a bounded number of markets", async () => {
    const { test, asked, request } = await openWaiting(205);
    const states = Array.from({ length: 205 }, (_, index) => request(`m${index + 1}`));
    assert.equal(states.filter((state) => state === "pending").length, 200);
    assert.equal(states.at(-1), "unavailable");
    assert.equal(request("m1"), "pending");
    await test.writer.backfills.whenIdle();
    assert.equal(asked.length, 200);
    assert.equal(new Set(asked).size, 200);
    assert.equal(request("m1"), "complete");
    assert.equal(request("m205"), "pending");
  });

  it("is refused for what is not known, and by a service that gathers nothing", async () => {
    const { request } = await openWaiting(1);
    assert.equal(request("unknown"), "unavailable");
    const silent = await openWaiting(1, false);
    assert.equal(silent.request("m1"), "unavailable");
    assert.deepEqual(silent.asked, []);
  });

  it("that was in vain under a clock that was ahead is done again once it is right", async () => {
    const history = () => Promise.resolve([]);
    const test = openTestWriter({ scripts: { kalshi: { full: [page(markets(1))], history } } });
    await test.pass();
    const request = () => test.writer.backfills.request({ platform: "kalshi", id: "m1" });
    test.clock.set(10 * 86_400_000);
    assert.equal(request(), "pending");
    await test.writer.backfills.whenIdle();
    assert.equal(request(), "unavailable");
    test.clock.set(-10 * 86_400_000);
    assert.equal(request(), "pending");
    await test.writer.backfills.whenIdle();
  });

  it("ends with the service", async () => {
    const { test, asked, request } = await openWaiting(50);
    for (let index = 1; index <= 50; index++) request(`m${index}`);
    await test.writer.close();
    assert.ok(asked.length <= 1);
    assert.equal(test.logged.length, 0);
  });
});
