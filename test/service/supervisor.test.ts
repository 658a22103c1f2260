import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Worker } from "node:worker_threads";
import pino from "pino";
import { SharedClock } from "../../src/clock.ts";
import { shareChangeSignal } from "../../src/store/change-log.ts";
import { toCommands } from "../../src/store/commands.ts";
import { type FromWriter, shareCommandState, type ToWriter, type WriterData } from "../../src/writer/command-queue.ts";
import { superviseWriter } from "../../src/writer/supervisor.ts";
import { serviceConfig } from "../support/service/service.ts";

/** Stands in for the writer's thread: does what the test says, and notes what it was sent. */
class ScriptedThread extends EventEmitter {
  readonly received: ToWriter[] = [];
  readonly commandState: ReturnType<typeof shareCommandState>;
  isTerminated = false;

  readonly data: WriterData;

  constructor(data: WriterData) {
    super();
    this.data = data;
    this.commandState = shareCommandState(data.commandState);
  }

  postMessage(message: ToWriter): void {
    this.received.push(message);
  }

  say(message: FromWriter): void {
    this.emit("message", message);
  }

  terminate(): Promise<number> {
    this.isTerminated = true;
    return Promise.resolve(1);
  }

  die(): void {
    this.emit("exit", 1);
  }
}

describe("the writer's supervisor", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "setInterval"] }));
  afterEach(() => mock.timers.reset());

  function supervise() {
    const threads: ScriptedThread[] = [];
    const logged: Record<string, unknown>[] = [];
    const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const data = {
      ...{ config: serviceConfig(), addonPath: undefined },
      ...{ clock: new SharedClock().memory, changeSignal: shareChangeSignal().memory },
    };
    const startWriter = (given: WriterData): Worker => {
      threads.push(new ScriptedThread(given));
      return latest() as unknown as Worker;
    };
    const latest = (): ScriptedThread => threads.at(-1) ?? assert.fail("no thread was started");
    const supervisor = superviseWriter({ data, log, onMessage: () => undefined, startWriter });
    supervisor.started.catch(() => undefined);
    return { supervisor, commands: toCommands(supervisor.call), threads, latest, logged };
  }

  function passSeconds(seconds: number): void {
    for (let second = 0; second < seconds; second++) mock.timers.tick(1000);
  }

  const aKey = { name: "me", email: "me@example.com", tier: "free" } as const;

  it("starts the thread again after half a second, then waits twice as long each time, up to 30 s", () => {
    const { threads, latest, logged } = supervise();
    latest().say({ type: "ready" });
    for (const waitMs of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const started = threads.length;
      latest().die();
      mock.timers.tick(waitMs - 1);
      assert.equal(threads.length, started, `not before ${waitMs} ms`);
      mock.timers.tick(1);
      assert.equal(threads.length, started + 1, `after ${waitMs} ms`);
      assert.equal(logged.at(-1)?.waitMs, waitMs);
    }
  });

  it("waits half a second again once a thread has lived for more than a minute", (t) => {
    let elapsed = 0;
    t.mock.method(performance, "now", () => elapsed);
    const { threads, latest, logged } = supervise();
    latest().say({ type: "ready" });
    for (const [livedMs, waitMs] of [
      ...[[1000, 500] as const, [1000, 1000] as const, [60_000, 2000] as const],
      ...[[60_001, 500] as const, [1000, 1000] as const],
    ]) {
      const started = threads.length;
      elapsed += livedMs;
      latest().die();
      mock.timers.tick(waitMs);
      assert.deepEqual([logged.at(-1)?.waitMs, threads.length], [waitMs, started + 1], `after a life of ${livedMs} ms`);
    }
  });

  it("says whether the thread runs, and refuses commands while it does not", async () => {
    const { supervisor, commands, latest } = supervise();
    assert.equal(supervisor.state(), "starting");
    await assert.rejects(commands.createKey(aKey), { code: "unavailable" });
    latest().say({ type: "ready" });
    await supervisor.started;
    assert.equal(supervisor.state(), "running");
    latest().die();
    assert.equal(supervisor.state(), "restarting");
    await assert.rejects(commands.createKey(aKey), { code: "unavailable", headers: { "Retry-After": "5" } });
    mock.timers.tick(500);
    assert.equal(supervisor.state(), "restarting", "until the thread says that it is ready");
    latest().say({ type: "ready" });
    assert.equal(supervisor.state(), "running");
  });

  it("lets 500 commands wait and refuses more for a while; counts of usage always get through", async () => {
    const { commands, latest } = supervise();
    latest().say({ type: "ready" });
    const made = Array.from({ length: 500 }, () => commands.createKey(aKey));
    await assert.rejects(commands.createKey(aKey), { code: "overloaded", headers: { "Retry-After": "5" } });
    const saved = commands.saveUsage({ days: [], uses: [] });
    assert.equal(latest().received.length, 501);
    latest().say({ type: "result", id: 1, value: "a key" });
    latest().say({ type: "result", id: 501, value: undefined });
    assert.deepEqual(await Promise.all([made[0], saved]), ["a key", undefined]);
    const again = commands.createKey(aKey);
    latest().die();
    const ended = await Promise.allSettled([...made, again]);
    assert.equal(ended.filter(({ status }) => status === "rejected").length, 500);
  });

  it("logs damage that a read has met once, and tells every thread of it", () => {
    const { supervisor, latest, logged } = supervise();
    latest().say({ type: "ready" });
    for (let times = 0; times < 2; times++) supervisor.noteDamage(new Error("malformed"));
    assert.deepEqual(latest().received, [{ type: "damaged" }]);
    latest().die();
    assert.equal(supervisor.trouble(), "damaged");
    mock.timers.tick(500);
    latest().say({ type: "ready" });
    assert.deepEqual(latest().received, [{ type: "damaged" }]);
    assert.equal(logged.filter(({ msg }) => /^the database is damaged: /.test(String(msg))).length, 1);
  });

  it("rejects the commands a thread leaves unanswered", async () => {
    const { commands, latest } = supervise();
    latest().say({ type: "ready" });
    const made = commands.createKey(aKey);
    assert.equal(latest().received.length, 1);
    latest().die();
    await assert.rejects(made, { code: "unavailable" });
  });

  it("refuses commands once the thread has been silent for 10 s, and goes on when it answers again", async () => {
    const { supervisor, commands, latest, logged } = supervise();
    latest().say({ type: "ready" });
    const made = commands.createKey(aKey);
    passSeconds(10);
    assert.equal(supervisor.state(), "running");
    passSeconds(1);
    assert.equal(supervisor.state(), "unresponsive");
    await assert.rejects(made, { code: "unavailable" });
    await assert.rejects(commands.createKey(aKey), { code: "unavailable" });
    latest().say({ type: "pong" });
    assert.equal(supervisor.state(), "running");
    assert.deepEqual(
      logged.map(({ msg }) => msg),
      ["the writer thread does not answer", "the writer thread answers again"],
    );
    passSeconds(1);
    assert.deepEqual(latest().received.at(-1), { type: "ping" });
  });

  it("has a silent thread leave what was refused, and says of a command that had begun that it may be done", async () => {
    const { commands, latest } = supervise();
    latest().say({ type: "ready" });
    const begun = commands.createKey(aKey);
    const left = commands.createKey(aKey);
    assert.equal(latest().commandState.begin(1), true);
    const refusals = Promise.all([
      assert.rejects(begun, { code: "unavailable", headers: {}, message: /may or may not have been made/ }),
      assert.rejects(left, { code: "unavailable", headers: { "Retry-After": "5" }, message: /nothing was changed/ }),
    ]);
    passSeconds(11);
    await refusals;
    latest().say({ type: "pong" });
    const next = commands.createKey(aKey);
    assert.deepEqual([latest().commandState.begin(2), latest().commandState.begin(3)], [false, true]);
    latest().die();
    await assert.rejects(next, { code: "unavailable", message: /may or may not have been made/ });
  });

  it("ends and replaces a thread that has been silent for a minute", () => {
    const { supervisor, threads, latest } = supervise();
    latest().say({ type: "ready" });
    passSeconds(60);
    assert.equal(latest().isTerminated, false);
    passSeconds(1);
    assert.equal(latest().isTerminated, true);
    latest().die();
    mock.timers.tick(500);
    assert.equal(threads.length, 2);
    latest().say({ type: "ready" });
    assert.equal(supervisor.state(), "running", "the new one is asked afresh");
  });

  it("waits 4 s for a silent thread when the service stops, and 8 s for one that does not come to its end", async () => {
    for (const [isSilent, seconds] of [
      [true, 4],
      [false, 8],
    ] as const) {
      const { supervisor, latest } = supervise();
      latest().say({ type: "ready" });
      const thread = latest();
      supervisor.prepareToClose();
      const closed = supervisor.close();
      for (let second = 1; second <= seconds; second++) {
        assert.equal(thread.isTerminated, false, `after ${second - 1} s`);
        passSeconds(1);
        if (!isSilent) thread.say({ type: "pong" });
      }
      passSeconds(1);
      assert.equal(thread.isTerminated, true);
      thread.die();
      await closed;
    }
  });

  it("gives up on a thread that never comes up, at the third attempt", async () => {
    const { supervisor, threads, latest } = supervise();
    for (const waitMs of [500, 1000]) {
      latest().die();
      mock.timers.tick(waitMs);
    }
    latest().die();
    await assert.rejects(supervisor.started, { name: "OperatorError", message: /cannot be opened for writing/ });
    mock.timers.tick(60_000);
    assert.equal(threads.length, 3);
  });

  it("passes on why a first start is refused, and does not try again", async () => {
    const { supervisor, threads, latest } = supervise();
    latest().say({ type: "refused", message: "toteboard.db has schema 9" });
    latest().die();
    await assert.rejects(supervisor.started, { name: "OperatorError", message: "toteboard.db has schema 9" });
    mock.timers.tick(60_000);
    assert.equal(threads.length, 1);
  });

  it("logs why a restart is refused, and tries again: an open that failed may pass", () => {
    const { threads, latest, logged } = supervise();
    latest().say({ type: "ready" });
    latest().die();
    mock.timers.tick(500);
    latest().say({ type: "refused", message: "cannot open the database: unable to open database file" });
    latest().die();
    assert.ok(JSON.stringify(logged).includes("unable to open database file"));
    mock.timers.tick(1000);
    assert.equal(threads.length, 3);
  });

  it("starts nothing any more once it is closed", async () => {
    const { supervisor, threads, latest } = supervise();
    latest().say({ type: "ready" });
    latest().die();
    await supervisor.close();
    mock.timers.tick(60_000);
    assert.equal(threads.length, 1);
  });

  it("is closed when the thread has ended", async () => {
    const { supervisor, threads, latest } = supervise();
    latest().say({ type: "ready" });
    const closed = supervisor.close();
    assert.deepEqual(latest().received, [{ type: "close" }]);
    latest().die();
    await closed;
    mock.timers.tick(60_000);
    assert.equal(threads.length, 1);
  });
});
