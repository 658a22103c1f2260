import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { greet, greetDemo } from "../../src/cli/serve.ts";
import { DEMO_FILE } from "../../src/config.ts";
import { AppError } from "../../src/errors.ts";
import { runMain, temporaryFolder } from "../support/service/process.ts";
import { startTestService } from "../support/service/service.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

const service = await startTestService({ isWholeDemo: true, flags: {} });

it("README.md shows what the demo prints", async () => {
  const shownOnTerminal = { ...service, operatorLink: `${service.url}/admin#token` };
  const printed = await greetDemo(shownOnTerminal, { ...service.config, db: "toteboard-demo.db" });
  const shown = printed
    .replaceAll(service.url, "http://127.0.0.1:8080")
    .replaceAll(/tb_live_\w+/g, "tb_live_…")
    .replace("#token", "#…");
  const [lines = ""] = shown.trim().split("\n\nCtrl-C");
  assert.ok(README.includes(lines), lines);
});

it("every link of a greeting answers without a key, and its call with the key", async () => {
  const { config } = service;
  const running = { ...service, operatorLink: undefined };
  const demo = await greetDemo(running, config);
  for (const printed of [demo, greet(running, config)]) {
    const links = [...printed.matchAll(/^ {2}[A-Z]\w+ +(http\S+)/gm)].map(([, link = ""]) => link);
    assert.ok(links.length >= 5, printed);
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
    assert.match(printed, /nobody may open the operator's pages: set TOTEBOARD_ADMIN_TOKEN/);
  }
  const [, key = "", call = ""] = /curl -H 'X-API-Key: (\S+)' '(\S+)'/.exec(demo) ?? [];
  assert.equal((await fetch(call, { headers: { "X-API-Key": key } })).status, 200, call);
  const [, creation = ""] = /curl -X POST '(\S+)'/.exec(greet(running, config)) ?? [];
  assert.equal((await fetch(creation, { method: "POST" })).status, 201, creation);
});

it("every command of README.md is one that works as printed", async () => {
  const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const blocks = [...README.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, kind, block = ""]) =>
    kind ? [] : [block],
  );
  const lines = blocks
    .filter((block) => !block.includes("is listening on"))
    .flatMap((block) => block.trim().split("\n"));
  for (const line of lines) {
    const words = line.split(" ").filter((word) => !/^[A-Z_]+=/.test(word));
    const [program, verb = "", script = ""] = words;
    if (program === "npm") {
      const name = verb === "run" ? script : verb;
      assert.ok(Object.hasOwn(scripts, name), line);
      if (name !== "toteboard") continue;
      // The demo of this test has its database elsewhere.
      const args = words.slice(4).map((word) => (word === DEMO_FILE ? service.config.db : word));
      assert.ok(line.includes(`--db ${DEMO_FILE}`), line);
      const { exitCode, stderr } = await runMain(...args);
      assert.deepEqual([exitCode, stderr], [0, ""], line);
      continue;
    }
    // The next test sends requests; test/packages runs the executable.
    assert.match(line, /^(curl |chmod \+x toteboard-linux-x64$|(\.\/toteboard-linux-x64|dist\/toteboard) serve$)/);
  }
});

it("a command that finds no database names the demo's beside it", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, DEMO_FILE), "");
  const { exitCode, stderr } = await runMain("keys", "list", "--db", join(folder, "toteboard.db"));
  assert.equal(exitCode, 1);
  assert.match(stderr, /no database at .*: name it with --db, such as the demo's, --db toteboard-demo\.db, or make it/);
});

it("the demo asks again for its key where the writer is held up, and says so where it never can write", async () => {
  const refusal = new AppError("unavailable", "the disk is full", { headers: { "Retry-After": "0" } });
  const refusals = [refusal, refusal];
  const { context, config } = service;
  const createKey: typeof context.commands.createKey = async (input) => {
    const [error] = refusals.splice(0, 1);
    if (error !== undefined) throw error;
    return context.commands.createKey(input);
  };
  const heldUp = { ...service, context: { ...context, commands: { ...context.commands, createKey } } };
  assert.match(await greetDemo(heldUp, config), /Your key +tb_live_/);
  refusals.push(...Array.from({ length: 20 }, () => refusal));
  await assert.rejects(greetDemo(heldUp, config), {
    name: "OperatorError",
    message: "the demo has no key: the disk is full",
  });
});

it("README.md shows a request that answers as it says", async () => {
  const [, path = ""] = /^curl [^\n]*'http:\/\/127\.0\.0\.1:8080([^']+)'$/m.exec(README) ?? [];
  const { status, body } = await service.get(path);
  assert.equal(status, 200);
  const [question] = body.data;
  const [, sample = ""] = /```json\n(.*?)```/s.exec(README) ?? [];
  const shown = [...sample.matchAll(/"(\w+)":/g)].map(([, name = ""]) => name);
  const answered = new Set([body, body.meta, question, ...question.markets].flatMap((part) => Object.keys(part)));
  assert.deepEqual(
    shown.filter((name) => !answered.has(name)),
    [],
  );
});
