import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { describe, it } from "node:test";
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
    await startTestService();
    await startTestService();
    assert.deepEqual(prioritiesOf("writer"), Array(2).fill(Math.min(19, getPriority(process.pid) + 5)));
  });
});
