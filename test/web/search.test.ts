import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../support/store/builders.ts";

/** Where the rows of the page's grid lead. */
const rowsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<th scope="row">.*?<a href="([^"]+)"/gs)].map(([, href = ""]) => href);

const titlesIn = (text: string): readonly string[] =>
  [...text.matchAll(/class="title"[^>]*>([^<]+)</g)].map(([, title = ""]) => title);

const IDS = ["one", "two", "three", "four", "five", "six"];

describe("a search", async () => {
  // The first closes last.
  const numbered = IDS.map((id, index) =>
    market({ id, eventId: id, title: `Will number ${id} come?`, closesAt: START + (9 - index) * DAY_MS }),
  );
  const full = [
    page(
      numbered,
      IDS.map((id) => event({ id, title: `Will number ${id} come?` })),
    ),
  ];
  const alone = market({ id: "alone", eventId: "alone", title: "Will number nobody else come?" });
  const towns = Array.from({ length: 26 }, (_, index) =>
    market({ id: `t${index}`, eventId: `town${index}`, title: `Rain in town ${index}?`, volume: 1000 + index }),
  );
  const rivals = ["x", "y"].map((id) => market({ id, eventId: "rivals", title: `Will rival ${id} win?` }));
  const ended = ["a", "b"].map((id) => resolvedMarket({ id, eventId: id, title: `What has ended ${id}` }));
  const site = await openTestApi({
    scripts: {
      kalshi: { full },
      polymarket: { full },
      manifold: {
        full: [
          page(
            [alone, ...towns, ...rivals],
            [event({ id: "rivals", title: "Rivals" }), event({ id: "alone", title: "Will number nobody else come?" })],
          ),
        ],
        resolved: [page(ended)],
      },
    },
    matches: IDS.map((id) => ({ a: "kalshi", b: "polymarket", id })),
    hasPages: true,
  });

  it("has one row an event, the nearest date first", async () => {
    const { text } = await site.get("/search?q=number");
    assert.equal(text.match(/<table/g)?.length, 1);
    const titles = IDS.toReversed().map((id) => `Will number ${id} come?`);
    assert.deepEqual(titlesIn(text), [...titles, "Will number nobody else come?"]);
    assert.equal(rowsIn(text).filter((path) => path.startsWith("/questions/")).length, 6);
    assert.match(text, /role="status">7 events\./);
  });

  it("takes words of 2 to 200 characters, as the API does, and none for no search", async () => {
    for (const path of ["/search", "/search/suggestions", "/search.csv"]) {
      for (const q of ["a", "a".repeat(201)]) assert.equal((await site.get(`${path}?q=${q}`)).status, 422, path);
      assert.equal((await site.get(`${path}?q=ab`)).status, 200, path);
    }
    for (const path of ["/search?q=", "/search/suggestions?q="]) assert.equal((await site.get(path)).status, 200, path);
    assert.match((await site.get("/search?q=a")).text, /“Words” must be text of 2 to 200 characters, not &#39;a&#39;/);
    assert.match((await site.get("/search")).text, /name="q" value="" minlength="2" maxlength="200"/);
  });

  it("says what to try next where nothing is found", async () => {
    const { text } = await site.get("/search?q=zzzz");
    assert.match(text, /No event has a market with all of these words\. Try fewer or other words\./);
    assert.doesNotMatch(text, /Include closed/);
    assert.match(text, /href="\/questions">All questions</);
  });

  it("offers closed ones with their number, also where nothing else is found", async () => {
    const all = /href="\/search\?q=ended&amp;status=all">Include closed \(2\)<\/a> · <a/;
    assert.match((await site.get("/search?q=ended")).text, all);
    const { text } = await site.get("/search?q=ended&status=all");
    assert.match(text, /role="status">2 events\./);
    assert.doesNotMatch(text, /Include closed/);
    assert.match((await site.get("/search?q=ended&status=closed")).text, /<th scope="col" class="num">Result</);
  });

  it("pages through events without script", async () => {
    const first = (await site.get("/search?q=town")).text;
    assert.match(first, /rel="next" href="\/search\?q=town&amp;page=2"/);
    const second = (await site.get("/search?q=town&page=2")).text;
    assert.deepEqual([titlesIn(first).length, titlesIn(second).length], [25, 1]);
    assert.equal(new Set([...titlesIn(first), ...titlesIn(second)]).size, 26);
    assert.match((await site.get("/search?q=town&page=3")).text, /There is no page 3\. <a href="\/search\?q=town">/);
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

  it("shows the event that an id names, or that of the market", async () => {
    for (const [id, what, title] of [
      ["kalshi:one", "market", "Will number one come?"],
      ["manifold:rivals", "event", "Rivals"],
    ] as const) {
      const { text } = await site.get(`/search?q=${id}`);
      assert.match(text, new RegExp(`role="status">The ${what} with this id\\. <a href="/search\\.csv`));
      assert.deepEqual(titlesIn(text), [title]);
      assert.doesNotMatch(text, /feeds\/search/);
    }
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

  it("suggests each event once, with its chance and where it is asked", async () => {
    const { text } = await site.get("/search/suggestions?q=number");
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
    assert.equal(new Set(links).size, 7);
    assert.equal(links.filter((href) => href.startsWith("/questions/")).length, 6);
    assert.match(text, /40% · on 2 platforms/);
    const rivals = (await site.get("/search/suggestions?q=rival")).text;
    assert.equal(rivals.match(/role="option"/g)?.length, 1);
    assert.match(rivals, />Rivals <span class="sub"><bdi>[^<]+<\/bdi> 40% · /);
  });
});
