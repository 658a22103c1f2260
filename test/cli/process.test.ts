import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { untilSignal } from "../../src/cli/process.ts";
import { temporaryFolder } from "../support/service/process.ts";

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

it("npm test runs the tests of its suite in named folders, beside more than ten named files", () => {
  const folder = temporaryFolder();
  const files = Array.from({ length: 11 }, (_, index) => join(folder, `${index}.test.ts`));
  const others = ["rules/one.test.ts", "rules/deep/two.test.ts", "rules/three.browser.test.ts"].map((name) =>
    join(folder, name),
  );
  mkdirSync(join(folder, "rules/deep"), { recursive: true });
  for (const file of [...files, ...others])
    writeFileSync(file, 'import { it } from "node:test"; it("passes", () => {});');
  const run = (...names: string[]): string => {
    const program = fileURLToPath(new URL("../../bin/run.cjs", import.meta.url));
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, [program, "test", ...names], { encoding: "utf8", env });
    return stdout + stderr;
  };
  const rules = join(folder, "rules");
  assert.match(run(...files, rules), /^13 tests: 13 passed, 0 failed/m);
  assert.match(run(rules), /^2 tests: 2 passed/m);
  assert.match(run(fileURLToPath(new URL("../crash", import.meta.url))), /has no tests of this suite/);
});
