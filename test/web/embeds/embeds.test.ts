import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { openTestApi } from "../../support/service/api.ts";
import { openQuestionSite } from "../../support/service/question-site.ts";
import { HOUR_MS, START } from "../../support/store/builders.ts";

const NASTY = `<script>alert("x")</script> & co's ]]> \u0007\u202e%`;

/** Closed on the day before. */
const OVER = {
  id: "over",
  eventId: "over",
  yesPrice: 990_000,
  bestBid: null,
  bestAsk: null,
  status: "closed",
  outcome: "yes",
  closesAt: START - 21 * HOUR_MS,
  resolvedAt: START - 20 * HOUR_MS,
} as const;

/** Closed before, and not changed since. */
const GONE = { id: "gone", title: "Will it hail?", yesPrice: 10_000, status: "closed", outcome: "no" } as const;

const site = await openQuestionSite({
  listedBefore: {
    kalshi: [
      { id: "q", title: "Will it rain?", yesPrice: 580_000 },
      { id: "nasty/1.svg", title: NASTY, eventId: "n" },
      { id: "over", eventId: "over", yesPrice: 580_000 },
      GONE,
    ],
    polymarket: [
      { id: "q", title: "Rain?", yesPrice: 600_000 },
      { id: "over", eventId: "over", yesPrice: 580_000 },
    ],
  },
  listed: {
    kalshi: [
      { id: "q", title: "Will it rain?", yesPrice: 610_000 },
      { id: "other", title: "Will it snow?", yesPrice: 100_000 },
      { id: "nasty/1.svg", title: NASTY, eventId: "n" },
      OVER,
      GONE,
    ],
    polymarket: [{ id: "q", title: "Rain?", yesPrice: 600_000 }, OVER],
  },
  matches: [
    { a: "kalshi", b: "polymarket" },
    { a: "kalshi", b: "polymarket", id: "over" },
  ],
});
const [question] = await site.api("/questions");
const nasty = `/kalshi/${encodeURIComponent("nasty/1.svg")}`;

describe("an embed", () => {
  it("shows a market: title, price, change, platform, age, and the way to its page", async () => {
    const { status, text } = await site.get("/embed/kalshi/q");
    assert.equal(status, 200);
    for (const part of ["Will it rain?", "61%", "▲ 3.0 pts", "Kalshi", "As of", '<svg class="lines"']) {
      assert.ok(text.includes(part), part);
    }
    const page = `${site.url}/markets/kalshi/q`;
    assert.match(text, new RegExp(`<a href="${page}" target="_blank" rel="noopener">`));
    assert.match(text, new RegExp(`<link rel="canonical" href="${page}">`));
  });

  it("shows a question with the price of each platform, and an event with its outcomes", async () => {
    const { text } = await site.get(`/embed/questions/${question.id}`);
    for (const part of ["Kalshi", "Polymarket", "61%", "60%"]) assert.ok(text.includes(part), part);
    const ofEvent = await site.get("/embed/events/kalshi/e1");
    assert.match(ofEvent.text, /<li class="line-1">.*61%/);
    assert.match(ofEvent.text, /As of <time datetime="2026-11-19/, "that of its oldest price");
  });

  it("ends its chart with what it shows, and says how that was resolved", async () => {
    const captionOf = async (path: string) => (await site.get(path)).text.match(/<figcaption>(.*)<\/figcaption>/)?.[1];
    const over = `/embed/questions/${toQuestionId("kalshi", "over")}`;
    for (const path of ["/embed/kalshi/over", "/embed/events/kalshi/over", over]) {
      assert.equal(await captionOf(path), "<span>12 Nov</span><span>19 Nov</span>", path);
    }
    assert.equal(await captionOf("/embed/kalshi/q"), "<span>13 Nov</span><span>20 Nov</span>");
    for (const path of ["/embed/kalshi/over", over]) assert.match((await site.get(path)).text, /<span>resolved: yes</);
  });

  it("has the colours that are asked for", async () => {
    assert.match((await site.get("/embed/kalshi/q?theme=dark")).text, /<html lang="en" data-colours="dark">/);
    assert.match((await site.get("/embed/kalshi/q?theme=light")).text, /<html lang="en" data-colours="light">/);
    assert.equal((await site.get("/embed/kalshi/q?theme=pink")).status, 422);
  });

  it("has no script, may stand in any frame, and may be cached by anyone for a minute", async () => {
    const { headers, text } = await site.get("/embed/kalshi/q");
    assert.match(String(headers["content-security-policy"]), /^default-src 'none';.*frame-ancestors \*$/);
    assert.match(String(headers["cache-control"]), /^public, max-age=60/);
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
    assert.doesNotMatch(text, /<script| style=/);
    const ofNasty = await site.get(`/embed${nasty}`);
    assert.equal(ofNasty.status, 200);
    assert.doesNotMatch(ofNasty.text, /<script| style=/);
    const again = await site.get("/embed/kalshi/q", { "If-None-Match": String(headers.etag) });
    assert.equal(again.status, 304);
  });

  it("stands only in frames of the sites that the operator names, and other pages in none", async () => {
    const own = await openTestApi({
      writer: site.test,
      hasPages: true,
      config: { embedOrigins: ["https://a.example", "https://*.b.example"] },
    });
    const policyOf = async (path: string) => String((await own.get(path)).headers["content-security-policy"]);
    assert.match(await policyOf("/embed/kalshi/q"), /frame-ancestors https:\/\/a\.example https:\/\/\*\.b\.example$/);
    for (const path of ["/", "/markets/kalshi/q", `/questions/${question.id}`, "/keys"]) {
      assert.match(await policyOf(path), /frame-ancestors 'none'/);
    }
  });

  it("says that there is nothing, in a frame too", async () => {
    const { status, text, headers } = await site.get("/embed/kalshi/nothing");
    assert.equal(status, 404);
    assert.match(text, /Nothing to show/);
    assert.match(String(headers["content-security-policy"]), /frame-ancestors \*/);
    assert.equal(headers["cache-control"], "no-store");
  });
});

describe("the pages of a market and a question", () => {
  const paths = ["/markets/kalshi/q", `/questions/${question.id}`];

  for (const path of paths) {
    it(`offer the code of an embed and tell other sites of themselves: ${path.split("/")[1]}`, async () => {
      const { text } = await site.get(`${path}?range=24h`);
      assert.ok(
        text.includes(
          `&lt;iframe src=&quot;${site.url}${path.replace("/markets", "/embed").replace("/questions", "/embed/questions")}&quot;`,
        ),
        "iframe",
      );
      assert.ok(text.includes(`<link rel="canonical" href="${site.url}${path}">`), "canonical");
      assert.ok(text.includes(`<meta property="og:url" content="${site.url}${path}">`), "og:url");
      assert.ok(text.includes(`<meta property="og:image" content="${site.url}/assets/preview.png?v=`), "og:image");
      assert.match(text, /<meta name="twitter:card" content="summary_large_image">/);
    });
  }

  it("have one address for search engines, whatever their parameters", async () => {
    const { text } = await site.get("/markets?sort=closing&page=1");
    assert.ok(text.includes(`<link rel="canonical" href="${site.url}/markets">`));
    assert.doesNotMatch((await site.get("/markets/kalshi/none")).text, /canonical|og:|name="description"/);
  });
});
