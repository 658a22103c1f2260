import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
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

  it("says how many lines had no room", async () => {
    const folder = temporaryFolder();
    const { ended } = start(["sh", "-c", `exec "$@" 2>log`, "sh", process.execPath, CHILD, "floods"], folder, {});
    assert.equal((await ended).exitCode, 0);
    const lines = readFileSync(join(folder, "log"), "utf8").trimEnd().split("\n");
    const { lines: dropped, msg } = JSON.parse(lines.at(-1) ?? "");
    assert.match(msg, /^log lines were dropped/);
    assert.ok(dropped > 0);
    assert.equal(lines.length - 1 + dropped, 100_000);
  });

  it("has its lines above those that are drawn again and again, which take their own place", async () => {
    const folder = temporaryFolder();
    const { ended } = start(["sh", "-c", `exec "$@" 2>log`, "sh", process.execPath, CHILD, "draws"], folder, {});
    assert.equal((await ended).exitCode, 0);
    const drawn = readFileSync(join(folder, "log"), "utf8").replaceAll(/\{.*"msg":"(\w+)"\}/g, "$1");
    assert.deepEqual(drawn.replaceAll("\r", "").split("\u001b[J"), [
      ...["", "one\ntwo\n\u001b[2A", "between\none\ntwo\n\u001b[2A", "three\n\u001b[1A", "", "below\n"],
    ]);
  });

  for (const format of ["json", "pretty"]) {
    it(`does not keep it from ending while nobody reads, as ${format}`, async () => {
      const stdio = ["ignore", "ignore", "pipe"] as const;
      const child = spawn(process.execPath, [CHILD, "ends", format], { stdio: [...stdio] });
      assert.deepEqual(await once(child, "exit"), [0, null]);
      const written = (await child.stderr.setEncoding("utf8").toArray()).join("").split("\n");
      assert.ok(written.length > 10 && written.length < 5000, "more than fits was logged");
    });
  }
});
