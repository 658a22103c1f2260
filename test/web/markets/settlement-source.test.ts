import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SettlementSource } from "../../../src/domain/markets.ts";
import { openTestApi } from "../../support/service/api.ts";
import { market, page } from "../../support/store/builders.ts";

const link = (href: string): string => `<a href="${href}" rel="noopener noreferrer">${href}</a>`;

const rows: [string, SettlementSource | null, line: string | null][] = [
  ["a name and its link", { name: "AP", url: "https://apnews.com/" }, `AP, ${link("https://apnews.com/")}`],
  ["a link alone", { name: null, url: "http://nws.test/?a=1&b=2" }, link("http://nws.test/?a=1&amp;b=2")],
  ["a name alone", { name: "The ministry", url: null }, "The ministry"],
  [
    "a name that holds markup",
    { name: '<script>alert("x")</script>', url: null },
    "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;",
  ],
  [
    "an address that holds markup",
    { name: null, url: 'https://x.test/"><b>' },
    link("https://x.test/&quot;&gt;&lt;b&gt;"),
  ],
  ["an address of another kind as text", { name: null, url: "javascript:alert(1)" }, "javascript:alert(1)"],
  ["nothing where the platform names none", null, null],
];

const site = await openTestApi({
  scripts: {
    kalshi: { full: [page(rows.map(([, settlementSource], index) => market({ id: `m${index}`, settlementSource })))] },
  },
  hasPages: true,
});

describe("the page of a market shows as its settlement source", () => {
  for (const [index, [name, , expected]] of rows.entries()) {
    it(name, async () => {
      const { status, text } = await site.get(`/markets/kalshi/m${index}`);
      assert.equal(status, 200);
      const [, line = null] = /<p class="hint settles">Settlement source: (.*?)<\/p>/.exec(text) ?? [];
      assert.equal(line, expected);
    });
  }
});
