import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { openTestApi } from "../../support/service/api.ts";
import { sessionOf } from "../../support/service/session.ts";
import { offersAll } from "../../support/store/arbitrage.ts";
import { DAY_MS, event, MINUTE_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter } from "../../support/store/writer.ts";

/** Two platforms: a question of an event with two other outcomes, 60 markets of a cup, and a result; it moves in a day. */
async function open() {
  const listed = (yesPrice: number) => ({
    kalshi: [
      market({
        id: "q",
        eventId: "fed",
        title: "Will the Fed cut?",
        yesPrice: yesPrice + 80_000,
        bestBid: yesPrice + 70_000,
        bestAsk: yesPrice + 90_000,
      }),
      market({ id: "hold", eventId: "fed", title: "Will the Fed hold?", yesPrice: 300_000 }),
      market({ id: "hike", eventId: "fed", title: "Will the Fed hike?", yesPrice: 50_000 }),
      ...Array.from({ length: 60 }, (_, index) =>
        market({ id: `team${index}`, eventId: "cup", title: `Cup: team ${index}`, volume24h: 0 }),
      ),
    ],
    polymarket: [
      market({
        id: "q",
        eventId: "rates",
        title: "Fed cut?",
        yesPrice,
        bestBid: yesPrice - 10_000,
        bestAsk: yesPrice + 10_000,
        volume24h: 20_000,
      }),
    ],
  });
  const scripts = {
    kalshi: {
      full: [page(listed(300_000).kalshi, [event({ id: "fed", title: "The Fed" })])],
      books: offersAll,
      resolved: [
        page([resolvedMarket({ id: "over", eventId: "over", title: "Is it over?", resolvedAt: START - MINUTE_MS })]),
      ],
    },
    polymarket: { full: [page(listed(300_000).polymarket)], books: offersAll },
  };
  const test = openTestWriter({ scripts });
  test.clock.fixAt(START - DAY_MS);
  await test.writer.runOnce(new Set());
  test.clock.fixAt(START);
  scripts.kalshi.full = [page(listed(800_000).kalshi, [event({ id: "fed", title: "The Fed" })])];
  scripts.polymarket.full = [page(listed(800_000).polymarket)];
  await test.writer.runOnce(new Set());
  group(test, [{ a: "kalshi", b: "polymarket", id: "q" }]);
  await test.writer.books.run();
  const platforms = ["kalshi", "polymarket"];
  return {
    site: await openTestApi({ writer: test, hasPages: true, config: { platforms, pagesTier: "pro" } }),
    free: await openTestApi({ writer: test, hasPages: true, config: { platforms } }),
  };
}

const { site, free } = await open();
// Its id is that of the market that was written first, of whichever platform.
const QUESTION = String(site.writer.value("SELECT id FROM questions WHERE group_key IS NOT NULL"));

/** The links to files of a page, in order. */
async function linksOn(path: string, { get } = site): Promise<readonly string[]> {
  const { status, text } = await get(path);
  assert.equal(status, 200, path);
  const links = [...text.matchAll(/<a href="([^"]+)" download[ >]/g)];
  return links.map(([, href = ""]) => href.replaceAll("&amp;", "&"));
}

async function rowsOf(path: string): Promise<readonly Record<string, string>[]> {
  const { status, headers, bytes } = await site.get(path);
  assert.equal(status, 200, path);
  assert.equal(headers["content-type"], "text/csv; charset=utf-8; header=present");
  return parse(bytes, { columns: true, bom: true });
}

const MARKETS = 620;

/** A platform with more markets than a file has without a key. */
async function openList() {
  const markets = Array.from({ length: MARKETS }, (_, index) => market({ id: `m${index}`, volume: 1000 + index }));
  const test = openTestWriter({ scripts: { kalshi: { full: [page(markets, [event({ id: "e1" })])] } } });
  await test.writer.runOnce(new Set());
  const config = { platforms: ["kalshi"], pagesPerMinute: 30 };
  return openTestApi({ writer: test, hasPages: true, config });
}

const idsIn = (text: string): readonly string[] => [...text.matchAll(/^(m\d+),/gm)].map(([, id = ""]) => id);
const inOrder = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `m${from - index}`);

describe("the tables of a page", () => {
  const HOURS_7D = 7 * 24;
  /** The files that each page links to, with their rows. */
  const pages: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    "/": { "/topics.csv": 6, "/markets.csv": 64 },
    "/?tab=results&platform=kalshi&category=politics": {
      "/topics.csv?tab=results&platform=kalshi&category=politics": 1,
      "/markets.csv?platform=kalshi&category=politics&status=closed": 1,
    },
    [`/questions/${QUESTION}`]: {
      "/events/kalshi/fed/markets.csv": 3,
      [`/questions/${QUESTION}/markets.csv`]: 2,
      [`/questions/${QUESTION}/prices.csv?range=7d`]: 2 * (HOURS_7D + 1),
    },
    "/markets/kalshi/hold": { "/events/kalshi/fed/markets.csv": 3 },
    "/search?q=fed&platform=kalshi": { "/search.csv?q=fed&platform=kalshi": 3 },
    "/search?q=cup&page=2": { "/search.csv?q=cup": 3 },
    "/markets?status=all&page=2": { "/markets.csv?status=all": 65 },
    "/questions": { "/questions.csv": 2 },
    "/arbitrage": { "/arbitrage.csv": 1 },
    "/analytics": {
      "/analytics/volume-distribution.csv": 10,
      "/analytics/platform-share.csv": 60,
      "/analytics/category-volume.csv": 2,
    },
  };
  for (const [path, files] of Object.entries(pages)) {
    it(`have files with their rows on ${path}`, async () => {
      const found = await Promise.all(
        (await linksOn(path)).map(async (link) => [link, (await rowsOf(link)).length] as const),
      );
      assert.deepEqual(Object.fromEntries(found), files);
    });
  }

  it("have no files of the paid plans where pages show the free one; what a key is given, no other caller is", async () => {
    const { secret } = await free.make({ tier: "pro" });
    for (const [path, files] of Object.entries(pages)) {
      const isPaid = (file: string): boolean => /\/prices\.csv|\/analytics\//.test(file);
      const shown = Object.keys(files).filter((file) => !isPaid(file));
      assert.deepEqual(await linksOn(path, free), shown, path);
      for (const file of Object.keys(files).filter(isPaid)) {
        const { status, text, headers } = await free.get(file, { "X-API-Key": secret });
        assert.match(String(headers["cache-control"]), /private/, file);
        assert.deepEqual([status, text], [200, (await site.get(file)).text], file);
        assert.equal((await free.get(file)).status, 401);
      }
    }
  });

  it("are in their files in the order that they show", async () => {
    for (const [path, file] of [
      ["/events/kalshi/fed", "/events/kalshi/fed/markets.csv"],
      ["/markets?sort=closing", "/markets.csv?sort=closing"],
    ] as const) {
      const { text } = await site.get(path);
      const shown = [...text.matchAll(/<tr data-row="([^"]+)"/g)].map(([, name]) => name);
      const rows = await rowsOf(file);
      assert.deepEqual(
        rows.slice(0, shown.length).map(({ platform, id }) => `${platform}:${id}`),
        shown,
        path,
      );
    }
  });

  it("are whole in the file of a list, whatever page shows it", async () => {
    const { headers, bytes } = await free.get("/markets.csv?sort=volume_24h&platform=kalshi");
    assert.equal(headers["content-disposition"], 'attachment; filename="toteboard-markets-2026-11-20.csv"');
    assert.equal(headers["x-total-count"], "63");
    assert.equal(parse(bytes, { columns: true, bom: true }).length, 63);
    assert.match((await free.get("/markets?platform=kalshi&page=2")).text, />All 63 as CSV</);
  });

  it("have no moment in their files that is still to come", async () => {
    site.context.clock.advance(20_000);
    const now = site.context.clock.now();
    const rows = await rowsOf(`/questions/${QUESTION}/prices.csv?range=7d`);
    assert.equal(Date.parse(rows.at(-1)?.timestamp ?? ""), now);
    assert.ok(rows.every(({ timestamp }) => Date.parse(timestamp ?? "") <= now));
  });

  it("have another tag with other rows of the same length", async () => {
    const [up, down] = await Promise.all(
      ["asc", "desc"].map((order) => site.get(`/markets.csv?q=fed&sort=price&order=${order}`)),
    );
    assert.equal(up?.text.length, down?.text.length);
    assert.notEqual(up?.headers.etag, down?.headers.etag);
  });

  it("have no file of what is not there", async () => {
    for (const path of ["/events/kalshi/none/markets.csv", "/questions/0000000000000000/markets.csv"]) {
      assert.equal((await site.get(path)).status, 404, path);
    }
    assert.equal((await site.get("/search.csv")).status, 422);
  });
});

describe("the file of a list", () => {
  it("has the first 500 rows without a key, and counts as the pages that show them", async () => {
    const site = await openList();
    const { status, headers, text } = await site.get("/markets.csv");
    assert.deepEqual([status, headers["x-total-count"]], [200, String(MARKETS)]);
    assert.deepEqual(idsIn(text), inOrder(MARKETS - 1, 500));
    site.clock.advance(1000);
    assert.equal((await site.get("/markets.csv")).status, 200);
    site.clock.advance(1000);
    for (let count = 0; count < 5; count++) assert.equal((await site.get("/keys")).status, 200);
    const refused = await site.get("/markets.csv");
    assert.equal(refused.status, 429);
    assert.match(
      refused.text,
      /At most 30 pages a minute are shown to one internet address, and this file counts as 9. Try again/,
    );
    assert.match((await site.get("/markets")).text, />First 500 as CSV, 620 if you sign in with a key</);
  });

  it("counts a file of few rows as one page", async () => {
    const site = await openList();
    for (let count = 0; count < 30; count++) {
      assert.equal((await site.get(`/markets.csv?q=happen&min_volume=${16 + count / 100000}`)).status, 200, `${count}`);
    }
    assert.equal((await site.get("/keys")).status, 429);
  });

  it("has all rows for a key that a visitor has signed in with, which pays for them, and yields to requests", async (t) => {
    const site = await openList();
    const { secret } = await site.make({ tier: "free", limits: { perMinute: null, perDay: 9, perMonth: null } });
    const session = sessionOf(site.context, secret);
    const nextTurn = t.mock.method(site.context.exports, "nextTurn");
    const { status, headers, text } = await site.get("/markets.csv?order=asc", session);
    assert.equal(status, 200);
    assert.deepEqual(idsIn(text), inOrder(MARKETS - 1, MARKETS).toReversed());
    assert.equal(nextTurn.mock.callCount(), 4);
    assert.match(`${headers["cache-control"]}`, /private/);
    assert.match(`${headers.ratelimit}`, /"day";r=5;/);
    assert.equal((await site.get("/markets.csv", session)).status, 200);
    const refused = await site.get("/markets.csv?sort=price", session);
    assert.equal(refused.status, 429);
    assert.match(refused.text, /A file of 620 rows costs 4 requests and 1 of 9 are left this day \(Free plan\)/);
    const exact = await site.make({ tier: "free", limits: { perMinute: null, perDay: 4, perMonth: null } });
    assert.equal((await site.get("/markets.csv", sessionOf(site.context, exact.secret))).status, 200);
  });
});
