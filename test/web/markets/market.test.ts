import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type OrderBook, toOrderBook } from "../../../src/domain/books.ts";
import type { SettlementSource } from "../../../src/domain/markets.ts";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { openTestApi } from "../../support/service/api.ts";
import { book } from "../../support/store/arbitrage.ts";
import { HOUR_MS, MINUTE_MS, market, page, SECOND_MS, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

/** The pages over a spread whose legs have these books. */
async function open(kalshi: OrderBook, polymarket = toOrderBook([[440_000, 1]], [])) {
  const all = (made: OrderBook) => (ids: readonly string[]) => new Map(ids.map((id) => [id, made]));
  const listing = (price: number) => [page([market({ id: "q", title: "Will it rain?", ...book(price) })])];
  const scripts = {
    kalshi: { full: listing(400_000), books: all(kalshi) },
    polymarket: { full: listing(450_000), books: all(polymarket) },
    manifold: { full: [page([market({ id: "q" })])] },
  };
  const site = await openTestApi({ scripts, matches: [{ a: "kalshi", b: "polymarket" }], hasPages: true });
  const { secret } = await site.make({ tier: "pro" });
  return {
    test: site.writer,
    pageOf: (platform: string) => site.get(`/markets/${platform}/q`),
    async sectionOf(platform = "kalshi") {
      const { status, text } = await site.get(`/markets/${platform}/q`);
      assert.equal(status, 200);
      return /<section aria-labelledby="book">.*?<\/section>/s.exec(text)?.[0] ?? "";
    },
    /** Bid and ask at the top of the page. */
    async topOf() {
      const { text } = await site.get("/markets/kalshi/q");
      return /<dt>Bid \/ ask<\/dt><dd[^>]*>([^<]+)/.exec(text)?.[1] ?? "";
    },
    /** Reads Kalshi's listing with another price. */
    async requote(price: number) {
      scripts.kalshi.full = listing(price);
      await site.writer.writer.runOnce(new Set());
    },
    /** What the stake buys of Kalshi's market. */
    async memberStake(side: "yes" | "no") {
      const { text } = await site.get(`/questions/${toQuestionId("kalshi", "q")}?side=${side}`);
      return /data-row="offer:kalshi:q">.*?<span class="sub">([^<]* for [^<]*)</s.exec(text)?.[1];
    },
    async answer(platform = "kalshi") {
      const { json } = await site.get(`/api/v1/markets/${platform}/q/detail`, { "X-API-Key": secret });
      return json.data.order_book;
    },
  };
}

const KALSHI = toOrderBook(
  [
    [390_000, 25],
    [380_000, 75.5],
  ],
  [
    [430_000, 1000],
    [410_000, 50],
  ],
);

/** A book whose best prices are those of the market. */
const AT_THE_PRICE = toOrderBook([[390_000, 5092.84]], [[410_000, 0.4]]);

const test = openTestWriter({
  scripts: {
    kalshi: { full: [page([market({ id: "q", title: "Will it fail?", yesPrice: 230_000 })])] },
    polymarket: { full: [page([market({ id: "q", title: "Will it succeed?", yesPrice: 810_000 })])] },
    predictit: { full: [page([market({ id: "q", title: "Failure?", yesPrice: 250_000 })])] },
    manifold: { full: [page([market({ id: "q", title: "Will it fail in May?", yesPrice: 900_000 })])] },
  },
});
await test.writer.runOnce(new Set());
group(test, [
  { a: "kalshi", b: "polymarket", isInverted: true },
  { a: "kalshi", b: "predictit" },
]);
const keyOf = (platform: string) => Number(test.value("SELECT market_key FROM markets WHERE platform = ?", platform));
test.write(() =>
  test.db
    .prepare("INSERT INTO near_misses VALUES (?, ?, 400000, 'date', '[]', NULL)")
    .run(...[keyOf("kalshi"), keyOf("manifold")].toSorted((a, b) => a - b)),
);
const matchedSite = await openTestApi({ writer: test, hasPages: true });
const { text } = await matchedSite.get("/markets/kalshi/q");
const cards = [...text.matchAll(/<li class="card"[^>]*>(.*?)<\/ul><\/li>/gs)].map(([, card = ""]) => card);
const cardOf = (title: string): string =>
  (cards.find((card) => card.includes(`>${title}<`)) ?? assert.fail(title)).replaceAll(/<[^>]+>/g, "");

const RULES = "Resolves to yes if it rains in Paris.";

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

const sourceSite = await openTestApi({
  scripts: {
    kalshi: { full: [page(rows.map(([, settlementSource], index) => market({ id: `m${index}`, settlementSource })))] },
  },
  hasPages: true,
});

describe("the order book of a market", () => {
  it("is shown and answered once it was fetched, and not for a market that was not asked about", async () => {
    const site = await open(KALSHI);
    assert.equal(await site.sectionOf(), "");
    assert.equal(await site.answer(), null);
    await site.test.writer.books.run();
    site.test.clock.advance(20 * SECOND_MS);
    assert.deepEqual(await site.answer(), {
      fetched_at: "2026-11-20T12:00:00.000Z",
      bids: [
        { price: 0.39, size: 25 },
        { price: 0.38, size: 75.5 },
      ],
      asks: [
        { price: 0.41, size: 50 },
        { price: 0.43, size: 1000 },
      ],
    });
    const section = await site.sectionOf();
    assert.match(section, /Best bid 39¢ for 25 contracts; best ask 41¢ for 50 contracts\./);
    assert.match(section, /Read <time datetime="2026-11-20T12:00:00\.000Z"[^>]*>20\u00a0s ago<\/time>\./);
    assert.equal(await site.sectionOf("manifold"), "");
  });

  it("adds up contracts from the best price outwards, on one scale", async () => {
    const site = await open(KALSHI);
    await site.test.writer.books.run();
    const section = await site.sectionOf();
    assert.match(section, /<th scope="row" class="name">43¢<\/th><td [^>]*>1,000<\/td><td [^>]*><svg.*?>1,050</);
    assert.deepEqual(
      [...section.matchAll(/<rect width="([\d.]+)"/g)].map(([, width]) => width),
      ["2.4", "9.6", "4.8", "100.0"],
    );
  });

  it("is one reading with the prices of the page: newer ones hide it, and a newer one gives them", async () => {
    const site = await open(KALSHI);
    await site.test.writer.books.run();
    site.test.clock.advance(MINUTE_MS);
    await site.requote(450_000);
    assert.equal(await site.sectionOf(), "");
    site.test.clock.advance(2 * MINUTE_MS);
    await site.test.writer.books.readNow([{ platform: "kalshi", id: "q" }]);
    assert.match(await site.sectionOf(), /best ask 41¢ for 50 contracts/);
    assert.match(await site.topOf(), /^39.* \/ 41/);
  });

  it("is walked for the stake on the page of a question", async () => {
    const site = await open(KALSHI);
    await site.test.writer.books.run();
    // 50 at 41 and 175 at 43 cents are 95.75, and the fee is 3.85.
    assert.equal(await site.memberStake("yes"), "225 for $99.60, pays $225.00, $3.85 fee");
    // 25 at 61 and 75 whole ones at 62 cents are 61.75, and the fee is 1.66: no more are offered.
    assert.equal(await site.memberStake("no"), "all 100 for $63.41, pays $100.00, $1.66 fee");
    const scarce = await open(AT_THE_PRICE);
    await scarce.test.writer.books.run();
    assert.equal(await scarce.memberStake("yes"), "no whole contract for the stake");
  });

  it("is asked for in the money of a platform that has its own", async () => {
    const site = await open(KALSHI);
    const { text } = await site.pageOf("manifold");
    assert.match(text, /<label>Stake in Ṁ </);
    assert.match(text, /data-row="offer:manifold:q">.*?<span class="sub">\d+ for Ṁ\d+, pays Ṁ\d+, no fee</s);
    assert.match((await site.pageOf("kalshi")).text, /<label>Stake in \$ </);
  });

  it("may have one side alone, or none", async () => {
    const site = await open(toOrderBook([], [[410_000, 1]]), toOrderBook([], []));
    await site.test.writer.books.run();
    const section = await site.sectionOf();
    assert.match(section, /Best bid none; best ask 41¢ for 1 contract\./);
    assert.doesNotMatch(section, /NaN|Infinity|undefined/);
    assert.equal(await site.sectionOf("polymarket"), "");
    assert.deepEqual((await site.answer("polymarket"))?.bids, []);
  });
});

describe("the cards of a question elsewhere", () => {
  it("show a market that asks the opposite at its own price, and say so", () => {
    assert.match(cardOf("Will it succeed?"), /81%.*The opposite: yes here means no there/s);
  });

  it("show the price of one that asks the same, and of one that asks something else", () => {
    assert.match(cardOf("Failure?"), /25%.*Yes here means yes there/s);
    assert.match(cardOf("Will it fail in May?"), /90%/);
  });
});

describe("the page of a market whose rules changed", () => {
  it("marks when another text was last read, and nothing before", async () => {
    const script: Script = { full: [] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    const readAt = async (hours: number, description: string | null) => {
      test.clock.fixAt(START + hours * HOUR_MS);
      script.full = [page([market({ id: "rain", yesPrice: 400_000 + hours * 10_000, description })])];
      await test.writer.runOnce(new Set());
    };
    await readAt(0, RULES);
    for (const [hours, same] of [RULES, null, `${RULES}\n`, RULES.replace(" ", "  \r\n")].entries())
      await readAt(hours + 1, same);
    const site = await openTestApi({ writer: test, hasPages: true });
    const path = "/markets/kalshi/rain?range=24h";
    assert.doesNotMatch((await site.get(path)).text, /Rules changed|, changed/);
    await readAt(5, "Resolves to yes if it snows in Paris.");
    await readAt(6, null);
    const { text } = await site.get(path);
    assert.match(text, /<li><span class="at">20 Nov 2026, 17:00<\/span> Rules changed<\/li>/);
    assert.match(
      text,
      /Rules on Kalshi, changed<.*The rules changed: a different text was read at <time[^>]*>20 Nov 2026, 17:00/s,
    );
  });
});

describe("the page of a market shows as its settlement source", () => {
  for (const [index, [name, , expected]] of rows.entries()) {
    it(name, async () => {
      const { status, text } = await sourceSite.get(`/markets/kalshi/m${index}`);
      assert.equal(status, 200);
      const [, line = null] = /<p class="hint settles">Settlement source: (.*?)<\/p>/.exec(text) ?? [];
      assert.equal(line, expected);
    });
  }
});
