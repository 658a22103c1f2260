import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { greetDemo } from "../../src/cli/serve.ts";
import { startTestService } from "../support/service/service.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

const service = await startTestService({ isDemo: true, flags: { "no-ingest": false } });
await service.ready;

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

describe("the requests in README.md", () => {
  const paths = [...README.matchAll(/^api '(\/[^']+)'$/gm)].map(([, path]) => `/api/v1${path}`);

  it("are there", () => assert.ok(paths.length >= 3));

  for (const path of paths) {
    it(`GET ${path} finds something in the demo`, async () => {
      const { status, body } = await service.get(path);
      assert.equal(status, 200);
      assert.ok(JSON.stringify(body.data).length > 200, "has data");
    });
  }

  it("a key is made without one", async () => {
    const [, query = ""] = /curl -X POST '[^']*?(\/api[^']+)'/.exec(README) ?? [];
    const response = await fetch(`${service.url}${query}`, { method: "POST" });
    assert.equal(response.status, 201);
  });

  it("a market has the history asked for", async () => {
    const [, query = ""] = /api "\/markets\/kalshi\/\$MARKET(\/history[^"]*)"/.exec(README) ?? [];
    const { body } = await service.get("/api/v1/markets?platform=kalshi&page_size=1");
    const { status } = await service.get(`/api/v1/markets/kalshi/${body.data[0].id}${query}`);
    assert.equal(status, 200);
  });
});
