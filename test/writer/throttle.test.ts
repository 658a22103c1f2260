import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createThrottle } from "../../src/writer/thread.ts";

describe("a throttle", () => {
  it("passes the first value at once, and then the latest of each interval", ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let now = 0;
    const passed: number[] = [];
    const note = createThrottle<number>(
      50,
      (value) => passed.push(value),
      () => now,
    );
    const wait = (ms: number): void => {
      now += ms;
      mock.timers.tick(ms);
    };
    for (const value of [1, 2, 3]) note(value);
    assert.deepEqual(passed, [1]);
    wait(50);
    assert.deepEqual(passed, [1, 3]);
    note(4);
    wait(49);
    assert.deepEqual(passed, [1, 3]);
    wait(1);
    assert.deepEqual(passed, [1, 3, 4]);
    wait(500);
    assert.deepEqual(passed, [1, 3, 4]);
    note(5);
    assert.deepEqual(passed, [1, 3, 4, 5]);
  });

  it("does not wait for a timer that is late", ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let now = 0;
    const passed: number[] = [];
    const note = createThrottle<number>(
      50,
      (value) => passed.push(value),
      () => now,
    );
    for (const value of [1, 2]) note(value);
    now = 60;
    note(3);
    assert.deepEqual(passed, [1, 3]);
    mock.timers.tick(60);
    assert.deepEqual(passed, [1, 3]);
  });
});
