import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { greetDemo } from "../../src/cli/serve.ts";
import { AppError } from "../../src/errors.ts";
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
