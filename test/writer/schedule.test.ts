import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import pino from "pino";
import { createCronTimes } from "../../src/writer/maintenance/backup.ts";
import { type Job, logCounts, startSchedule } from "../../src/writer/schedule.ts";
import { HOUR_MS, MINUTE_MS } from "../support/store/builders.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

describe("the schedule", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "setInterval"] }));
  afterEach(() => mock.timers.reset());

  /** Starts a job that runs every second and gives how often it has run. */
  function startCounting(job: Partial<Job> = {}): { count: () => number; stop: () => Promise<void> } {
    let runs = 0;
    const counting = { name: "counting", everyMs: 1000, run: () => void runs++, ...job };
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

  it("logs what a job has done, unless it had nothing to do", async () => {
    const lines: unknown[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const counts = [{ points: 3 }, { points: 0 }, undefined];
    const job = logCounts({ name: "archive", everyMs: 1000, run: async () => counts.shift() }, log);
    for (let run = 0; run < 3; run++) await job.run();
    assert.deepEqual(lines, [{ level: 30, job: "archive", points: 3, msg: "a job is done" }]);
  });
});

describe("the times of a cron expression", () => {
  const hourly = (): ((now: number) => boolean) => createCronTimes("0 * * * *", NOON - 10_000);

  it("come once, also when the thread looks late", () => {
    const isTime = hourly();
    assert.equal(isTime(NOON - 1000), false);
    assert.equal(isTime(NOON + 150_000), true);
    assert.equal(isTime(NOON + 151_000), false);
    assert.equal(isTime(NOON + HOUR_MS - 1), false);
    assert.equal(isTime(NOON + HOUR_MS), true);
  });

  it("that a sleeping machine missed come once when it wakes", () => {
    const isTime = hourly();
    assert.equal(isTime(NOON + 8 * HOUR_MS + 5 * MINUTE_MS), true);
    assert.equal(isTime(NOON + 8 * HOUR_MS + 6 * MINUTE_MS), false);
  });

  it("come again after the clock is set back, without waiting out the step", () => {
    const isTime = hourly();
    assert.equal(isTime(NOON), true);
    assert.equal(isTime(NOON - 30 * MINUTE_MS), false);
    assert.equal(isTime(NOON), true);
  });

  it("are looked for in a bounded time after a jump from 1970", () => {
    const isTime = createCronTimes("0 3 29 2 *", 0);
    const before = process.cpuUsage();
    assert.equal(isTime(NOON), false);
    assert.ok(process.cpuUsage(before).user < 1_000_000);
  });
});
