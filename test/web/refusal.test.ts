import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import { toErrorDocument } from "../../src/web/page/layout.ts";
import { openTestApi } from "../support/service/api.ts";
import { market, page } from "../support/store/builders.ts";

const site = await openTestApi({ scripts: { kalshi: { full: [page([market({ id: "q" })])] } }, hasPages: true });

/** Where the text of a page leads to, apart from what every page leads to. */
function linksOf(text: string): string[] {
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? [];
  return [...main.matchAll(/<a href="([^"]+)"/g)].map(([, path = ""]) => path);
}

describe("the page of an error", () => {
  const met: readonly (readonly [path: string, links: readonly string[]])[] = [
    ["/marktes", ["/"]],
    ["/markets/kalshi/nothing", ["/search"]],
    ["/events/kalshi/nothing", ["/events"]],
    ["/topics/kalshi:nothing", ["/search"]],
    ["/markets/nowhere/q", ["/search"]],
    ["/markets/kalshi/q?range=9y", ["/markets/kalshi/q"]],
    ["/?platform=nowhere", ["/"]],
    ["/?platform=nowhere&category=sports", ["/?category=sports"]],
    ["/markets/kalshi/q?range=9y&api_key=tb_live_x", ["/markets/kalshi/q"]],
    ["/markets?platform=nowhere&q=the+end&status=&page=3", ["/markets?q=the+end"]],
    ["/questions?sort=price&platform=kalshi&min_volume=-1", ["/questions?platform=kalshi"]],
    ["/search?q=fed&status=maybe&platform=kalshi", ["/search?q=fed&amp;platform=kalshi"]],
    ["/arbitrage?type=none&min_confidence=low", ["/arbitrage?min_confidence=low"]],
    ["/arbitrage?platform=nowhere&sort=net", ["/arbitrage?sort=net"]],
    ["/keys/rotate", ["/keys"]],
    ["//example.org/x", ["/"]],
  ];
  for (const [path, links] of met) {
    it(`leads on from ${path}`, async () => {
      const { status, text } = await site.get(path, { Accept: "text/html" });
      assert.ok(status >= 400 && status < 500, String(status));
      assert.deepEqual(linksOf(text), links);
    });
  }

  for (const kind of ["market", "event"]) {
    it(`gives no advice for programs where there is no ${kind}`, async () => {
      const { text } = await site.get(`/${kind}s/kalshi/nothing`, { Accept: "text/html" });
      assert.match(text, new RegExp(`<p role="alert">Kalshi has no ${kind} with this id\\.</p>`));
      assert.doesNotMatch(text, /\/api\//);
    });
  }

  const thrown: readonly (readonly [code: ErrorCode, details: Record<string, unknown>, link: string])[] = [
    ["rate_limit_exceeded", { limit: 60 }, "/analytics"],
    ["rate_limit_exceeded", { limit: 60, tier: "free" }, "/pricing"],
    ["daily_limit_exceeded", { tier: "free" }, "/pricing"],
    ["tier_required", {}, "/pricing"],
    ["key_creation_limit_exceeded", { tier: "free" }, "/keys"],
    ["overloaded", {}, "/status"],
    ["internal_error", {}, "/status"],
    ["payload_too_large", {}, "/analytics"],
  ];
  for (const [code, details, link] of thrown) {
    it(`leads to ${link} for ${code} ${JSON.stringify(details)}`, () => {
      const { text } = toErrorDocument(errorContext(), new AppError(code, "no", { details }), "/analytics");
      assert.deepEqual(linksOf(text), [link]);
    });
  }

  it("names the categories where one does not exist", async () => {
    for (const path of ["/", "/markets", "/questions"]) {
      const { status, text } = await site.get(`${path}?category=${encodeURIComponent("<i>")}`);
      assert.equal(status, 422, path);
      assert.match(text, /must be one of politics, sports, .*not &#39;&lt;i&gt;&#39;/, path);
    }
  });

  it("never leads to another site, whatever was asked for", () => {
    const refused = new AppError("rate_limit_exceeded", "no");
    for (const asked of ["//example.org", "http://example.org/", "*"]) {
      assert.deepEqual(linksOf(toErrorDocument(errorContext(), refused, asked).text), ["/"]);
    }
  });

  function errorContext() {
    return site.context;
  }
});

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
        assert.ok(text.includes(`role="alert">“${label}” must be `), text.slice(-2000));
        assert.ok(text.includes(`<a href="${path}">Open the page without “${label}”<`));
      }
    });
  }

  it("shows a wrong filter as text", async () => {
    const { text } = await site.get(`/markets?q=rain&min_volume=${encodeURIComponent('"><b>x')}`);
    assert.doesNotMatch(text, /<b>/);
    assert.match(text, /not &#39;&quot;&gt;&lt;b&gt;x&#39;/);
  });

  it("says what is wrong with filters of its own", async () => {
    for (const [query, message] of [
      ["min_gap_cents=101", /“Smallest gap in ¢” must be a number from 0 to 100/],
      ["real_money_only=yes", /“Real money only” must be true or false/],
      ["sort=price", /“Sort by” must be one of volume, .*gap/],
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
      assert.match(text, /role="alert">“(range|closing_after)” must be /, path);
    }
  });
});

describe("the page of spreads, asked with a wrong choice", () => {
  it("keeps the other choices in the link that leaves it out", async () => {
    const whole = await openTestApi({ writer: site.writer, hasPages: true, config: { pagesTier: "pro" } });
    const { status, text } = await whole.get("/arbitrage?min_confidence=foo&sort=volume");
    assert.equal(status, 422);
    assert.match(text, /role="alert">“Lowest confidence” must be /);
    assert.match(text, /<a href="\/arbitrage\?sort=volume">Open the page without “Lowest confidence”</);
  });
});
