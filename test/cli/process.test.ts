import assert from "node:assert/strict";
import { it } from "node:test";
import { untilSignal } from "../../src/cli/process.ts";

it("a second signal ends the process at once, but not the echo of the first", async (test) => {
  let now = 1000;
  test.mock.method(performance, "now", () => now);
  const exit = test.mock.method(process, "exit", () => undefined as never).mock;
  const before = process.listeners("SIGINT");
  const { signalled, isSignalled } = untilSignal();
  const [press] = process.listeners("SIGINT").filter((listener) => !before.includes(listener));
  assert.ok(press);
  assert.equal(isSignalled(), false);
  press("SIGINT");
  now += 500;
  press("SIGINT");
  assert.deepEqual([await signalled, isSignalled(), exit.callCount()], ["SIGINT", true, 0]);
  now += 1;
  press("SIGINT");
  assert.deepEqual(exit.calls[0]?.arguments, [130]);
});
