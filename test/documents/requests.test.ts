import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { greetDemo } from "../../src/cli/serve.ts";
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
