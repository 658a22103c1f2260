import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Listing } from "../../../src/sources/source.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import type { Run } from "../../../src/store/runs.ts";
import { nextPassAt } from "../../../src/writer/ingest/poller.ts";
import { DAY_MS, MINUTE_MS, market, markets, page, SECOND_MS, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

const unavailable = new UpstreamError("http_503", "stand.in");
const runs = ({ rows }: TestWriter): unknown[] =>
  rows("SELECT platform, kind, status FROM ingest_runs ORDER BY run_key");
const nextAt = ({ value }: TestWriter): number =>
  Number(value("SELECT next_at FROM ingest_runs ORDER BY run_key DESC LIMIT 1"));

/** A page that arrives when the test says so. */
function heldPage(): { page: Promise<Listing>; arrive: () => void } {
  const { promise, resolve } = Promise.withResolvers<Listing>();
  return { page: promise, arrive: () => resolve(page(markets(1))) };
}

describe("passes that are due", () => {
  it("begin right after the start: full and resolved, and active no sooner than its cadence after the full one", async () => {
    const test = openTestWriter({ scripts: { kalshi: { full: [page(markets(1))], active: [], resolved: [] } } });
    await test.tick();
    const first = [
      ["kalshi", "full", "ok"],
      ["kalshi", "resolved", "ok"],
    ];
    assert.deepEqual(runs(test), first);
    await test.later(300 * SECOND_MS - 1);
    assert.deepEqual(runs(test), first);
    await test.later(1);
    assert.deepEqual(runs(test), [...first, ["kalshi", "active", "ok"]]);
  });

  it("begin again after a restart whatever was planned before, and go on from what is stored", async () => {
    const script: Script = { full: [page(markets(1))], active: [] };
    const first = openTestWriter({ scripts: { kalshi: script } });
    for (let times = 0; times < 2; times++) {
      await first.tick();
      first.clock.advance(300 * SECOND_MS);
    }
    await first.writer.close();
    // Meanwhile the clock was set back: what is stored puts the next active pass off till tomorrow.
    first.clock.advance(-DAY_MS);
    script.full = [unavailable];
    const second = openTestWriter({ scripts: { kalshi: script }, file: first.file, clock: first.clock });
    for (let times = 0; times < 2; times++) await second.tick();
    assert.deepEqual(runs(second), [
      ["kalshi", "full", "ok"],
      ["kalshi", "active", "ok"],
      ["kalshi", "full", "failed"],
      ["kalshi", "active", "ok"],
    ]);
  });

  it("are not doubled by the operator, who may have one made sooner", async () => {
    const held = heldPage();
    const test = openTestWriter({ scripts: { kalshi: { full: [held.page] } } });
    const read = () => test.commands.readPlatform({ platform: "kalshi" });
    await read();
    await setImmediate();
    await assert.rejects(read(), { code: "rate_limit_exceeded", message: /Kalshi is being read now/ });
    held.arrive();
    await test.writer.poller.whenIdle();
    await assert.rejects(read(), { code: "rate_limit_exceeded", message: /was read 0 s ago/ });
    test.clock.advance(15 * SECOND_MS);
    await read();
    await test.writer.poller.whenIdle();
    await test.tick();
    assert.deepEqual(runs(test), [
      ["kalshi", "full", "ok"],
      ["kalshi", "full", "ok"],
    ]);
  });

  it("have no active one before the first full one succeeded", async () => {
    const script: Script = { full: [unavailable], active: [page(markets(1))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.tick();
    await test.later(4 * SECOND_MS);
    assert.deepEqual(runs(test), [["kalshi", "full", "failed"]]);
  });

  it("are at their times from then on", async () => {
    const test = openTestWriter({ scripts: { kalshi: { full: [page(markets(1))], active: [], resolved: [] } } });
    for (let second = 0; second < 3600; second += 5) {
      await test.tick();
      test.clock.advance(5 * SECOND_MS);
    }
    const counts = test.rows("SELECT kind, count(*) FROM ingest_runs GROUP BY 1 ORDER BY 1");
    // Where a full pass is due the active one of that time is not needed.
    assert.deepEqual(counts, [
      ["active", 10],
      ["full", 2],
      ["resolved", 6],
    ]);
  });

  it("of the active kind go on at their times once a full one has made up for one that failed", async () => {
    const script: Script = { full: [page(markets(1))], active: [unavailable] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    const actives = () => test.value("SELECT count(*) FROM ingest_runs WHERE kind = 'active'");
    await test.tick();
    await test.later(300 * SECOND_MS);
    assert.equal(actives(), 1);
    script.active = [page(markets(1))];
    await test.pass();
    await test.later(200 * SECOND_MS);
    assert.equal(actives(), 1, "the full pass has shown what it would");
    await test.later(100 * SECOND_MS);
    assert.equal(actives(), 2);
  });

  it("begin once when a machine wakes, however many times have passed", async () => {
    const test = openTestWriter({ scripts: { kalshi: { full: [page(markets(1))], active: [], resolved: [] } } });
    await test.tick();
    test.clock.set(8 * 3_600_000);
    for (let second = 0; second < 30; second++) {
      await test.tick();
      test.clock.advance(SECOND_MS);
    }
    assert.deepEqual(test.rows("SELECT kind, count(*) FROM ingest_runs GROUP BY 1 ORDER BY 1"), [
      ["full", 2],
      ["resolved", 2],
    ]);
  });

  it("of a kind that is off never begin", async () => {
    const passes = { full: "*/30 * * * *", active: null, resolved: null };
    const test = openTestWriter({ scripts: { kalshi: { full: [], active: [] } }, passes });
    await test.tick();
    await test.later(1799 * SECOND_MS);
    assert.deepEqual(test.asked, []);
    assert.equal(runs(test).length, 1);
  });

  it("begin up to ten seconds late, of frequent ones a twentieth of their gap", async () => {
    for (const [full, gapMs, lagMs] of [
      ["*/30 * * * *", 30 * MINUTE_MS, 10 * SECOND_MS],
      ["* * * * *", MINUTE_MS, 3 * SECOND_MS],
    ] as const) {
      const passes = { full, active: null, resolved: null };
      const test = openTestWriter({ scripts: { kalshi: { full: [] } }, passes, random: () => 1 });
      await test.tick();
      assert.equal(nextAt(test) - START, gapMs + lagMs, full);
    }
  });

  it("may take as long as the gap to the next, but a minute at least", async (context) => {
    const limits = context.mock.method(AbortSignal, "timeout", () => new AbortController().signal);
    for (const [full, limitMs] of [
      ["*/30 * * * *", 30 * MINUTE_MS],
      ["*/20 * * * * *", MINUTE_MS],
      ["0 0 1 * *", DAY_MS],
    ] as const) {
      limits.mock.resetCalls();
      const passes = { full, active: null, resolved: null };
      await openTestWriter({ scripts: { kalshi: { full: [] } }, passes }).tick();
      assert.deepEqual(limits.mock.calls[0]?.arguments, [limitMs], full);
    }
  });

  it("never overlap on one platform, while others go on", async () => {
    const slow = heldPage();
    const scripts = { kalshi: { full: [slow.page] }, manifold: { full: [page(markets(1))] } };
    const test = openTestWriter({ scripts });
    test.writer.poller.runDue();
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    test.clock.advance(DAY_MS);
    test.writer.poller.runDue();
    test.writer.poller.runDue();
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    assert.deepEqual(test.asked, ["kalshi full", "manifold full", "manifold full"]);
    slow.arrive();
    await test.writer.poller.whenIdle();
    assert.equal(runs(test).length, 3);
  });
});

describe("a pass that fails", () => {
  it("is tried again with a growing wait, and recovers", async () => {
    const script: Script = { full: [unavailable] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    const waits: number[] = [];
    for (let failure = 0; failure < 12; failure++) {
      await test.tick();
      waits.push((nextAt(test) - test.clock.now()) / SECOND_MS);
      await test.later(nextAt(test) - test.clock.now() - 1);
      test.clock.advance(1);
    }
    // Half of the jitter's eighth is taken from each.
    assert.deepEqual(waits, [4.375, 8.75, 17.5, 35, 70, 140, 280, 560, 1120, 1575, 1575, 1575]);
    assert.equal(runs(test).length, 12);
    script.full = [page(markets(1))];
    await test.tick();
    const waitMs = nextAt(test) - test.clock.now();
    assert.equal(nextAt(test) % (1800 * SECOND_MS), 0, "cron says when again");
    assert.ok(waitMs >= 900 * SECOND_MS, "but no sooner than half a gap later");
    script.full = [unavailable];
    await test.later(waitMs);
    assert.equal(nextAt(test) - test.clock.now(), 4375, "a new failure begins anew");
  });

  it("keeps what was read before it failed, and leaves the other platforms alone", async () => {
    const scripts = { kalshi: { full: [page(markets(3)), unavailable] }, manifold: { full: [page(markets(2))] } };
    const test = openTestWriter({ scripts });
    await test.tick();
    assert.deepEqual(new Set(runs(test).map(String)), new Set(["kalshi,full,failed", "manifold,full,ok"]));
    assert.equal(test.value("SELECT count(*) FROM markets WHERE platform = 'manifold'"), 2);
    assert.equal(test.value("SELECT error FROM ingest_runs WHERE platform = 'kalshi'"), "http_503");
    assert.deepEqual(test.logged, []);
  });

  it("asks for resolutions and changes from a little before the last success", async () => {
    const since: number[] = [];
    const script: Script = { full: [page(markets(1))], active: [], resolved: [] };
    const test = openTestWriter({ scripts: { kalshi: script }, onSince: (at) => void since.push(at) });
    await test.tick();
    assert.deepEqual(since, [START - 7 * DAY_MS]);
    await test.later(10 * MINUTE_MS);
    assert.deepEqual(since.slice(1), [START - 10 * MINUTE_MS, START - 10 * MINUTE_MS]);
    for (const minutes of [20, 5]) {
      await test.later(minutes * MINUTE_MS);
    }
    assert.equal(since.at(-1), START + 20 * MINUTE_MS, "the full pass at 30 has the changes before it");
  });
});

describe("an error of our own", () => {
  it("pauses only that platform, is logged whole and records no run", async () => {
    const broken: Script = { full: [page(markets(1))] };
    broken.normalise = () => {
      throw new TypeError("a mistake in an adapter");
    };
    const test = openTestWriter({ scripts: { kalshi: broken, manifold: { full: [page(markets(1))] } } });
    await test.tick();
    assert.deepEqual(runs(test), [["manifold", "full", "ok"]]);
    assert.equal(test.logged.length, 1);
    assert.deepEqual([test.logged[0]?.platform, test.logged[0]?.msg], ["kalshi", "a pass broke off"]);
    assert.match(JSON.stringify(test.logged[0]?.err), /a mistake in an adapter/);
    await test.later(30 * SECOND_MS - 1);
    assert.equal(test.logged.length, 1, "left alone for a while");
    await test.later(1);
    assert.equal(test.logged.length, 2);
    delete broken.normalise;
    await test.later(30 * SECOND_MS);
    assert.equal(runs(test).length, 2);
  });

  it("right after a restart does not put the pass off to the time that was planned before", async () => {
    const script: Script = { full: [page(markets(1))] };
    const first = openTestWriter({ scripts: { kalshi: script } });
    await first.tick();
    await first.writer.close();
    script.normalise = () => {
      throw new TypeError("a mistake in an adapter");
    };
    const second = openTestWriter({ scripts: { kalshi: script }, file: first.file, clock: first.clock });
    await second.tick();
    delete script.normalise;
    await second.later(30 * SECOND_MS);
    assert.equal(runs(second).length, 2);
  });

  it("leaves nothing half written of the chunk it happened in", async () => {
    const bad = { ...market({ id: "bad" }), volume: 0.5 };
    const test = openTestWriter({ scripts: { kalshi: { full: [page([...markets(3), bad])] } } });
    await test.tick();
    assert.equal(test.logged.length, 1);
    for (const table of ["markets", "events", "history_recent", "history_points", "daily_volumes", "market_counts"]) {
      assert.equal(test.value(`SELECT count(*) FROM ${table}`), 0, table);
    }
  });
});

describe("closing the writer", () => {
  it("during a pass ends it cleanly and records no run", async () => {
    const script: Script = { full: [page(markets(2)), heldPage().page] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    test.writer.poller.runDue();
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    assert.equal(test.asked.length, 2);
    await Promise.all([test.writer.close(), test.writer.close()]);
    assert.equal(test.db.open, false);
    const again = openTestWriter({ scripts: { kalshi: script }, file: test.file, clock: test.clock });
    assert.deepEqual(runs(again), []);
    assert.deepEqual(again.rows("PRAGMA integrity_check"), [["ok"]]);
    assert.deepEqual([...test.logged, ...again.logged], []);
  });

  it("starts nothing any more", async () => {
    const test = openTestWriter({ scripts: { kalshi: { full: [page(markets(1))] } } });
    await test.writer.close();
    await test.tick();
    assert.deepEqual(test.asked, []);
  });
});

const HALF_HOURS = "*/30 * * * *";

describe("the time of the next pass", () => {
  type Row = [name: string, status: Run["status"], tookMs: number, failures: number, random: number, expected: number];
  const rows: readonly Row[] = [
    ["a success waits for the time that cron says", "ok", 9_000, 1, 0.5, 30 * MINUTE_MS],
    ["a held pass is not hurried", "held", 9_000, 7, 0.5, 30 * MINUTE_MS],
    ["a pass longer than the gap is followed at once", "ok", 40 * MINUTE_MS, 1, 0, 40 * MINUTE_MS],
    ["the first failure waits 5 seconds from its end", "failed", 3_000, 1, 0, 8_000],
    ["the thousandth no more than the gap", "failed", 0, 1000, 0, 30 * MINUTE_MS],
    ["a failure's wait is shortened by up to a quarter", "failed", 0, 10, 1, 22.5 * MINUTE_MS],
  ];
  for (const [name, status, tookMs, failures, random, expected] of rows) {
    it(name, () => {
      const pass = { startedAt: START, finishedAt: START + tookMs, status };
      const nextAt = nextPassAt(pass, { expression: HALF_HOURS, failures, random });
      assert.equal(nextAt - START, expected);
    });
  }

  it("is not one that the pass began just before", () => {
    const after = (startedAt: number): number =>
      nextPassAt(
        { startedAt, finishedAt: startedAt, status: "ok" },
        { expression: HALF_HOURS, failures: 0, random: 0 },
      );
    assert.equal(after(START + 15 * MINUTE_MS), START + 30 * MINUTE_MS);
    assert.equal(after(START + 15 * MINUTE_MS + 1), START + 60 * MINUTE_MS);
  });
});
