import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openAccess } from "../../src/access/access.ts";
import {
  addToWindow,
  createCounters,
  createMinuteWindow,
  removeFromWindow,
  slideWindow,
  waitForFewer,
} from "../../src/access/counters.ts";
import type { Key } from "../../src/domain/accounts/keys.ts";
import { getPlan, NO_OWN_LIMITS } from "../../src/domain/accounts/plans.ts";
import type { Call } from "../../src/store/commands.ts";
import { applyRetention } from "../../src/writer/maintenance/maintenance.ts";
import fc from "../support/properties.ts";
import { openTestApi } from "../support/service/api.ts";
import { eventually } from "../support/service/service.ts";
import { DAY_MS, START } from "../support/store/builders.ts";
import { fixedClock } from "../support/store/writer.ts";

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
  for (const farMs of [400 * DAY_MS, -400 * DAY_MS, 11 * DAY_MS]) {
    it(`is the same after the clock showed another date for a moment (${farMs / DAY_MS} days off)`, async () => {
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

  it("is written down before the end, also where a save is under way then and fails", async () => {
    const { context, clock } = await openTestApi();
    const saves: PromiseWithResolvers<never>[] = [];
    const call: Call = () => {
      const save = Promise.withResolvers<never>();
      saves.push(save);
      return save.promise;
    };
    const access = openAccess({ store: context.store, call, clock, log: context.log, noteFailure: () => false });
    access.counters.touch(KEY, START);
    await eventually("a save", () => saves.length === 1, { everyMs: 5 });
    let isClosed = false;
    const closed = access.close().then(() => {
      isClosed = true;
    });
    await setImmediate();
    assert.deepEqual([isClosed, saves.length], [false, 1]);
    saves[0]?.reject(new Error("refused"));
    await eventually("another save", () => saves.length === 2, { everyMs: 5 });
    assert.equal(isClosed, false);
    saves[1]?.resolve(undefined as never);
    await closed;
  });

  it("is written down 50 ms after a request, and after a save that failed half a second later, which is logged once", async (test) => {
    const { context, clock } = await openTestApi();
    let saves = 0;
    let fails = true;
    const call: Call = async () => {
      saves++;
      if (fails) throw new Error("refused");
    };
    const { logged } = context;
    const before = logged.length;
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const access = openAccess({ store: context.store, call, clock, log: context.log, noteFailure: () => false });
    const savesAfter = async (ms: number): Promise<number> => {
      test.mock.timers.tick(ms);
      await setImmediate();
      return saves;
    };
    access.counters.touch(KEY, START);
    const seen = [await savesAfter(49), await savesAfter(1), await savesAfter(499), await savesAfter(1)];
    fails = false;
    seen.push(await savesAfter(499), await savesAfter(1), await savesAfter(10_000));
    access.counters.touch(KEY, START);
    seen.push(await savesAfter(49), await savesAfter(1));
    assert.deepEqual(seen, [0, 1, 1, 2, 2, 3, 3, 3, 4]);
    assert.deepEqual(
      logged.slice(before).map(({ msg }) => msg),
      ["saving usage failed; tried again"],
    );
    await access.close();
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

const RETENTION = { retentionCron: "0 0 * * *", rawHistoryDays: 31, hourlyHistoryDays: 365 };

describe("requests of a day long ago", () => {
  it("count on the 31st, where it was the first of the month, after each day's retention and a restart", async () => {
    const clock = fixedClock(Date.parse("2026-12-01T12:00:00Z"));
    const first = await openTestApi({ clock, hasTestKey: false });
    const { id, secret } = await first.make({ tier: "free" });
    const day = Math.floor(clock.now() / DAY_MS);
    await first.access.commands.saveUsage({ days: [{ keyId: id, day, requests: 10_000 }], uses: [] });
    for (let passed = 0; passed < 30; passed++) {
      clock.advance(DAY_MS);
      await applyRetention(first.writer.writer.writing, clock, RETENTION);
    }
    const second = await openTestApi({ clock, hasTestKey: false, writer: first.writer });
    const { status, json } = await second.get("/api/v1/markets", secret);
    assert.deepEqual([status, json.error, json.used], [429, "monthly_limit_exceeded", 10_000]);
    clock.advance(DAY_MS);
    assert.equal((await second.get("/api/v1/markets", secret)).status, 200, "January is another month");
  });

  it("are kept for 400 days", async () => {
    const { make, access, clock, writer } = await openTestApi({ hasTestKey: false });
    const { id: keyId } = await make();
    const today = Math.floor(clock.now() / DAY_MS);
    const days = [399, 400, 401].map((ago) => ({ keyId, day: today - ago, requests: ago }));
    await access.commands.saveUsage({ days, uses: [] });
    await applyRetention(writer.writer.writing, clock, RETENTION);
    assert.deepEqual(writer.rows("SELECT requests FROM daily_usage ORDER BY day"), [[400], [399]]);
  });
});

const WINDOW_START = Date.parse("2026-11-20T04:09:00.000Z");

/** Lets a request through unless `quota` are in the window. */
function ask(window: ReturnType<typeof createMinuteWindow>, now: number, quota: number): boolean {
  if (slideWindow(window, now) >= quota) return false;
  addToWindow(window);
  return true;
}

describe("the minute window", () => {
  it("counts a request for sixty seconds, to the millisecond", () => {
    const window = createMinuteWindow();
    ask(window, WINDOW_START + 250, 30);
    assert.equal(slideWindow(window, WINDOW_START + 60_249), 1);
    assert.equal(slideWindow(window, WINDOW_START + 60_250), 0);
  });

  it("never lets more than the quota into any 60 seconds, and nothing that 61 seconds have room for waits", () => {
    const steps = fc.array(fc.oneof(fc.nat(40), fc.nat(4_000), fc.nat(70_000)), { maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (quota, waits) => {
        const window = createMinuteWindow();
        const passed: number[] = [];
        let now = WINDOW_START;
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
        let now = WINDOW_START;
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
    for (let index = 0; index < 10; index++) ask(window, WINDOW_START + index * 1_000, 100);
    assert.equal(waitForFewer(window, 3), 60_000 - 9_000 + 7_000);
    assert.equal(waitForFewer(window, 11), 0);
  });

  it("removes a counted request, unless it has left the window", () => {
    const window = createMinuteWindow();
    slideWindow(window, WINDOW_START);
    const second = addToWindow(window);
    addToWindow(window);
    removeFromWindow(window, second);
    assert.equal(slideWindow(window, WINDOW_START), 1);
    assert.equal(slideWindow(window, WINDOW_START + 60_000), 0);
    removeFromWindow(window, second);
    assert.equal(window.used, 0);
  });

  it("does not go back with the clock, and continues at its pace", () => {
    fc.assert(
      fc.property(fc.integer({ min: -7_200_000, max: -1 }), (back) => {
        const window = createMinuteWindow();
        for (let index = 0; index < 3; index++) assert.ok(ask(window, WINDOW_START, 3));
        const now = WINDOW_START + back;
        assert.equal(ask(window, now, 3), false);
        assert.equal(waitForFewer(window, 3), 60_000);
        assert.equal(ask(window, now + 59_999, 3), false);
        assert.equal(ask(window, now + 60_000, 3), true);
      }),
    );
  });
});
