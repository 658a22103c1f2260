import assert from "node:assert/strict";
import { describe, it } from "node:test";
import pino from "pino";
import { scheduleOutcome } from "../../src/store/catalogue/market-writer.ts";
import { type ClockStep, createClockSteps } from "../../src/writer/clock-steps.ts";
import { retentionJobs } from "../../src/writer/maintenance/maintenance.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, markets, page, SECOND_MS } from "../support/store/builders.ts";
import { openListed, type TestWriter } from "../support/store/writer.ts";

const SILENT = pino({ level: "silent" });

describe("a step of the clock", () => {
  async function openPassed() {
    const test = await openListed(page(markets(5)));
    const steps: ClockStep[] = [];
    const onStep = (step: ClockStep): void => void steps.push(step);
    const clockSteps = createClockSteps({ writing: test.writer.writing, clock: test.clock, log: SILENT, onStep });
    const set = async (ms: number): Promise<void> => {
      test.clock.set(ms);
      await clockSteps.check();
    };
    return { test, steps, clockSteps, set };
  }

  const ageOf = ({ clock, value }: TestWriter): number =>
    clock.now() - Number(value("SELECT max(finished_at) FROM ingest_runs"));
  const waitOf = ({ clock, value }: TestWriter): number =>
    Number(value("SELECT max(next_at) FROM ingest_runs")) - clock.now();

  for (const backMs of [2 * SECOND_MS, 120 * SECOND_MS, HOUR_MS, 400 * DAY_MS]) {
    it(`back by ${backMs / 1000} s leaves ages and waits as they were, and so does its undoing`, async () => {
      const { test, set } = await openPassed();
      test.clock.advance(5 * MINUTE_MS);
      const before = [ageOf(test), waitOf(test)];
      await set(-backMs);
      assert.deepEqual([ageOf(test), waitOf(test)], before);
      await set(backMs);
      assert.deepEqual([ageOf(test), waitOf(test)], before);
    });
  }

  it("ahead makes all older, as a night asleep does, and a step back from there makes nothing younger", async () => {
    const { test, set } = await openPassed();
    await set(8 * HOUR_MS);
    assert.equal(ageOf(test), 8 * HOUR_MS);
    await test.pass();
    test.clock.advance(5 * MINUTE_MS);
    await set(-HOUR_MS);
    assert.equal(ageOf(test), 5 * MINUTE_MS);
    assert.equal(
      test.value("SELECT min(finished_at) FROM ingest_runs"),
      test.clock.now() - 7 * HOUR_MS - 5 * MINUTE_MS,
    );
  });

  it("is reported where it is a minute or more, and never for time that passes", async () => {
    const { test, steps, set } = await openPassed();
    test.clock.advance(DAY_MS);
    await set(0);
    await set(-59 * SECOND_MS);
    assert.deepEqual(steps, []);
    await set(-HOUR_MS);
    assert.deepEqual(steps, [{ at: test.clock.now(), ms: -HOUR_MS }]);
  });

  it("back leaves no outcome to be asked for later than the longest wait", async () => {
    const { test, set } = await openPassed();
    await set(10 * DAY_MS);
    const closed = { marketKey: 1, platform: "kalshi", closedAt: test.clock.now() };
    test.write(() => scheduleOutcome(test.writer.writing.db, closed));
    await set(-10 * DAY_MS);
    assert.equal(Number(test.value("SELECT due_at FROM outcome_checks")) - test.clock.now(), DAY_MS);
  });

  /** The jobs that forget by age, run by hand; gives how often they did their work. */
  async function openRetention() {
    const { test, clockSteps, set } = await openPassed();
    let retired = 0;
    const matcher = { retireClosed: async () => ({ propositions: retired++ }) };
    const config = { retentionCron: "0 0 * * *", rawHistoryDays: 31, hourlyHistoryDays: 400 };
    const { writing } = test.writer;
    const jobs = retentionJobs({ writing, clock: test.clock, clockSteps, config, matcher });
    const keptOn = () => test.value("SELECT position FROM job_positions WHERE job = 'kept-bounded-on'");
    const runAll = async (): Promise<number> => {
      for (const { run } of jobs) await run();
      assert.equal(keptOn(), retired === 0 ? undefined : test.clock.now());
      return retired;
    };
    return { test, set, jobs, runAll };
  }

  it("ahead puts off what forgets by age for ten minutes, as a start does", async () => {
    const { test, set, runAll } = await openRetention();
    test.clock.advance(10 * MINUTE_MS - 1);
    assert.equal(await runAll(), 0);
    await set(8 * HOUR_MS);
    test.clock.advance(10 * MINUTE_MS - 1);
    assert.equal(await runAll(), 0);
    test.clock.advance(1);
    assert.equal(await runAll(), 1);
  });

  it("back puts it off for an hour, also when it is undone", async () => {
    const { test, set, runAll } = await openRetention();
    await set(10 * DAY_MS);
    await set(-10 * DAY_MS);
    test.clock.advance(30 * MINUTE_MS);
    await set(10 * DAY_MS);
    test.clock.advance(30 * MINUTE_MS - 1);
    assert.equal(await runAll(), 0);
    test.clock.advance(1);
    assert.equal(await runAll(), 1);
  });

  it("leaves time to forget in a service that is started every hour", async () => {
    const { jobs } = await openRetention();
    for (const job of jobs) {
      assert.ok("everyMs" in job && (job.firstMs ?? job.everyMs) <= HOUR_MS / 2, job.name);
    }
  });
});
