import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("../../bin/run.cjs", import.meta.url));

describe("the npm scripts that run for long", () => {
  for (const name of ["crash", "fuzz"]) {
    it(`${name} starts`, () => {
      // Handed on to node, which prints its own help in place of running the tests.
      const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, name, "--help"], { encoding: "utf8" });
      assert.equal(status, 0, stderr);
      assert.match(stdout, /--test/);
    });
  }
});
