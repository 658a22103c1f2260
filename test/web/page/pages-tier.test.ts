import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Config } from "../../../src/config.ts";
import { choosePagesTier } from "../../../src/domain/accounts/plans.ts";
import { openQuestionSite } from "../../support/service/question-site.ts";

const QUESTIONS = 55;

/** Questions that two platforms ask at two prices, on pages with these settings. */
function open(config: Partial<Config>) {
  const ids = Array.from({ length: QUESTIONS }, (_, index) => `q${index}`);
  const listing = (first: number) =>
    ids.map((id, index) => {
      const price = first + index * 1000;
      const book = { yesPrice: price, bestBid: price - 1000, bestAsk: price + 1000 };
      return { id, eventId: id, title: `Question ${id}`, volume: 2_000_000, ...book };
    });
  const listed = { kalshi: listing(800_000), polymarket: listing(860_000) };
  const matches = ids.map((id) => ({ a: "kalshi", b: "polymarket", id }));
  return openQuestionSite({ listed, matches, hasBooks: true, config });
}

const countSpreads = (text: string): number => text.split('<ul class="orders">').length - 1;
/** The spreads of a page, or all of a file. */
const bodyOf = (text: string): string => /<table class="board full spreads">.*<\/table>/s.exec(text)?.[0] ?? text;
const countRows = (text: string): number => text.trim().split("\n").length - 1;

describe("pages of a service whose operator shows everything", async () => {
  const site = await open({ pagesTier: "enterprise" });

  it("show every spread without a key, page by page, and name no plan", async () => {
    const { text, status } = await site.get("/arbitrage");
    assert.equal(status, 200);
    assert.equal(countSpreads(text), 50);
    assert.match(text, /55 spreads, 1 to 50 on this page/);
    const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
    assert.doesNotMatch(main, /data-key name|name="key"|Needs a key|plan\b|Pro\b/);
    assert.equal(countSpreads((await site.get("/arbitrage?page=2")).text), QUESTIONS - 50);
    const beyond = await site.get("/arbitrage?page=9&sort=net");
    assert.match(beyond.text, /There is no page 9\. The last one is <a href="\/arbitrage\?sort=net&amp;page=2">/);
  });

  it("have all rows in the file, and as many as a page in the feed", async () => {
    assert.equal(countRows((await site.get("/arbitrage.csv")).text), QUESTIONS);
    assert.equal((await site.get("/feeds/spreads.atom")).text.split("<entry>").length - 1, 50);
  });
});

describe("pages of a service whose operator has not said what they show", () => {
  it("show the free plan, to this machine too", async () => {
    const site = await open({ pagesTier: undefined });
    const { text } = await site.get("/arbitrage");
    assert.equal(countSpreads(text), 3);
    assert.match(text, /3 of 55 spreads are shown without a key/);
    assert.equal(countSpreads((await site.get("/arbitrage?type=all")).text), 3);
    assert.equal(countRows((await site.get("/arbitrage.csv?page=2")).text), 3);
  });

  it("show what the operator has set", async () => {
    const site = await open({ pagesTier: "pro" });
    assert.equal(countSpreads((await site.get("/arbitrage", { "X-Forwarded-For": "192.0.2.7" })).text), 50);
    const { secret } = await site.make({ tier: "free" });
    assert.equal(countSpreads((await site.get("/arbitrage", site.sessionOf(secret))).text), 50, "to a key on less too");
    const free = await open({ pagesTier: "free" });
    assert.equal(countSpreads((await free.get("/arbitrage")).text), 3);
  });
});

describe("the page of a paid list and its file", () => {
  it("show the same sample whatever is asked for beyond its form", async () => {
    const site = await open({ pagesTier: "free" });
    for (const path of ["/arbitrage", "/arbitrage.csv"]) {
      const sample = await site.get(path);
      for (const query of [
        "q=q7",
        "category=other",
        "min_spread=6",
        "min_match_score=1",
        "sort=net",
        "page=2",
        "min_profit=2",
        "all=true",
      ])
        assert.equal(bodyOf((await site.get(`${path}?${query}`)).text), bodyOf(sample.text), `${path}?${query}`);
    }
  });

  it("refuse what the list refuses", async () => {
    const site = await open({ pagesTier: "pro" });
    for (const path of ["/arbitrage", "/arbitrage.csv"]) {
      const { status, text } = await site.get(`${path}?type=implied&question_id=0123456789abcdef`);
      assert.equal(status, 422, path);
      assert.match(text, /must be same or all together with question_id/);
    }
  });
});

describe("what pages show without a key", () => {
  const served = { host: "127.0.0.1", isDemo: false, pagesTier: undefined };
  const cases = [
    ["nothing is said", served, "free"],
    ["the service listens to others", { ...served, host: "0.0.0.0" }, "free"],
    ["it is a demo", { ...served, isDemo: true }, "enterprise"],
    ["it is a demo on the loopback address of IPv6", { ...served, host: "::1", isDemo: true }, "enterprise"],
    ["it is a demo that other machines reach", { ...served, host: "0.0.0.0", isDemo: true }, "free"],
    ["it is a demo and the operator says free", { ...served, isDemo: true, pagesTier: "free" }, "free"],
    ["the operator says pro", { ...served, host: "0.0.0.0", pagesTier: "pro" }, "pro"],
  ] as const;
  for (const [name, settings, tier] of cases) {
    it(`is the plan ${tier} where ${name}`, () => {
      assert.equal(choosePagesTier(settings), tier);
    });
  }
});
