import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openQuestionSite } from "../support/service/question-site.ts";
import { resolvedMarket, START } from "../support/store/builders.ts";

const site = await openQuestionSite({
  listed: {
    kalshi: [
      { id: "q", volume: 900_000 },
      { id: "a&b/'c'", volume: 500_000, eventId: "e&2" },
      { id: "thin", volume: 99_999, eventId: "thin" },
      resolvedMarket({ id: "ended", volume: 900_000, eventId: "past" }),
    ],
    polymarket: [{ id: "q", volume: 800_000 }],
  },
  matches: [{ a: "kalshi", b: "polymarket" }],
});
const [question] = await site.api("/questions");

const locationsOf = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, text = ""]) =>
    text.replaceAll("&#39;", "'").replaceAll("&amp;", "&").replace(site.url, ""),
  );

describe("the sitemap", () => {
  it("names its parts, each of which lists pages that exist", async () => {
    const { headers, text } = await site.get("/sitemap.xml");
    assert.match(String(headers["content-type"]), /^application\/xml/);
    const parts = locationsOf(text);
    assert.deepEqual(
      parts,
      ["pages", "questions-1", "events-1", "markets-1"].map((part) => `/sitemaps/${part}.xml`),
    );
    for (const part of parts) {
      for (const path of locationsOf((await site.get(part)).text)) {
        assert.equal((await site.get(path)).status, 200, path);
      }
    }
  });

  it("lists what is open and traded, the most traded first", async () => {
    const list = async (part: string) => locationsOf((await site.get(`/sitemaps/${part}.xml`)).text);
    assert.deepEqual(await list("markets-1"), [
      "/markets/kalshi/q",
      "/markets/polymarket/q",
      "/markets/kalshi/a%26b%2F'c'",
    ]);
    assert.deepEqual(await list("events-1"), ["/events/kalshi/e1", "/events/polymarket/e1", "/events/kalshi/e%262"]);
    assert.deepEqual(await list("questions-1"), [`/questions/${question.id}`]);
  });

  it("says when each of them last changed", async () => {
    for (const part of ["markets-1", "events-1", "questions-1"]) {
      const { text } = await site.get(`/sitemaps/${part}.xml`);
      const times = [...text.matchAll(/<lastmod>([^<]*)<\/lastmod>/g)].map(([, time]) => time);
      assert.ok(times.length > 0, part);
      assert.deepEqual([...new Set(times)], [new Date(START).toISOString()], part);
    }
  });

  it("has no other parts", async () => {
    for (const part of ["markets-2", "events-11", "keys-1"]) {
      assert.ok([404, 422].includes((await site.get(`/sitemaps/${part}.xml`)).status), part);
    }
  });
});

describe("robots.txt", () => {
  it("allows pages, keeps programs and lists with filters out, and names the sitemap", async () => {
    const { headers, text } = await site.get("/robots.txt");
    assert.match(String(headers["content-type"]), /^text\/plain/);
    for (const line of [
      "User-agent: *",
      "Disallow: /api/",
      "Disallow: /live",
      "Disallow: /*?",
      "Allow: /assets/",
      "Allow: /oembed",
      "Allow: /feeds/",
    ]) {
      assert.ok(text.split("\n").includes(line), line);
    }
    assert.ok(text.endsWith(`\nSitemap: ${site.url}/sitemap.xml\n`));
    assert.doesNotMatch(text, /Disallow: \/(markets|questions|events|previews|oembed)?$/m);
  });
});
