import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import pino from "pino";
import { startSchedule } from "../../src/writer/schedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

describe("the clockwork", () => {
  it("runs a job late, once, when its time came while the thread was at work", async () => {
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: NOON - 10_000 });
    const ran: string[] = [];
    const job = { name: "hourly", cron: "0 0 * * * *", run: () => void ran.push("hourly") };
    const schedule = startSchedule([job], pino({ level: "silent" }));
    try {
      // The hour strikes, and the timer is only looked at 20 s later.
      mock.timers.setTime(NOON + 20_000);
      mock.timers.tick(10_000);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      assert.equal(ran.length, 1);
      mock.timers.tick(60_000);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      assert.equal(ran.length, 1);
    } finally {
      mock.timers.reset();
      await schedule.stop();
    }
  });
});
