import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { after, describe, it } from "node:test";
import { SharedClock } from "../../src/clock.ts";
import { startThread } from "../../src/threads.ts";
import { startTestService } from "../support/service/service.ts";

const TASKS = "/proc/self/task";

const prioritiesOf = (name: string): number[] =>
  readdirSync(TASKS).flatMap((id) =>
    readFileSync(`${TASKS}/${id}/comm`, "utf8").trim() === name ? [getPriority(Number(id))] : [],
  );

describe("the threads of the service", () => {
  const skip = process.platform === "linux" ? false : "threads have no priority of their own here";
  it("let the one that answers go first", { skip }, async () => {
    await startTestService();
    assert.deepEqual(prioritiesOf("writer"), [Math.min(19, getPriority(process.pid) + 5)]);
  });

  it("are lowered once each, however many of a name follow", { skip }, async () => {
    const data = { seed: 1, startsAt: 0, faults: {}, clock: new SharedClock().memory };
    for (const threads = []; threads.length < 2; ) {
      const thread = startThread("demo", data);
      after(() => thread.terminate());
      threads.push(thread);
      await once(thread, "online");
    }
    assert.deepEqual(prioritiesOf("demo"), Array(2).fill(Math.min(19, getPriority(process.pid) + 5)));
  });
});
