import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  addToWindow,
  createMinuteWindow,
  removeFromWindow,
  slideWindow,
  waitForFewer,
} from "../../../src/access/counters.ts";

const START = Date.parse("2026-11-20T04:09:00.000Z");

/** Lets a request through unless `quota` are in the window. */
function ask(window: ReturnType<typeof createMinuteWindow>, now: number, quota: number): boolean {
  if (slideWindow(window, now) >= quota) return false;
  addToWindow(window);
  return true;
}

describe("the minute window", () => {
  it("counts a request for sixty seconds, to the millisecond", () => {
    const window = createMinuteWindow();
    ask(window, START + 250, 30);
    assert.equal(slideWindow(window, START + 60_249), 1);
    assert.equal(slideWindow(window, START + 60_250), 0);
  });

  it("never lets more than the quota into any 60 seconds, and nothing that 61 seconds have room for waits", () => {
    const steps = fc.array(fc.oneof(fc.nat(40), fc.nat(4_000), fc.nat(70_000)), { maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (quota, waits) => {
        const window = createMinuteWindow();
        const passed: number[] = [];
        let now = START;
        for (const wait of waits) {
          now += wait;
          const within = (ms: number) => passed.filter((at) => at > now - ms).length;
          const hadRoom = within(61_000) < quota;
          if (ask(window, now, quota)) passed.push(now);
          else assert.ok(!hadRoom, "it was refused although there was room");
          assert.ok(within(60_000) <= quota);
          assert.ok(window.used >= within(60_000) && window.used <= within(61_000));
        }
      }),
    );
  });

  it("gives the exact time until the next request", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(9_000), { maxLength: 60 }), (quota, waits) => {
        const window = createMinuteWindow();
        let now = START;
        for (const wait of waits) {
          now += wait;
          if (ask(window, now, quota)) continue;
          const waitMs = waitForFewer(window, quota);
          assert.ok(waitMs > 0 && waitMs <= 60_000);
          assert.ok(slideWindow(structuredClone(window), now + waitMs - 1) >= quota);
          assert.ok(slideWindow(structuredClone(window), now + waitMs) < quota);
        }
      }),
    );
  });

  it("waits for as many as it takes when the quota was lowered", () => {
    const window = createMinuteWindow();
    for (let index = 0; index < 10; index++) ask(window, START + index * 1_000, 100);
    assert.equal(waitForFewer(window, 3), 60_000 - 9_000 + 7_000);
    assert.equal(waitForFewer(window, 11), 0);
  });

  it("removes a counted request, unless it has left the window", () => {
    const window = createMinuteWindow();
    slideWindow(window, START);
    const second = addToWindow(window);
    addToWindow(window);
    removeFromWindow(window, second);
    assert.equal(slideWindow(window, START), 1);
    assert.equal(slideWindow(window, START + 60_000), 0);
    removeFromWindow(window, second);
    assert.equal(window.used, 0);
  });

  it("does not go back with the clock, and continues at its pace", () => {
    fc.assert(
      fc.property(fc.integer({ min: -7_200_000, max: -1 }), (back) => {
        const window = createMinuteWindow();
        for (let index = 0; index < 3; index++) assert.ok(ask(window, START, 3));
        const now = START + back;
        assert.equal(ask(window, now, 3), false);
        assert.equal(waitForFewer(window, 3), 60_000);
        assert.equal(ask(window, now + 59_999, 3), false);
        assert.equal(ask(window, now + 60_000, 3), true);
      }),
    );
  });
});
