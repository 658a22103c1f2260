import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { event, market, page, resolvedMarket } from "../support/store/builders.ts";

/** Where the rows of the page's tables lead. */
const rowsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<th scope="row"><a href="([^"]+)"/g)].map(([, href = ""]) => href);

const IDS = ["one", "two", "three", "four", "five", "six"];

describe("a search", async () => {
  const full = [page(IDS.map((id) => market({ id, title: `Will number ${id} come?` })))];
  const alone = market({ id: "alone", title: "Will number nobody else come?" });
  const towns = Array.from({ length: 25 }, (_, index) =>
    market({ id: `t${index}`, eventId: "towns", title: `Rain in town ${index}?`, volume: 1000 + index }),
  );
  const ended = ["a", "b"].map((id) => resolvedMarket({ id, title: `What has ended ${id}` }));
  const site = await openTestApi({
    scripts: {
      kalshi: { full },
      polymarket: { full },
      manifold: {
        full: [page([alone, ...towns], [event({ id: "towns", title: "Rain tomorrow" })])],
        resolved: [page(ended)],
      },
    },
    matches: IDS.map((id) => ({ a: "kalshi", b: "polymarket", id })),
    hasPages: true,
  });

  it("shows questions first, and below them the markets that no other platform has", async () => {
    const { text } = await site.get("/search?q=number");
    const [before = "", after = ""] = text.split('<h2 id="markets">');
    assert.equal(before.match(/<th scope="row"><a href="\/questions\//g)?.length, 6);
    assert.deepEqual(
      [...after.matchAll(/<th scope="row"><a href="([^"]+)"/g)].map(([, href]) => href),
      ["/markets/manifold/alone"],
    );
    assert.match(text, /role="status">6 questions and 1 other market\./);
  });

  it("takes words of 2 to 200 characters, as the API does, and none for no search", async () => {
    for (const path of ["/search", "/search/suggestions", "/search.csv"]) {
      for (const q of ["a", "a".repeat(201)]) assert.equal((await site.get(`${path}?q=${q}`)).status, 422, path);
      assert.equal((await site.get(`${path}?q=ab`)).status, 200, path);
    }
    for (const path of ["/search?q=", "/search/suggestions?q="]) assert.equal((await site.get(path)).status, 200, path);
    assert.match((await site.get("/search?q=a")).text, /Words: expected text of 2 to 200 characters, got &#39;a&#39;/);
    assert.match((await site.get("/search")).text, /name="q" value="" minlength="2" maxlength="200"/);
  });

  it("says what to try next where nothing is found", async () => {
    const { text } = await site.get("/search?q=zzzz");
    assert.match(text, /No question, market or event has all of these words\. Try fewer or other words\./);
    assert.doesNotMatch(text, /Include closed/);
    assert.match(text, /href="\/questions">All questions</);
  });

  it("offers closed ones with their number, also where nothing else is found", async () => {
    const all = /href="\/search\?q=ended&amp;status=all">Include closed \(2\)<\/a> · <a/;
    assert.match((await site.get("/search?q=ended")).text, all);
    const { text } = await site.get("/search?q=ended&status=all");
    assert.match(text, /role="status">2 markets\./);
    assert.doesNotMatch(text, /Include closed/);
  });

  it("groups markets under an event that has several, and pages through them without script", async () => {
    const first = (await site.get("/search?q=town")).text;
    const titles = (text: string) =>
      [
        ...text
          .replace(/<table class="grid".*?<\/table>/s, "")
          .matchAll(/<a href="\/markets\/manifold\/t[^"]*"[^>]*>([^<]+)</g),
      ].map(([, one]) => one);
    assert.match(first, /<tr class="group"><th colspan="5" scope="rowgroup"><a href="\/events\/manifold\/towns"[^>]*>/);
    assert.match(first, /rel="next" href="\/search\?q=town&amp;page=2"/);
    const second = (await site.get("/search?q=town&page=2")).text;
    assert.deepEqual([titles(first).length, titles(second).length], [20, 5]);
    assert.equal(new Set([...titles(first), ...titles(second)]).size, 25);
    assert.match((await site.get("/search?q=town&page=3")).text, /There is no page 3\. <a href="\/search\?q=town">/);
    assert.equal((await site.get("/search?q=town&page=26")).status, 422);
  });

  it("offers the nearest words that find something and no results in their place, in the suggestions too", async () => {
    for (const [path, q] of [
      ["/search", "nobdy"],
      ["/markets", "nobody unheard"],
    ] as const) {
      const { text } = await site.get(`${path}?q=${q.replace(" ", "+")}`);
      assert.match(text, new RegExp(`<a href="${path}\\?q=nobody">nobody</a>`));
      assert.deepEqual(rowsIn(text), []);
    }
    assert.match((await site.get("/search/suggestions?q=nobdy")).text, /href="\/search\?q=nobody"[^>]*>nobody </);
  });

  it("shows the market that an id names first, then its question", async () => {
    const { text } = await site.get("/search?q=kalshi:one");
    assert.match(text, /role="status">The market with this id or address and 1 question\. <a href="\/search\.csv/);
    const headings = [...text.matchAll(/<h2 id="(?:markets|questions)">([^<]+)/g)].map(([, heading]) => heading);
    assert.deepEqual(headings, ["Market", "Its question on all platforms"]);
    assert.deepEqual(rowsIn(text), ["/markets/kalshi/one", text.match(/\/questions\/[0-9a-f]{16}/)?.[0]]);
    assert.doesNotMatch(text, /feeds\/search/);
  });

  it("says how many markets an event has that an id names", async () => {
    const { text } = await site.get("/search?q=manifold:towns");
    assert.match(text, /role="status">The event with this id or address and 25 markets\./);
    assert.match(text, /<h2 id="markets">Markets of the event</);
  });

  it("has a feed of the words that were found", async () => {
    const feedsOf = async (words: string) => {
      const { text } = await site.get(`/search?q=${encodeURIComponent(words)}`);
      return [...text.matchAll(/href="\/feeds\/search\.atom\?q=([^"]+)"/g)].map(([, q]) => q);
    };
    assert.deepEqual(await feedsOf("will nobody happen"), ["nobody", "nobody"]);
    assert.deepEqual(await feedsOf("nobdy"), ["nobdy"]);
    assert.deepEqual(await feedsOf("number"), ["number", "number"]);
  });

  it("suggests a question once, and markets without one", async () => {
    const { text } = await site.get("/search/suggestions?q=number");
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
    assert.equal(links.length, 7);
    assert.equal(new Set(links.filter((href) => href.startsWith("/questions/"))).size, 6);
    assert.ok(links.includes("/markets/manifold/alone"));
    assert.match(text, /40% · on 2 platforms/);
  });
});
