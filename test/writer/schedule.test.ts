import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import pino from "pino";
import { SharedClock } from "../../src/clock.ts";
import { createCronTimes, gapAt, nextTime } from "../../src/cron.ts";
import { type Job, type JobCounts, startSchedule } from "../../src/writer/schedule.ts";
import { HOUR_MS, MINUTE_MS } from "../support/store/builders.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

describe("the schedule", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "setInterval"] }));
  afterEach(() => mock.timers.reset());

  /** Starts a job that runs every second and gives how often it has run. */
  function startCounting(job: { everyMs?: number; firstMs?: number; isTime?: () => boolean } = {}): {
    count: () => number;
    stop: () => Promise<void>;
  } {
    let runs = 0;
    const counting = { name: "counting", run: () => void runs++, ...job } as Job;
    const schedule = startSchedule([counting], pino({ level: "silent" }));
    return { count: () => runs, stop: () => schedule.stop() };
  }

  async function pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }

  it("runs a job first after its own wait, and no more once it is stopped", async () => {
    const { count, stop } = startCounting({ everyMs: 60_000, firstMs: 10_000 });
    await pass(9_999);
    assert.equal(count(), 0);
    await pass(1);
    assert.equal(count(), 1);
    await pass(60_000);
    assert.equal(count(), 2);
    await stop();
    await pass(600_000);
    assert.equal(count(), 2);
  });

  it("runs a job of cron at the second that its time is seen in, and never while it still runs", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let [isDue, begun] = [false, 0];
    const run = (): Promise<void> => {
      begun++;
      return promise;
    };
    const schedule = startSchedule([{ name: "slow", isTime: () => isDue, run }], pino({ level: "silent" }));
    await pass(5000);
    assert.equal(begun, 0);
    isDue = true;
    await pass(1000);
    await pass(1000);
    assert.equal(begun, 1);
    resolve();
    await pass(0);
    await pass(1000);
    assert.equal(begun, 2);
    await schedule.stop();
  });

  it("logs what a job has done, unless it had nothing to do", async () => {
    const lines: unknown[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const counts: JobCounts[] = [{ points: 3 }, { points: 0 }, undefined];
    const schedule = startSchedule([{ name: "archive", everyMs: 1000, run: () => counts.shift() }], log);
    for (let run = 0; run < 3; run++) await pass(1000);
    await schedule.stop();
    assert.deepEqual(lines, [{ level: 30, job: "archive", points: 3, msg: "a job is done" }]);
  });
});

describe("the times of a cron expression", () => {
  /** Looks at an expression at times that the clock is moved to: time passes, or the time of day is set. */
  function openTimes(expression: string, at: number) {
    const clock = new SharedClock();
    clock.fixAt(at);
    const isTime = createCronTimes(expression, clock);
    return {
      passTo: (time: number): boolean => {
        clock.advance(time - clock.now());
        return isTime();
      },
      setTo: (time: number): boolean => {
        clock.set(time - clock.now());
        return isTime();
      },
    };
  }
  const hourly = () => openTimes("0 * * * *", NOON - 10_000);

  it("come once, also when the thread looks late", () => {
    const { passTo } = hourly();
    assert.equal(passTo(NOON - 1000), false);
    assert.equal(passTo(NOON + 150_000), true);
    assert.equal(passTo(NOON + 151_000), false);
    assert.equal(passTo(NOON + HOUR_MS - 1), false);
    assert.equal(passTo(NOON + HOUR_MS), true);
  });

  it("that a sleeping machine missed come once when it wakes", () => {
    const { setTo } = hourly();
    assert.equal(setTo(NOON + 8 * HOUR_MS + 5 * MINUTE_MS), true);
    assert.equal(setTo(NOON + 8 * HOUR_MS + 6 * MINUTE_MS), false);
  });

  it("that a sleeping machine missed are made up for within a day", () => {
    const sunday = Date.parse("2026-11-22T03:00:00.000Z");
    for (const [lateMs, isMadeUp] of [
      [23 * HOUR_MS, true],
      [25 * HOUR_MS, false],
    ] as const) {
      assert.equal(openTimes("0 3 * * 7", NOON).setTo(sunday + lateMs), isMadeUp);
    }
  });

  it("come again after the clock is set back, without waiting out the step", () => {
    const { passTo, setTo } = hourly();
    assert.equal(passTo(NOON), true);
    assert.equal(setTo(NOON - 30 * MINUTE_MS), false);
    assert.equal(passTo(NOON), true);
  });

  it("come once where the clock is set back over them", () => {
    const { passTo, setTo } = hourly();
    assert.equal(passTo(NOON), true);
    for (let step = 0; step < 20; step++) {
      assert.equal(setTo(NOON - MINUTE_MS), false);
      assert.equal(setTo(NOON + 1000), false);
    }
    assert.equal(passTo(NOON + HOUR_MS), true);
  });

  it("come once where the clock goes ahead and back", () => {
    const { passTo, setTo } = hourly();
    assert.equal(setTo(NOON + 10 * HOUR_MS), true);
    assert.equal(setTo(NOON - 10_000), false);
    assert.equal(passTo(NOON), false, "it ran ten seconds ago");
    assert.equal(passTo(NOON + HOUR_MS), true);
  });

  it("are looked for in a bounded time after a jump from 1970", () => {
    const { setTo } = openTimes("0 3 29 2 *", 0);
    const before = process.cpuUsage();
    assert.equal(setTo(NOON), false);
    assert.ok(process.cpuUsage(before).user < 1_000_000);
  });

  const rows: readonly [expression: string, next: string, gapMs: number][] = [
    ["*/30 * * * *", "2026-11-20T12:30:00.000Z", 30 * MINUTE_MS],
    ["0,5 * * * *", "2026-11-20T12:05:00.000Z", 5 * MINUTE_MS],
    ["*/5 * * * * *", "2026-11-20T12:00:05.000Z", 5000],
    ["0 3 * * *", "2026-11-21T03:00:00.000Z", 24 * HOUR_MS],
    ["0 3 * * 7", "2026-11-22T03:00:00.000Z", 7 * 24 * HOUR_MS],
    ["0 3 L * *", "2026-11-30T03:00:00.000Z", 31 * 24 * HOUR_MS],
  ];
  for (const [expression, next, gapMs] of rows) {
    it(`are by UTC: the next of ${expression} is ${next}`, () => {
      assert.equal(new Date(nextTime(expression, NOON)).toISOString(), next);
      assert.equal(gapAt(expression, NOON), gapMs);
    });
  }
});
