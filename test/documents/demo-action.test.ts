import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { FROM_SOURCE, temporaryFolder } from "../support/service/process.ts";

const FOLDER = fileURLToPath(new URL("../../.github/actions/demo/", import.meta.url));
const ACTION = readFileSync(join(FOLDER, "action.yml"), "utf8");

/** The defaults of the action's inputs, as far as a run sets no other. */
const INPUTS = Object.fromEntries(
  [...ACTION.matchAll(/^ {2}([a-z]+):\n {4}description: .*\n {4}default: "?(.*?)"?$/gm)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);

/** What the runner makes of an expression: an input, the folder for files of the job, or the first of two that is not empty. */
function evaluate(expression: string, inputs: Readonly<Record<string, string>>, temporary: string): string {
  return expression.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, text: string) => {
    if (text === "runner.temp") return temporary;
    const [, name = "", otherwise] = /^inputs\.(\w+)(?: \|\| (.*))?$/.exec(text) ?? assert.fail(text);
    const value = inputs[name] ?? assert.fail(name);
    return value !== "" || otherwise === undefined ? value : `npx --yes toteboard@${inputs.version}`;
  });
}

/** Runs the step of the action that runs a command; gives its outputs. */
function runAction(temporary: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const [, command = ""] = /^ {6}run: '(.*)'$/m.exec(ACTION) ?? [];
  const [, block = ""] = /^ {6}env:\n((?: {8}.*\n)+)/m.exec(ACTION) ?? [];
  const inputs = { ...INPUTS, ...given };
  const variables = [...block.matchAll(/^ {8}(\w+): (.*)$/gm)].map(([, name = "", value = ""]) => [
    name,
    evaluate(value, inputs, temporary),
  ]);
  const output = join(temporary, "output");
  const env = { ...process.env, ...Object.fromEntries(variables), GITHUB_ACTION_PATH: FOLDER, GITHUB_OUTPUT: output };
  const { status, stderr } = spawnSync("bash", ["-e", "-c", command], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const lines = readFileSync(output, "utf8").trim().split("\n").slice(-5);
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

describe("the action for demos in CI", { skip: process.platform === "win32" }, () => {
  it("starts a demo that answers, ends it, and starts the same again from what it kept", async () => {
    const temporary = temporaryFolder();
    const command = FROM_SOURCE.join(" ");
    const inputs = { command, platforms: "predictit,manifold", seed: "7", fail: "manifold=503" };
    const keys: string[][] = [];
    for (const round of ["first", "second"]) {
      const {
        url = "",
        key = "",
        pro_key: proKey = "",
        admin_url: adminUrl = "",
        pid = "",
      } = runAction(temporary, inputs);
      const ask = (path: string, secret: string) => fetch(`${url}${path}`, { headers: { "X-API-Key": secret } });
      const { data } = (await (await ask("/api/v1/status", key)).json()) as { data: { status: string } };
      assert.equal(data.status, "degraded", round);
      assert.equal((await ask("/api/v1/arbitrage", key)).status, 403);
      assert.equal((await ask("/api/v1/arbitrage", proKey)).status, 200);
      assert.match(adminUrl, /\/admin#[\w-]{32}$/);
      keys.push([key, proKey]);
      spawnSync(join(FOLDER, "demo.sh"), ["stop", pid]);
      assert.throws(() => process.kill(Number(pid), 0));
      assert.ok(existsSync(join(temporary, "toteboard-demo.db")));
    }
    assert.deepEqual(keys[0], keys[1]);
  });

  it("says why a demo does not start", () => {
    const env = { ...process.env, TOTEBOARD: FROM_SOURCE.join(" "), FAIL: "nowhere=503" };
    const { status, stdout, stderr } = spawnSync(join(FOLDER, "demo.sh"), ["start"], { env, encoding: "utf8" });
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /--fail: expected one of polymarket/);
  });

  it("names an output for each that it describes", () => {
    const script = readFileSync(join(FOLDER, "demo.sh"), "utf8");
    const named = [...ACTION.matchAll(/steps\.demo\.outputs\.(\w+)/g)].map(([, name = ""]) => name);
    assert.equal(named.length, 5);
    for (const name of named) assert.ok(script.includes(`echo "${name}=`), name);
  });
});
