import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openMoved } from "../../support/web/moved.ts";

describe("pages", () => {
  const LINK = /<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="([^"]+)">/g;
  const decode = (text: string): string => text.replaceAll("&amp;", "&");
  const linksIn = (text: string): string[] => [...text.matchAll(LINK)].map(([, href = ""]) => decode(href));

  it("name their feeds for feed readers, with what is chosen, and link to them", async () => {
    const { get } = await openMoved();
    const wanted = {
      "/": ["/feeds/movers.atom"],
      "/?tab=results": ["/feeds/resolved.atom"],
      "/?platform=kalshi&category=politics": ["/feeds/movers.atom?platform=kalshi&category=politics"],
      "/?tab=results&platform=kalshi&category=politics": ["/feeds/resolved.atom?platform=kalshi&category=politics"],
      "/arbitrage": ["/feeds/spreads.atom"],
      "/search?q=rain+%26+%22x%22&platform=": ["/feeds/search.atom?q=rain+%26+%22x%22"],
      "/search?q=rain&platform=kalshi": ["/feeds/search.atom?q=rain&platform=kalshi"],
      "/search": [],
      "/markets": [],
    };
    for (const [path, links] of Object.entries(wanted)) {
      const { text } = await get(path);
      assert.deepEqual(linksIn(text), links, path);
      for (const link of links) assert.equal((await get(link)).status, 200, link);
    }
    const visible = /<a href="([^"]+)" type="application\/atom\+xml"/;
    for (const path of ["/", "/?tab=results", "/arbitrage", "/search?q=rain"]) {
      const [, href = ""] = visible.exec((await get(path)).text) ?? [];
      assert.equal((await get(decode(href))).status, 200, path);
    }
  });
});
