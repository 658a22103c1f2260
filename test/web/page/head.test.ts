import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../../support/service/api.ts";

const site = await openTestApi({ hasPages: true });

describe("the picture of link previews", () => {
  it("is named by every page that may be found", async () => {
    for (const path of ["/", "/questions", "/markets", "/arbitrage", "/search", "/docs"]) {
      const { text } = await site.get(path);
      const [, address = ""] = /<meta property="og:image" content="([^"]+)">/.exec(text) ?? [];
      assert.ok(address.startsWith(`${site.url}/assets/preview.png?v=`), path);
      assert.equal((await site.get(address.slice(site.url.length))).status, 200);
    }
    assert.doesNotMatch((await site.get("/nothing")).text, /og:image/);
  });
});
