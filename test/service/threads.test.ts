import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { describe, it } from "node:test";
import { startTestService } from "../support/service/service.ts";

const TASKS = "/proc/self/task";

describe("the threads of the service", () => {
  const skip = process.platform === "linux" ? false : "threads have no priority of their own here";
  it("let the one that answers go first", { skip }, async () => {
    await startTestService();
    const priorities = readdirSync(TASKS).flatMap((id) => {
      const name = readFileSync(`${TASKS}/${id}/comm`, "utf8").trim();
      return name === "writer" ? [getPriority(Number(id))] : [];
    });
    assert.deepEqual(priorities, [Math.min(19, getPriority(process.pid) + 5)]);
  });
});
