import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createThrottle } from "../../src/writer/throttle.ts";

describe("a throttle", () => {
  it("passes the first value at once, and then the latest of each interval", ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const passed: number[] = [];
    const note = createThrottle<number>(50, (value) => passed.push(value));
    for (const value of [1, 2, 3]) note(value);
    assert.deepEqual(passed, [1]);
    mock.timers.tick(50);
    assert.deepEqual(passed, [1, 3]);
    note(4);
    mock.timers.tick(49);
    assert.deepEqual(passed, [1, 3]);
    mock.timers.tick(1);
    assert.deepEqual(passed, [1, 3, 4]);
    mock.timers.tick(500);
    note(5);
    assert.deepEqual(passed, [1, 3, 4, 5]);
  });
});
