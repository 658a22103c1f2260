import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Parser from "rss-parser";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { toPlainText } from "../../../src/web/feeds.ts";
import fc from "../../support/properties.ts";
import { openTestApi, type Reply } from "../../support/service/api.ts";
import { openQuestionSite } from "../../support/service/question-site.ts";
import { DAY_MS, HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";
import { parseAtom } from "../../support/web/feeds.ts";
import { BEFORE, LISTED, MATCHES, openMoved } from "../../support/web/moved.ts";

const NAMES = ["movers", "resolved", "spreads", "search?q=rain"] as const;

/** Where a feed is. */
const at = (name: string): string => `/feeds/${name.replace(/(?=\?|$)/, ".atom")}`;

const feedOf = ({ status, text }: Reply) => {
  assert.equal(status, 200, text);
  return parseAtom(text);
};

/** Pages over markets of one platform that later passes may change. */
async function openListed(first: readonly MarketRecord[]) {
  const scripts: Record<string, Script> = { kalshi: { full: [page(first)] } };
  const site = await openTestApi({ scripts, hasPages: true });
  return {
    ...site,
    test: site.writer,
    /** Lists these in a later pass. */
    async list(records: readonly MarketRecord[]) {
      Object.assign(scripts.kalshi ?? {}, { full: [page(records)] });
      await site.writer.writer.runOnce(new Set());
    },
  };
}

const HOSTILE = [
  "a < b && c > d",
  "\"quoted\" and 'single'",
  "]]> <![CDATA[ <!-- --> <?xml?>",
  "<script>alert(1)</script>",
  "&amp; &#0; &nope;",
  "bell \u0007 null \u0000 escape \u001b[31m \u009f",
  "line\nfeed\r\ttab \u2028 \u2029",
  "\u202Eover\u202C \u2066isolated\u2069 \u200F",
  "هل ستمطر غدا؟ שלום",
  "🎲🏳️‍🌈 👩‍👩‍👧‍👦",
  "lone \uD800 and \uDC00 halves, \uFFFE \uFFFF",
  "=cmd|' /C calc'!A0",
  "e\u0301 Z\u0351\u036B\u0343",
];

/** A market for each title, all with one word to find them by. */
async function openHostile(titles: readonly string[]) {
  const markets = titles.map((title, index) => market({ id: `m${index}/"<&>'`, title: `rain ${title}` }));
  return openTestApi({ scripts: { kalshi: { full: [page(markets)] } }, hasPages: true });
}

async function readFeed(titles: readonly string[]) {
  const { get } = await openHostile(titles);
  const { status, text } = await get("/feeds/search.atom?q=rain");
  assert.equal(status, 200);
  return { text, atom: parseAtom(text) };
}

const expected = (titles: readonly string[]): readonly string[] =>
  titles.map((title) => toPlainText(`rain ${title}`)).toSorted();

/** Titles without their price. */
const titlesOf = (entries: readonly { readonly title: string }[]): readonly string[] =>
  entries.map(({ title }) => title.replace(/:? 40%$/, "")).toSorted();

describe("feeds", () => {
  for (const name of NAMES) {
    it(`answer /feeds/${name} with their own media type, to any origin and without a key`, async () => {
      const { get, url } = await openMoved();
      const { status, headers, text } = await get(at(name));
      assert.deepEqual([status, headers["content-type"]], [200, "application/atom+xml; charset=utf-8"]);
      assert.equal(headers["cache-control"], "public, max-age=300");
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
      assert.equal(parseAtom(text).self, url + at(name));
    });
  }

  it("answer 304 to a reader that has it, for as long as nothing changes", async () => {
    const { get, test } = await openMoved();
    for (const name of NAMES.filter((one) => one !== "movers")) {
      await test.writer.books.run();
      const { headers } = await get(at(name));
      // Less than a book counts for.
      test.clock.advance(30_000);
      const again = await get(at(name), { "If-None-Match": String(headers.etag) });
      assert.deepEqual([again.status, again.text], [304, ""], name);
      assert.equal(again.headers["cache-control"], "public, max-age=300");
    }
  });

  it("say of play money that it is", async () => {
    const records = (id: string) => [market({ id, title: `Will it rain in ${id}?`, volume24h: 120_000 })];
    const scripts = { kalshi: { full: [page(records("Rome"))] }, manifold: { full: [page(records("Oslo"))] } };
    const { get } = await openTestApi({ scripts, hasPages: true });
    const { entries } = feedOf(await get(at("search?q=rain")));
    const said = entries.map(({ summary }) => /\S+ (of play money )?traded/.exec(summary)?.[0]);
    assert.deepEqual(said.toSorted(), ["$1.2K traded", "Ṁ120K of play money traded"]);
  });

  it("are valid without entries, and the same all day", async () => {
    const test = openTestWriter();
    const { get } = await openTestApi({ writer: test, hasPages: true });
    for (const name of NAMES) {
      const { entries, updated } = feedOf(await get(at(name)));
      assert.deepEqual([entries, updated], [[], "2026-11-20T00:00:00.000Z"]);
    }
    const before = await get("/feeds/movers.atom");
    test.clock.fixAt(START + 11 * HOUR_MS);
    assert.equal((await get("/feeds/movers.atom")).text, before.text);
  });

  it("refuse what is no filter", async () => {
    const { get } = await openTestApi({ hasPages: true });
    for (const path of ["search.atom", "search.atom?q=", "movers.atom?platform=nyse", "resolved.atom?category=x"]) {
      assert.equal((await get(`/feeds/${path}`)).status, 422, path);
    }
    assert.match((await get("/feeds/search.atom?q=a")).text, /must be text of 2 to 200 characters/);
    for (const format of ["json", "rss"]) assert.equal((await get(`/feeds/movers.${format}`)).status, 404, format);
  });

  it("give an entry the same id in another database at another address", async () => {
    const ids = async (site: Awaited<ReturnType<typeof openMoved>>) => {
      const found: string[] = [];
      for (const name of NAMES) for (const { id } of feedOf(await site.get(at(name))).entries) found.push(id);
      return found.toSorted();
    };
    // Other rows come first there. The id of a question is that of its oldest market, which stays the same one.
    const more = Array.from({ length: 5 }, (_, index) => ({
      id: `a${index}`,
      eventId: `a${index}`,
      title: `Snow ${index}`,
    }));
    const other = {
      listed: { kalshi: [...more, ...LISTED.kalshi], polymarket: [...more, ...LISTED.polymarket] },
      listedBefore: { kalshi: [...more, ...BEFORE.kalshi], polymarket: [...more, ...BEFORE.polymarket] },
      matches: MATCHES,
      hasBooks: true,
    };
    const here = await ids(await openMoved());
    assert.ok(here.length >= 4);
    assert.deepEqual(here, await ids(await openQuestionSite(other)));
  });
});

describe("the feed of movers", () => {
  it("says what the board says, with the price and its change", async () => {
    const { get, url } = await openMoved();
    const { entries, title, page: home } = feedOf(await get("/feeds/movers.atom"));
    const board = (await get("/")).text;
    assert.equal(title, "Toteboard – Biggest movers");
    assert.equal(home, `${url}/`);
    const [fed, rain] = entries.toSorted((a, b) => b.title.localeCompare(a.title));
    assert.equal(fed?.title, "Will the Fed cut rates? 60% (▲ 8.0 pts in 24 h)");
    assert.ok(board.includes(">+8.0<"));
    assert.equal(rain?.title, "Rain in Paris: 30% (▼ 6.0 pts in 24 h)");
    assert.ok(board.includes(">−6.0<"));
    assert.match(String(fed?.id), /^tag:toteboard,2026:mover\/question\/[0-9a-f]{16}\/2026-11-20$/);
    assert.equal(rain?.id, "tag:toteboard,2026:mover/market/kalshi/rain/2026-11-20");
    assert.deepEqual([fed?.authors, rain?.authors], [["Polymarket", "Kalshi"], ["Kalshi"]]);
    assert.equal(rain?.page, `${url}/markets/kalshi/rain`);
    assert.match(String(fed?.summary), /^Kalshi 62%, Polymarket 58%, gap 4\.0¢\. \$90K traded in 24 h\. Closes /);
    assert.equal((await get(new URL(String(fed?.page)).pathname)).status, 200);
  });

  it("has one entry of a market a day, which is a new one only where the market moves again", async () => {
    const [price, later] = [300_000, 380_000];
    const rain = (yesPrice: number) =>
      market({ id: "rain", yesPrice, bestBid: null, bestAsk: null, volume24h: 20_000 });
    const site = await openListed([rain(price)]);
    const read = async () =>
      feedOf(await site.get("/feeds/movers.atom")).entries.map(({ id, updated }) => [id, updated]);
    const listAt = async (ms: number, yesPrice: number) => {
      site.test.clock.fixAt(START + ms);
      await site.list([rain(yesPrice)]);
    };
    const tag = (day: string): string => `tag:toteboard,2026:mover/market/kalshi/rain/${day}`;
    await listAt(DAY_MS, later);
    const first = await read();
    assert.deepEqual(first, [[tag("2026-11-21"), "2026-11-21T12:00:00.000Z"]]);
    await listAt(DAY_MS + 13 * HOUR_MS, later);
    assert.deepEqual(await read(), first, "midnight alone is no news");
    await listAt(DAY_MS + 14 * HOUR_MS, later + 10_000);
    assert.deepEqual(await read(), [[tag("2026-11-22"), "2026-11-22T02:00:00.000Z"]]);
    await listAt(DAY_MS + 15 * HOUR_MS, later + 20_000);
    assert.deepEqual(await read(), [[tag("2026-11-22"), "2026-11-22T03:00:00.000Z"]]);
    for (const [hours, yesPrice, moved] of [
      [16, 500_000, /50% \(▲/],
      [17, 400_000, /40% \(▲/],
      [40.5, 400_000, /40% \(▼/],
    ] as const) {
      await listAt(DAY_MS + hours * HOUR_MS, yesPrice);
      assert.match(String(feedOf(await site.get("/feeds/movers.atom")).entries[0]?.title), moved, "as the board says");
    }
  });
});

describe("an entry of a feed", () => {
  it("stays as it is, with its time, until its price moves by a whole percent", async () => {
    const rain = market({ id: "rain", title: "Rain?", yesPrice: 400_000, bestBid: null, bestAsk: null });
    const site = await openListed([rain]);
    const path = "/feeds/search.atom?q=rain";
    const first = await site.get(path);
    const etag = String(first.headers.etag);
    const listAt = async (hours: number, given: Partial<MarketRecord>) => {
      site.test.clock.fixAt(START + hours * HOUR_MS);
      await site.list([{ ...rain, ...given }]);
    };
    for (const [hours, given] of [
      [1, { volume: 900_000, volume24h: 800_000 }],
      [2, { yesPrice: 402_000, lastPrice: 402_000, bestBid: 390_000 }],
    ] as const) {
      await listAt(hours, given);
      assert.equal((await site.get(path, { "If-None-Match": etag })).status, 304, `after ${hours} h`);
      assert.equal((await site.get(path)).text, first.text);
    }
    await listAt(3, { yesPrice: 412_000, lastPrice: 412_000, volume24h: 800_000 });
    const { entries, updated } = feedOf(await site.get(path, { "If-None-Match": etag }));
    assert.deepEqual([entries[0]?.title, updated], ["Rain? 41%", "2026-11-20T15:00:00.000Z"]);
    assert.match(String(entries[0]?.summary), /\$8K traded in 24 h/);
  });
});

describe("the feed of results", () => {
  it("has an entry for each, which never changes", async () => {
    const resolved = (id: string, hours: number, outcome: "yes" | "no") =>
      resolvedMarket({ id, eventId: id, title: `Rain in ${id}`, resolvedAt: START - hours * HOUR_MS, outcome });
    const scripts = {
      kalshi: { full: [page([])], resolved: [page([resolved("Paris", 2, "yes"), resolved("Rome", 1, "no")])] },
    };
    const { get, url, clock } = await openTestApi({ scripts, hasPages: true });
    const { entries } = feedOf(await get("/feeds/resolved.atom"));
    assert.deepEqual(
      entries.map(({ id, title, summary, updated, published, page: own }) => ({
        ...{ id, title, summary, updated, published, own },
      })),
      [
        ["Rome", "no", "11:00"],
        ["Paris", "yes", "10:00"],
      ].map(([place, outcome, time]) => ({
        id: `tag:toteboard,2026:resolved/market/kalshi/${place}`,
        title: `Rain in ${place}: resolved ${outcome}`,
        summary: `Kalshi: ${outcome}. Resolved 20 Nov 2026, ${time} UTC.`,
        updated: `2026-11-20T${time}:00.000Z`,
        published: `2026-11-20T${time}:00.000Z`,
        own: `${url}/markets/kalshi/${place}`,
      })),
    );
    const { text } = await get("/feeds/resolved.atom");
    clock.fixAt(START + 3 * DAY_MS);
    assert.equal((await get("/feeds/resolved.atom")).text, text);
  });
});

describe("the feed of a search", () => {
  it("has the open markets that changed last, and changes an entry only with its market", async () => {
    const [paris, rome] = ["Paris", "Rome"].map((id) => market({ id, title: `Rain in ${id}`, yesPrice: 400_000 }));
    assert.ok(paris !== undefined && rome !== undefined);
    const site = await openListed([paris, rome]);
    const read = async () => feedOf(await site.get("/feeds/search.atom?q=rain")).entries;
    const before = await read();
    assert.equal(before.length, 2);
    site.test.clock.fixAt(START + HOUR_MS);
    await site.list([
      paris,
      { ...rome, yesPrice: 450_000, lastPrice: 450_000 },
      market({ id: "Oslo", title: "Rain in Oslo" }),
    ]);
    const [first, second, third] = await read();
    assert.deepEqual([first?.title, second?.title].toSorted(), ["Rain in Oslo: 40%", "Rain in Rome: 45%"]);
    assert.deepEqual(
      third,
      before.find(({ title }) => title === "Rain in Paris: 40%"),
    );
    const changed = [first, second].find((entry) => entry?.title.startsWith("Rain in Rome"));
    assert.equal(changed?.id, before.find(({ title }) => title.startsWith("Rain in Rome"))?.id);
    assert.equal(changed?.updated, "2026-11-20T13:00:00.000Z");
    assert.deepEqual(feedOf(await site.get("/feeds/search.atom?q=rain&platform=polymarket")).entries, []);
  });

  it("has 50 entries at most", async () => {
    const many = Array.from({ length: 60 }, (_, index) => market({ id: `m${index}`, title: `Rain ${index}` }));
    const site = await openListed(many);
    assert.equal(feedOf(await site.get("/feeds/search.atom?q=rain")).entries.length, 50);
  });
});

describe("the feed of spreads", () => {
  it("has those that the page shows without a key, and no more", async () => {
    const ids = ["q1", "q2", "q3", "q4", "q5"];
    const listing = (yesPrice: number) =>
      ids.map((id) => ({ id, eventId: id, title: `Question ${id}`, yesPrice, bestBid: yesPrice, bestAsk: yesPrice }));
    const site = await openQuestionSite({
      listed: { kalshi: listing(900_000), polymarket: listing(850_000) },
      matches: ids.map((id) => ({ a: "kalshi", b: "polymarket", id })),
      hasBooks: true,
    });
    const { entries } = feedOf(await site.get("/feeds/spreads.atom"));
    const shown = (await site.get("/arbitrage")).text;
    assert.equal((await site.api("/arbitrage")).length, 5);
    assert.equal(entries.length, 3);
    for (const { title, summary, page: own, id } of entries) {
      const [, question] = /^Question (q\d): profit .+$/.exec(title) ?? [];
      assert.ok(shown.includes(`>Question ${question}</a>`), title);
      assert.match(summary, /^Buy YES on Polymarket at 85¢ \+ Buy NO on Kalshi at 10¢\. Cost /);
      assert.equal((await site.get(new URL(own).pathname)).status, 200);
      assert.match(id, /^tag:toteboard,2026:spread\/.+\/2026-11-20$/);
    }
  });
});

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

describe("feeds whose titles are hostile", () => {
  it("are so whatever a title is made of", async () => {
    const unit = fc.oneof(
      fc.constantFrom(..."<>&'\"]![-\u0000\u0008\u000b\u202e\ud83d\udc00\ufffe"),
      fc.string({ unit: "binary" }),
    );
    const titles = fc.array(
      fc.array(unit, { maxLength: 12 }).map((parts) => parts.join("")),
      { minLength: 10, maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(titles, async (given) => {
        const { atom } = await readFeed(given);
        assert.deepEqual(titlesOf(atom.entries), expected(given));
      }),
      { numRuns: 3 },
    );
  });

  it("read the same in rss-parser", async () => {
    const { text, atom } = await readFeed(HOSTILE);
    const { title, items } = await new Parser().parseString(text);
    assert.equal(title, atom.title);
    assert.deepEqual(
      items.map((item) => [item.title, item.id, item.link, item.isoDate, item.summary]),
      atom.entries.map(({ title, id, page, updated, summary }) => [title, id, page, updated, summary]),
    );
  });
});
