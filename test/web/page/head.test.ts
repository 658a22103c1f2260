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

  it("is a small PNG of 1200 × 630 that any site may show and keep", async () => {
    const { headers, bytes } = await site.get("/assets/preview.png", { "Accept-Encoding": "br, gzip" });
    assert.equal(bytes.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
    assert.ok(bytes.length < 40_000, String(bytes.length));
    assert.deepEqual([headers["content-type"], headers["content-encoding"]], ["image/png", undefined]);
    assert.match(String(headers["cache-control"]), /^public, max-age=31536000, immutable$/);
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
  });
});
