import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { openTestApi } from "../support/service/api.ts";
import { book, type Quotes } from "../support/store/arbitrage.ts";
import { DAY_MS, event, MINUTE_MS, market, page, START } from "../support/store/builders.ts";

/** A market that is its own event, with the book of a price. */
const asked = (id: string, title: string, yesPrice: number, given: Quotes = {}): MarketRecord =>
  market({ id, title, eventId: id, closesAt: START + 400 * DAY_MS, ...book(yesPrice), ...given });

const listing = (...records: MarketRecord[]) =>
  page(
    records,
    records.map(({ eventId, title }) => event({ id: eventId, title })),
  );

/** A server over what kalshi and polymarket list. */
async function openListed(kalshi: readonly MarketRecord[], polymarket: readonly MarketRecord[]) {
  const scripts = { kalshi: { full: [listing(...kalshi)] }, polymarket: { full: [listing(...polymarket)] } };
  const server = await openTestApi({ scripts });
  const get = async (path: string) => {
    const reply = await server.get(`/api/v1/${path}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  return {
    test: server.writer,
    scripts,
    related: async (platform: string, id: string) => (await get(`markets/${platform}/${id}/detail`)).data.related,
    ask: (query = "type=implied&min_match_score=0") => get(`arbitrage?all=true&min_confidence=low&${query}`),
  };
}

const JUNE = "Will Acme release Orion before July 1, 2027?";
const DECEMBER = "Will Acme release Orion before Jan 1, 2028?";

/** "By June" sells for more than "by December" costs. */
const openLadder = (june = 500_000, december = 400_000) =>
  openListed([asked("K", JUNE, june)], [asked("P", DECEMBER, december)]);

describe("related markets", () => {
  it("say what one answer means for the other, from either side", async () => {
    const { related } = await openLadder();
    const [wide] = await related("kalshi", "K");
    assert.deepEqual([wide.platform, wide.id, wide.relation], ["polymarket", "P", "superset"]);
    assert.equal(wide.implies.inequality, "p(there) >= p(here)");
    assert.deepEqual(wide.reasons.slice(0, 2), [
      "yes on Kalshi means yes on Polymarket",
      "different date: there 2027, here by 30 Jun 2027",
    ]);
    const [narrow] = await related("polymarket", "P");
    assert.deepEqual([narrow.platform, narrow.id, narrow.relation], ["kalshi", "K", "subset"]);
    assert.equal(narrow.implies.inequality, "p(there) <= p(here)");
  });

  it("score as alike as their spread says", async () => {
    const { related, ask } = await openLadder();
    const [found] = (await ask()).data;
    assert.ok(found.match_score > 0.5, String(found.match_score));
    for (const [platform, id] of [["kalshi", "K"] as const, ["polymarket", "P"] as const]) {
      assert.equal((await related(platform, id))[0].match_score, found.match_score);
    }
  });

  it("stay merely related where no answer follows from the other", async () => {
    const { related, ask } = await openListed(
      [asked("K", "Will Acme release Orion in 2026?", 500_000)],
      [asked("P", "Will Acme release Orion in 2027?", 300_000)],
    );
    const [found] = await related("kalshi", "K");
    assert.deepEqual([found.relation, found.implies], ["related", null]);
    assert.equal((await ask()).meta.total, 0);
  });

  it("are found between ladders of figures that have one rung in common", async () => {
    const rung = (id: string, title: string, figure: number) =>
      asked(id, `${title}: Above $${figure}`, 400_000, { eventId: title, outcomeLabel: `Above $${figure}` });
    const ladder = (prefix: string, title: string, figures: readonly number[]) =>
      figures.map((figure) => rung(`${prefix}${figure}`, title, figure));
    const high = "How high will Acme stock get in 2026?";
    const rungs = ladder("K", high, [100, 110, 120]);
    const { related, scripts, test } = await openListed(
      rungs,
      ladder("P", "How high will Acme stock get by December 31, 2026?", [120, 130]),
    );
    const impliedBy = async (platform: string, id: string) =>
      (await related(platform, id)).map((found: Record<string, unknown>) => [found.id, found.relation]);
    assert.deepEqual((await impliedBy("polymarket", "P120")).toSorted(), [
      ["K100", "superset"],
      ["K110", "superset"],
    ]);
    assert.deepEqual(await impliedBy("kalshi", "K120"), [["P130", "subset"]]);
    scripts.kalshi.full = [listing(...rungs, rung("K105", high, 105))];
    await test.pass();
    assert.deepEqual(await impliedBy("kalshi", "K105"), [["P120", "subset"]]);
  });

  it("keep the nearest rungs of a ladder in each direction", async () => {
    const rungs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((month) =>
      asked(`P${month}`, `Will Acme release Orion by ${MONTHS[month]} 15, 2027?`, 400_000),
    );
    const { related } = await openListed([asked("K", "Will Acme release Orion by June 30, 2027?", 500_000)], rungs);
    const found: { id: string; relation: string }[] = (await related("kalshi", "K")).filter(
      ({ relation }: { relation: string }) => relation !== "related",
    );
    const ofRelation = (wanted: string) => found.filter(({ relation }) => relation === wanted).map(({ id }) => id);
    for (const near of ["P4", "P5", "P6"]) assert.ok(ofRelation("subset").includes(near), near);
    for (const near of ["P7", "P8", "P9"]) assert.ok(ofRelation("superset").includes(near), near);
  });
});

const MONTHS = ["", ..."January February March April May June July August September October November".split(" ")];

describe("GET /api/v1/arbitrage of implied pairs", () => {
  it("sells the subset and buys the superset where prices break the rule after fees", async () => {
    const { ask } = await openLadder();
    const { data, meta } = await ask();
    assert.equal(meta.total, 1);
    const [found] = data;
    assert.match(found.id, /^i[0-9a-f]{14}-[0-9a-f]{12}$/);
    assert.deepEqual([found.type, found.relation, found.title], ["implied", "subset", DECEMBER]);
    assert.deepEqual(
      found.legs.map(({ platform, side, price }: Record<string, unknown>) => [platform, side, price]),
      [
        ["polymarket", "yes", 0.41],
        ["kalshi", "no", 0.51],
      ],
    );
    assert.deepEqual([found.best_buy_price, found.best_sell_price, found.spread_cents], [0.41, 0.49, 8]);
    assert.ok(found.net_spread_cents > 0 && found.net_spread_cents < 8);
    assert.deepEqual(found.prices, { kalshi: 0.5, polymarket: 0.4 });
    assert.deepEqual(found.reasons.slice(0, 2), [
      "yes on Kalshi means yes on Polymarket",
      "different date: Kalshi by 30 Jun 2027, Polymarket 2027",
    ]);
    assert.equal(
      found.reasons.at(-1),
      `Buy YES of “${DECEMBER}” on Polymarket at 41¢ + Buy NO of “${JUNE}” on Kalshi at 51¢: 92¢ before fees, pays at least 100¢`,
    );
  });

  it("lists them only when asked, beside the same question at two prices", async () => {
    const { ask } = await openListed(
      [asked("K", JUNE, 500_000), asked("L", "Will Ana Ruiz win the mayoral race in Lima?", 400_000)],
      [asked("P", DECEMBER, 400_000), asked("Q", "Will Ana Ruiz win the mayoral race in Lima?", 500_000)],
    );
    const typesOf = async (query: string) => (await ask(query)).data.map(({ type }: { type: string }) => type);
    assert.deepEqual(await typesOf("min_match_score=0"), ["same"]);
    assert.deepEqual(await typesOf("type=same"), ["same"]);
    assert.deepEqual(await typesOf("type=implied&min_match_score=0"), ["implied"]);
    for (const sort of ["spread", "net", "confidence", "volume"]) {
      const types: string[] = await typesOf(`type=all&min_match_score=0&sort=${sort}`);
      assert.deepEqual(types.toSorted(), ["implied", "same"], sort);
    }
  });

  it("shows them on the page to who asks for them, with their own reasons", async () => {
    const site = await openTestApi({ writer: (await openLadder()).test, hasPages: true });
    const { secret } = await site.make({ tier: "pro" });
    const session = site.sessionOf(secret);
    const read = async (type: string) =>
      (await site.get(`/arbitrage?all=true&min_confidence=low&type=${type}`, session)).text;
    const page = await read("implied");
    // It belongs to no question, so its title leads to the market.
    assert.match(page, /<th scope="row"><a href="\/markets\/(kalshi\/K|polymarket\/P)" class="title"/);
    const implied = page.replaceAll(/<[^>]+>/g, "");
    assert.match(implied, /Buy YES of “[^”]+2028\?” on Polymarket at 41¢.*Buy NO of “[^”]+2027\?” on Kalshi at 51¢/s);
    assert.match(implied, /Why one follows from the other.*yes on Kalshi means yes on Polymarket/s);
    assert.match(await read("same"), /No spread earns anything/);
    assert.match((await site.get("/arbitrage?type=implied")).text, /<option value="implied" selected>/);
    const refused = await site.get("/arbitrage?type=other");
    assert.equal(refused.status, 422);
    assert.match(refused.text, /type.*same.*implied.*all/s);
    const market = (await site.get("/markets/kalshi/K")).text.replaceAll(/<[^>]+>/g, "");
    assert.match(
      market,
      /Similar, but not the same.*Yes here means yes there, so yes should not cost less there\. Similarity apart from/s,
    );
    assert.match(implied, /Similarity apart from dates and figures: /);
  });

  it("sees none in prices that keep the rule, or break it by less than the fees", async () => {
    assert.equal((await (await openLadder(400_000, 500_000)).ask()).meta.total, 0);
    const { ask } = await openLadder(440_000, 400_000);
    assert.equal((await ask("type=implied&min_match_score=0&min_spread=0")).meta.total, 0);
  });

  it("buys no on both of a pair that cannot both be yes", async () => {
    const { ask, related } = await openListed(
      [asked("K", "Will Acme not release Orion before Jan 1, 2028?", 600_000)],
      [asked("P", JUNE, 550_000)],
    );
    assert.equal((await related("kalshi", "K"))[0].relation, "disjoint");
    const [found] = (await ask()).data;
    assert.deepEqual([found.type, found.relation], ["implied", "disjoint"]);
    assert.deepEqual(
      found.legs.map(({ side, price }: Record<string, unknown>) => [side, price]),
      [
        ["no", 0.46],
        ["no", 0.41],
      ],
    );
    assert.equal(found.spread_cents, 13);
  });

  const bare = { bestBid: null, bestAsk: null, priceSource: "last" } as const;
  const pairs: readonly (readonly [string, kalshi: MarketRecord, polymarket: MarketRecord, orders: unknown[]])[] = [
    [
      "the price where there is no book",
      asked("K", JUNE, 500_000, bare),
      asked("P", DECEMBER, 400_000, bare),
      [0.4, 0.5],
    ],
    [
      "the price of no where there is no book",
      asked("K", "Will Acme not release Orion before Jan 1, 2028?", 600_000, bare),
      asked("P", JUNE, 550_000, bare),
      [0.45, 0.4],
    ],
    ["no empty side of a book", asked("K", JUNE, 500_000), asked("P", DECEMBER, 400_000, { bestAsk: null }), []],
    ["no market that is halted", asked("K", JUNE, 500_000), asked("P", DECEMBER, 400_000, { isTradable: false }), []],
  ];
  for (const [what, kalshi, polymarket, orders] of pairs) {
    it(`takes ${what}`, async () => {
      const [found] = (await (await openListed([kalshi], [polymarket])).ask()).data;
      assert.deepEqual(found?.legs.map(({ price }: { price: number }) => price) ?? [], orders);
    });
  }

  it("follows the quotes, and ends with the relation", async () => {
    const { ask, scripts, test } = await openLadder();
    const read = async (...records: MarketRecord[]) => {
      scripts.kalshi.full = [listing(...records)];
      test.clock.advance(MINUTE_MS);
      await test.pass();
      return (await ask()).meta.total;
    };
    const [before] = (await ask()).data;
    assert.equal(await read(asked("K", JUNE, 400_000)), 0);
    assert.equal(await read(asked("K", JUNE, 500_000)), 1);
    assert.equal((await ask()).data[0].id, before.id);
    assert.equal(await read(asked("K", JUNE, 500_000, { status: "closed" })), 0);
    assert.equal(await read(asked("K", JUNE, 500_000)), 1);
    assert.equal(await read(asked("K", "Will Ana Ruiz win the mayoral race in Lima?", 500_000)), 0);
    assert.equal(test.value("SELECT count(*) FROM spreads"), 0);
  });
});
