import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTools } from "../../../src/mcp/tool-service.ts";
import { openTestApi } from "../../support/service/api.ts";

const site = await openTestApi({ hasPages: true });

describe("/docs/mcp", () => {
  it("names all tools", async () => {
    const { text } = await site.get("/docs/mcp");
    for (const { name } of createTools(site.context.config.platforms)) assert.ok(text.includes(`id="${name}"`), name);
  });

  it("describes arguments, and puts no key into the file of a project", async () => {
    const { text: page } = await site.get("/docs/mcp");
    assert.match(page, /<code>query<\/code>: [^<]*; words of the title/);
    for (const [client, source] of [
      ["cursor", "${" + "env:TOTEBOARD_KEY}"],
      ["vs-code", "${" + "input:toteboard-key}"],
    ] as const) {
      const [, pasted = ""] = new RegExp(`id="text-${client}">([^<]*)<`).exec(page) ?? [];
      assert.ok(pasted.includes(source) && !pasted.includes("YOUR_KEY"), pasted);
    }
    assert.match(page, /id="text-connectors">http:[^<]*\/mcp\?api_key=YOUR_KEY</);
  });
});
