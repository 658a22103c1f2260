import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPace } from "../../../src/writer/transactions/pace.ts";

/** Steps of rows that take this long each, half of it only when the step is committed; gives how long each step took. */
function take(steps: number, rowMs: (step: number) => number): number[] {
  let now = 0;
  const pace = createPace({ elapsedMs: () => now, workedMs: () => now });
  return Array.from({ length: steps }, (_, step) => {
    const from = now;
    const allowance = pace.begin();
    let rows = 0;
    while (!allowance.isSpent()) {
      allowance.spend();
      rows++;
      now += rowMs(step) / 2;
    }
    now += (rows * rowMs(step)) / 2;
    allowance.end();
    return now - from;
  });
}

describe("the pace of the writer", () => {
  for (const rowMs of [0.01, 0.1, 0.3]) {
    it(`keeps steps of rows that take ${rowMs} ms each under 50 ms, and soon near half of that`, () => {
      const took = take(60, () => rowMs);
      assert.ok(Math.max(...took) < 50, String(Math.max(...took)));
      const [last] = took.slice(-1);
      assert.ok(last !== undefined && last > 15 && last < 35, String(last));
    });
  }

  it("gives way at once when rows become dear", () => {
    const took = take(60, (step) => (step < 30 ? 0.05 : 0.4));
    assert.ok(Math.max(...took.slice(32)) < 50);
  });

  it("still writes some rows in a step where others take the processor away", () => {
    let now = 0;
    const allowance = createPace({ elapsedMs: () => now++ * 10, workedMs: () => 0 }).begin();
    let rows = 0;
    for (; !allowance.isSpent(); rows++) allowance.spend();
    assert.equal(rows, 50);
  });

  it("lets a step without rows go on for a part of the time", () => {
    let now = 0;
    const allowance = createPace({ elapsedMs: () => now, workedMs: () => 0 }).begin();
    assert.equal(allowance.isSpent(), false);
    now = 20;
    assert.equal(allowance.isSpent(), true);
  });
});
