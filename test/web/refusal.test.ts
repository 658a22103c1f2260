import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { market, page } from "../support/store/builders.ts";

const site = await openTestApi({ scripts: { kalshi: { full: [page([market({ id: "q" })])] } }, hasPages: true });

describe("a page of a list whose filters are wrong", () => {
  for (const [query, label] of [
    ["platform=nowhere", "Platform"],
    ["status=maybe", "State"],
    ["sort=beauty", "Sort by"],
    ["min_volume=-1", "Lowest volume in $"],
    ["closing_before=soon", "Closes before"],
    ["q=a", "Words in the title"],
    ["page=1&page=2", "Page"],
  ] as const) {
    it(`says in the words of its form what is wrong with ${query}`, async () => {
      for (const path of ["/markets", "/questions"]) {
        const { status, headers, text } = await site.get(`${path}?${query}`, { Accept: "text/html" });
        assert.deepEqual([status, headers["content-type"]], [422, "text/html; charset=utf-8"]);
        assert.ok(text.includes(`role="alert">${label}: expected `), text.slice(-2000));
        assert.ok(text.includes(`<a href="${path}">Open the page without “${label}”<`));
      }
    });
  }

  it("shows a wrong filter as text", async () => {
    const { text } = await site.get(`/markets?q=rain&min_volume=${encodeURIComponent('"><b>x')}`);
    assert.doesNotMatch(text, /<b>/);
    assert.match(text, /name="min_volume" value="&quot;&gt;&lt;b&gt;x"/);
  });

  it("says what is wrong with filters of its own", async () => {
    for (const [query, message] of [
      ["min_gap_cents=101", /Smallest gap in ¢: expected a number from 0 to 100/],
      ["real_money_only=yes", /Real money only: expected true or false/],
      ["sort=price", /Sort by: expected one of volume, .*gap/],
    ] as const) {
      const { status, text } = await site.get(`/questions?${query}`);
      assert.equal(status, 422);
      assert.match(text, message);
    }
  });
});

describe("a page whose parameter has no name for people", () => {
  it("says its name as one types it", async () => {
    for (const path of ["/markets/kalshi/q?range=9y", "/markets?closing_after=soon"]) {
      const { status, text } = await site.get(path, { Accept: "text/html" });
      assert.equal(status, 422);
      assert.match(text, /role="alert">“(range|closing_after)”: expected /, path);
    }
  });
});

describe("the page of spreads, asked with a wrong choice", () => {
  it("keeps its form and the other choices, and says which one its link leaves out", async () => {
    const whole = await openTestApi({ writer: site.writer, hasPages: true, config: { pagesTier: "pro" } });
    const { status, text } = await whole.get("/arbitrage?min_confidence=foo&sort=volume");
    assert.equal(status, 422);
    assert.match(text, /role="alert">Lowest confidence: expected /);
    assert.match(text, /<form class="bar browse"[\s\S]*<option value="volume" selected>/);
    assert.match(text, /<a href="\/arbitrage\?sort=volume">Open the page without “Lowest confidence”</);
  });
});
