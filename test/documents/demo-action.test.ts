import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import manifest from "../../package.json" with { type: "json" };
import { FROM_SOURCE, temporaryFolder } from "../support/service/process.ts";

const FOLDER = fileURLToPath(new URL("../../.github/actions/demo/", import.meta.url));
const ACTION = readFileSync(join(FOLDER, "action.yml"), "utf8");

/** The defaults of the action's inputs, as far as a run sets no other. */
const INPUTS = Object.fromEntries(
  [...ACTION.matchAll(/^ {2}([a-z]+):\n {4}description: .*\n {4}default: "?(.*?)"?$/gm)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);

type Texts = Readonly<Record<string, string>>;

/** What an expression may name: inputs, outputs of steps, and the folder for files of the job. */
interface Known {
  readonly inputs: Texts;
  readonly outputs: Readonly<Record<string, Texts>>;
  readonly temporary: string;
}

/** The steps of the action that run a command, each with its variables. */
const STEPS = [
  ...ACTION.matchAll(/^ {4}- id: (\w+)\n {6}shell: bash\n {6}run: \|\n((?: {8}.*\n)+) {6}env:\n((?: {8}.*\n?)+)/gm),
].map(([, id = "", command = "", env = ""]) => ({ id, command, env: [...env.matchAll(/^ {8}(\w+): (.*)$/gm)] }));

/** What the runner makes of expressions: a value, or the first of two that is not empty. */
function evaluate(expression: string, known: Known): string {
  return expression.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, text: string) => {
    const [first = "", otherwise] = text.split(" || ");
    const value = lookUp(first, known);
    if (value !== "" || otherwise === undefined) return value;
    const [, format = "", argument = ""] = /^format\('(.*)', (.*)\)$/.exec(otherwise) ?? assert.fail(otherwise);
    return format.replace("{0}", lookUp(argument, known));
  });
}

function lookUp(name: string, { inputs, outputs, temporary }: Known): string {
  if (name === "runner.temp") return temporary;
  const [kind, key = "", , output = ""] = name.split(".");
  return (kind === "inputs" ? inputs[key] : outputs[key]?.[output]) ?? assert.fail(name);
}

/** Runs the steps of the action, up to the one that is named; gives what expressions after it may name. */
function runSteps(temporary: string, given: Texts, last: string): Known {
  const known = { inputs: { ...INPUTS, ...given }, outputs: {} as Record<string, Texts>, temporary };
  for (const { id, command, env: lines } of STEPS.slice(0, STEPS.findIndex(({ id }) => id === last) + 1)) {
    const output = join(temporary, id);
    writeFileSync(output, "");
    const variables = lines.map(([, name = "", value = ""]) => [name, evaluate(value, known)]);
    const env = {
      ...process.env,
      ...Object.fromEntries(variables),
      GITHUB_ACTION_PATH: FOLDER,
      GITHUB_OUTPUT: output,
      // Where the script leaves the folder of its demo.
      TMPDIR: temporary,
    };
    const { status, stderr } = spawnSync("bash", ["-e", "-c", command], { env, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const set = readFileSync(output, "utf8").trim().split("\n");
    known.outputs[id] = Object.fromEntries(set.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  }
  return known;
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
      } = runSteps(temporary, inputs, "demo").outputs.demo ?? {};
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

  it("runs the npm package of its own version, or of the one that is asked for", () => {
    const [, written = ""] = /^ {8}TOTEBOARD: (.*)$/m.exec(ACTION) ?? [];
    const commandFor = (given: Texts) => evaluate(written, runSteps(temporaryFolder(), given, "version"));
    const own = /^[\d.]+$/.test(manifest.version) ? manifest.version : "latest";
    assert.equal(commandFor({}), `npx --yes toteboard@${own}`);
    assert.equal(commandFor({ version: "2.1.0" }), "npx --yes toteboard@2.1.0");
    assert.equal(commandFor({ command: "./toteboard" }), "./toteboard");
  });

  it("keeps what it loaded under a key of all that it is made of, which a cache takes: no commas", () => {
    const [, written = ""] = /^ {8}key: (.*)$/m.exec(ACTION) ?? [];
    const given = { version: "2.1.0", fail: "kalshi=503,manifold=timeout", platforms: "kalshi,manifold" };
    const key = evaluate(written, runSteps(temporaryFolder(), given, "version"));
    assert.equal(key, "toteboard-demo 2.1.0  1 2026-11-20T12:00:00Z kalshi=503+manifold=timeout kalshi+manifold");
  });

  it("says why a demo does not start", () => {
    const env = { ...process.env, TOTEBOARD: FROM_SOURCE.join(" "), FAIL: "nowhere=503", TMPDIR: temporaryFolder() };
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
