import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "./support/service/executable.ts";
import { temporaryFolder } from "./support/service/process.ts";

const CHILD = fileURLToPath(new URL("support/service/logging-child.ts", import.meta.url));

describe("the log of a process that ends", { skip: process.platform === "win32" }, () => {
  for (const [how, expected] of [
    ["ends", 0],
    ["exits", 3],
    ["throws", 1],
  ] as const) {
    it(`has every line when it ${how} while lines are being written`, async () => {
      const folder = temporaryFolder();
      const command = [process.execPath, CHILD, how] as const;
      const { ended } = start(["sh", "-c", `exec "$@" 2>log`, "sh", ...command], folder, {});
      assert.equal((await ended).exitCode, expected);
      const lines = readFileSync(join(folder, "log"), "utf8").split("\n");
      assert.equal(lines.filter((line) => line.endsWith('"msg":"logged"}')).length, 5000);
      assert.equal(lines.filter((line) => line.endsWith('"msg":"last"}')).length, 1);
    });
  }
});
