import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCounters } from "../../src/access/counters.ts";
import type { Key } from "../../src/domain/accounts/keys.ts";
import { getPlan, NO_OWN_LIMITS } from "../../src/domain/accounts/plans.ts";
import { DAY_MS, START } from "../support/store/builders.ts";

const KEY: Key = {
  id: "00000000-0000-4000-8000-000000000001",
  parentId: null,
  name: "Ada",
  email: "ada@example.org",
  tier: "enterprise",
  keyPrefix: "tb_live_aaaa",
  ownLimits: NO_OWN_LIMITS,
  limits: getPlan("enterprise"),
  createdAt: 0,
  revokedAt: null,
  lastUsedAt: null,
};

describe("what a key has spent", () => {
  for (const farMs of [400 * DAY_MS, -400 * DAY_MS]) {
    it(`is the same after the clock showed another year for a moment (${farMs / DAY_MS} days off)`, async () => {
      const counters = createCounters([], () => Promise.resolve());
      const countAt = (now: number): void => {
        counters.used(KEY, now);
        counters.count(KEY, now);
      };
      for (let request = 0; request < 5; request++) countAt(START);
      // What is written down may be let go of.
      await counters.flush();
      for (const months of [0, 31, 62]) countAt(START + farMs + months * DAY_MS);
      const { day, month } = counters.used(KEY, START);
      assert.deepEqual({ day, month }, { day: 5, month: 5 });
    });
  }

  it("is written down once, whether a save that failed was carried out or not", async () => {
    const saved: number[][] = [];
    let fails = true;
    const counters = createCounters([], async ({ days }) => {
      saved.push(days.map(({ requests }) => requests));
      if (fails) throw new Error("refused");
    });
    const count = (): void => {
      counters.used(KEY, START);
      counters.count(KEY, START);
    };
    count();
    await assert.rejects(counters.flush(), { message: "refused" });
    fails = false;
    count();
    await counters.flush();
    await counters.flush();
    assert.deepEqual(saved, [[1], [2]], "totals, not what was added");
  });

  it("is written down after a save that failed, also where no request follows", async () => {
    const saved: number[][] = [];
    const counters = createCounters([], async ({ days }) => {
      saved.push(days.map(({ requests }) => requests));
      if (saved.length === 1) throw new Error("refused");
    });
    counters.used(KEY, START);
    counters.count(KEY, START);
    await assert.rejects(counters.flush(), { message: "refused" });
    await counters.flush();
    assert.deepEqual(saved, [[1], [1]]);
  });

  it("is forgotten beyond the last days with requests", async () => {
    const counters = createCounters([], () => Promise.resolve());
    const dayOf = (index: number): number => Math.floor(START / DAY_MS) + index;
    for (let index = 0; index < 400; index++) {
      counters.used(KEY, START + index * DAY_MS);
      counters.count(KEY, START + index * DAY_MS);
      await counters.flush();
    }
    const kept = Array.from({ length: 400 }, (_, index) => counters.findDay(KEY.id, dayOf(index)));
    assert.equal(kept[0], undefined);
    assert.deepEqual(kept.slice(-62), Array(62).fill(1));
    assert.ok(kept.filter((requests) => requests !== undefined).length < 160);
  });
});
