import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openQuestionSite } from "../../support/service/question-site.ts";

const TITLE = `Rain & <b>"sun"</b>?`;
const site = await openQuestionSite({
  listed: { kalshi: [{ id: "q/1", title: TITLE }], polymarket: [{ id: "q/1", title: TITLE }] },
  matches: [{ a: "kalshi", b: "polymarket", id: "q/1" }],
});
const [question] = await site.api("/questions");
const market = `${site.url}/markets/kalshi/q%2F1`;
const ask = (url: string, more = "") => site.get(`/oembed?url=${encodeURIComponent(url)}${more}`);

/** Section 2.3.4 of the specification: what every answer has, and what one of type rich has. */
const REQUIRED = { type: "string", version: "string", html: "string", width: "number", height: "number" };
/** All that it names. */
const NAMED = [
  ...["type", "version", "title", "author_name", "author_url", "provider_name", "provider_url", "cache_age"],
  ...["thumbnail_url", "thumbnail_width", "thumbnail_height", "html", "width", "height"],
];

describe("oEmbed", () => {
  it("answers with what the specification requires of type rich, and nothing that it does not name", async () => {
    for (const url of [
      market,
      `${site.url}/events/kalshi/e1`,
      `${site.url}/questions/${question.id}`,
      `${market}?range=24h#x`,
    ]) {
      const { status, headers, json } = await ask(url);
      assert.equal(status, 200, url);
      assert.match(String(headers["content-type"]), /^application\/json/);
      assert.equal(headers["access-control-allow-origin"], "*");
      for (const [name, type] of Object.entries(REQUIRED)) assert.equal(typeof json[name], type, name);
      assert.deepEqual([json.type, json.version], ["rich", "1.0"]);
      assert.deepEqual(
        Object.keys(json).filter((name) => !NAMED.includes(name)),
        [],
      );
    }
  });

  it("gives a frame that shows the embed", async () => {
    const { json } = await ask(market);
    const source = /^<iframe src="([^"]+)"[^<>]*><\/iframe>$/.exec(json.html)?.[1];
    assert.equal(source, `${site.url}/embed/kalshi/q%2F1`);
    assert.equal((await site.get(source.slice(site.url.length))).status, 200);
  });

  it("says the same in XML", async () => {
    const [{ json }, { headers, text }] = await Promise.all([ask(market, "&format=json"), ask(market, "&format=xml")]);
    assert.match(String(headers["content-type"]), /^text\/xml/);
    assert.match(text, /^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed>.*<\/oembed>\n$/);
    const toText = (value: string) =>
      value
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&#39;", "'")
        .replaceAll("&amp;", "&");
    const members = [...text.matchAll(/<([a-z_]+)>([^<]*)<\/\1>/g)].map(([, name, value = ""]) => [
      name,
      toText(value),
    ]);
    assert.deepEqual(
      members,
      Object.entries(json).map(([name, value]) => [name, String(value)]),
    );
  });

  it("is never larger than asked for, its thumbnail included", async () => {
    const { json } = await ask(market, "&maxwidth=300&maxheight=150");
    assert.deepEqual([json.width, json.height], [300, 150]);
    assert.match(json.html, /width="300" height="150"/);
    assert.equal(json.thumbnail_url, undefined);
    const large = (await ask(market, "&maxwidth=2000&maxheight=2000")).json;
    assert.deepEqual([large.width, large.thumbnail_width], [600, 1200]);
  });

  it("is not found for what is not a page of this site", async () => {
    const own = new URL(site.url);
    const others = [
      "https://elsewhere.example/markets/kalshi/q%2F1",
      `${own.protocol}//${own.hostname}:1/markets/kalshi/q%2F1`,
      `${own.protocol}//${own.host}.evil.example/markets/kalshi/q%2F1`,
      `${own.protocol}//${own.host}@evil.example/markets/kalshi/q%2F1`,
      `ftp://${own.host}/markets/kalshi/q%2F1`,
      `${site.url}/markets/kalshi/none`,
      `${site.url}/markets/nowhere/q%2F1`,
      `${site.url}/markets/kalshi/q/1`,
      `${site.url}/markets/kalshi/%E0%A4%A`,
      `${site.url}/questions/none`,
      `${site.url}/status`,
      "not an address",
    ];
    for (const url of others) assert.equal((await ask(url)).status, 404, url);
  });

  it("refuses another format with 501, and a request without an address or with a wrong size with 400", async () => {
    assert.equal((await ask(market, "&format=yaml")).status, 501);
    assert.equal((await site.get("/oembed")).status, 400);
    assert.equal((await ask(market, "&maxwidth=wide")).status, 400);
  });
});
