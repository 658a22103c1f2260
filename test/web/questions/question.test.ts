import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { openQuestionSite } from "../../support/service/question-site.ts";
import { DAY_MS, START } from "../../support/store/builders.ts";

const NASTY = `Will <b>"it"</b> & 'this' fail?`;
const LONG = `Resolves <script>alert(1)</script> so. ${"More of the same. ".repeat(60)}`;
const BOOKED = { volume: 2_000_000, volume24h: 50_000 };

const matches = [
  { a: "kalshi", b: "polymarket", isInverted: true },
  { a: "kalshi", b: "predictit", score: 910_000 },
  { a: "kalshi", b: "manifold" },
  { a: "kalshi", b: "manifold", id: "play" },
  { a: "limitless", b: "polymarket", id: "may" },
  { a: "polymarket", b: "predictit", id: "june", isInverted: true },
];
const kalshi = {
  ...{ id: "q", title: NASTY, yesPrice: 400_000, bestBid: 390_000, bestAsk: 410_000, ...BOOKED, description: LONG },
  settlementSource: { name: "AP", url: "javascript:alert(1)" },
};
const polymarket = {
  ...{ id: "q", title: "Will it succeed?", yesPrice: 520_000, bestBid: 510_000, bestAsk: 530_000, ...BOOKED },
  url: "javascript:alert(1)",
};
const site = await openQuestionSite({
  listed: {
    kalshi: [kalshi, { id: "play", title: "Play?", status: "closed", outcome: "yes", closesAt: START - DAY_MS }],
    polymarket: [
      polymarket,
      { id: "may", title: "Will it fail by May?", yesPrice: 700_000 },
      { id: "june", title: "Will it fail by June?", yesPrice: 800_000 },
    ],
    predictit: [
      { id: "q", title: "Failure?", yesPrice: 430_000, bestBid: 420_000, bestAsk: 440_000, volume: 0 },
      { id: "june", title: "Will it last until July?", yesPrice: 200_000 },
    ],
    manifold: [
      { id: "q", title: "Fail?", yesPrice: 300_000, bestBid: 990_000, bestAsk: 10_000 },
      { id: "play", title: "Play too?", yesPrice: 300_000 },
    ],
    limitless: [{ id: "may", title: "Failure by May?", yesPrice: 720_000 }],
  },
  listedBefore: {
    kalshi: [{ ...kalshi, yesPrice: 380_000 }],
    polymarket: [{ ...polymarket, yesPrice: 560_000 }],
    predictit: [],
    manifold: [],
    limitless: [],
  },
  matches,
  prepare(test) {
    const keyOf = (platform: string, id: string) =>
      Number(test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id));
    const insert = test.db.prepare("INSERT INTO near_misses VALUES (?, ?, ?, 'date', ?, ?)");
    const own = keyOf("kalshi", "q");
    for (const [other, date, relation, score] of [
      [keyOf("limitless", "may"), "by 2027-05-31", "subset", 800_000],
      [keyOf("predictit", "june"), "by 2027-06-30", "disjoint", 700_000],
    ] as const) {
      const isFirst = own < other;
      const dates = isFirst ? ["by 2026-12-31", date] : [date, "by 2026-12-31"];
      const reasons = JSON.stringify([`refused: date: ${dates.join(" against ")}`, "both: fail"]);
      const stored = isFirst || relation === "disjoint" ? relation : "superset";
      test.write(() => insert.run(Math.min(own, other), Math.max(own, other), score, reasons, stored));
    }
  },
});
const FAIL = toQuestionId("kalshi", "q");
const PLAY = toQuestionId("kalshi", "play");

const plain = (markup: string): string =>
  markup
    .replaceAll(/<\/?(?:d[dt]|div|h\d|li|p|tr|td|th)\b[^>]*>/g, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();

async function pageOf(id: string): Promise<string> {
  const { status, text } = await site.get(`/questions/${id}`);
  assert.equal(status, 200, text);
  return text;
}

/** The cells of a platform's row, as text. */
function rowOf(text: string, platform: string): string[] {
  const row = [...text.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, found = ""]) => found);
  const own = row.find((one) => one.includes(`data-key="${platform}:`)) ?? assert.fail(platform);
  return [...own.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => plain(cell));
}

/** What a side costs on each platform, the cheapest first, and which is marked as best. */
async function offersOf(
  side: "yes" | "no",
): Promise<{ platform: string; cost: string; isBest: boolean; button: string }[]> {
  const { text } = await site.get(`/questions/${FAIL}?side=${side}`);
  return [...text.matchAll(/<li( class="best")? data-row="offer:(\w+):q">(.*?)<\/li>/gs)].map(
    ([, best, platform = "", line = ""]) => ({
      ...{ platform, isBest: best !== undefined },
      cost: /<strong[^>]*>([^<]+)</.exec(line)?.[1] ?? "",
      button: plain(/<a class="button".*?<\/a>/s.exec(line)?.[0] ?? ""),
    }),
  );
}

const cents = (price: number): string => `${(price * 100).toFixed(1)}¢`;
const points = (price: number): string => `${(price * 100).toFixed(1)} pts`;

const over = { status: "closed" as const, closesAt: START - DAY_MS / 2, bestBid: null, bestAsk: null } as const;
const asked = (id: string, kalshi: "yes" | "no", polymarket: "yes" | "no" | null) => ({
  kalshi: { ...over, id, title: "Will the Jets win?", yesPrice: 0, outcome: kalshi },
  polymarket: { ...over, id, title: "Will the Stars win?", yesPrice: 1_000_000, outcome: polymarket },
});
const alone = asked("alone", "no", "yes");
const both = [
  ...[asked("same", "no", "yes"), asked("differs", "no", "no"), asked("open", "no", null)],
  { kalshi: { ...alone.kalshi, eventId: "e2" }, polymarket: { ...alone.polymarket, eventId: "e2" } },
];
const settledSite = await openQuestionSite({
  listed: {
    kalshi: [
      ...both.map(({ kalshi }) => kalshi),
      { ...alone.kalshi, id: "second", title: "Will the Rays win?", eventId: "e2" },
      { id: "running", title: "Will the Comets win?" },
    ],
    polymarket: both.map(({ polymarket }) => polymarket),
  },
  matches: both.map(({ kalshi: { id } }) => ({ a: "kalshi", b: "polymarket", id, isInverted: true })),
});
const settledText = async (id: string): Promise<string> =>
  (await settledSite.get(`/questions/${toQuestionId("kalshi", id)}`)).text.replaceAll(
    /<script.*?<\/script>|<[^>]+>/gs,
    " ",
  );

describe("the page of a question", () => {
  it("has the figures that the API answers", async () => {
    const text = await pageOf(FAIL);
    const question = await site.api(`/questions/${FAIL}`);
    assert.match(text, new RegExp(`data-key="question:${FAIL}">${Math.round(question.price * 100)}%<`));
    assert.match(plain(text), new RegExp(`gap ${cents(question.gap_cents / 100)} `));
    const [yesOffers, noOffers] = [await offersOf("yes"), await offersOf("no")];
    for (const market of question.markets) {
      const [name = "", yes, change] = rowOf(text, market.platform);
      assert.equal(yes, `${Math.round(market.price * 100)}%`);
      for (const [offers, offer] of [
        [yesOffers, market.buy_yes],
        [noOffers, market.buy_no],
      ] as const) {
        const shown = offers.find(({ platform }) => platform === market.platform);
        assert.deepEqual(
          [shown?.cost, shown?.isBest],
          [`${(offer.cost * 100).toFixed(2)}¢`, offer.best],
          market.platform,
        );
      }
      const expected = market.price_change_24h === null ? "not known–" : points(market.price_change_24h);
      assert.equal(change?.replace(/^[+−]/, ""), expected.replace("-", ""));
      assert.ok(name.includes(`read ${market.age_seconds} s ago · Open on`), name);
      assert.equal(name.includes("asks the opposite"), market.relation === "inverted");
      assert.equal(name.includes("play money"), market.play_money);
      for (const reason of market.reasons) assert.ok(plain(text).includes(reason), reason);
    }
  });

  it("gives the change of 24 hours in the direction of the question", async () => {
    const { markets } = await site.api(`/questions/${FAIL}`);
    const changes = markets.map(({ platform, price_change_24h }: { platform: string; price_change_24h: number }) => [
      platform,
      price_change_24h,
    ]);
    assert.deepEqual(Object.fromEntries(changes), { kalshi: 0.02, manifold: null, polymarket: 0.04, predictit: null });
    const text = await pageOf(FAIL);
    assert.equal(rowOf(text, "polymarket")[2], "+4.0 pts");
  });

  it("marks the cheapest yes and no, fees included, never one in play money", async () => {
    const marked = (await Promise.all((["yes", "no"] as const).map(offersOf))).map((offers) =>
      offers.flatMap(({ platform, isBest }) => (isBest ? [platform] : [])),
    );
    assert.deepEqual(marked, [["kalshi"], ["polymarket"]]);
  });

  it("says of a market that asks the opposite what to buy there", async () => {
    const text = await pageOf(FAIL);
    assert.match(text, /title="To buy yes on this question, buy NO there">asks the opposite</);
    assert.equal(rowOf(text, "polymarket")[1], "48%");
    // Its bid is 51 and its ask 53 cents, and politics has a fee.
    const [yes, no] = await Promise.all(
      (["yes", "no"] as const).map(async (side) =>
        (await offersOf(side)).find(({ platform }) => platform === "polymarket"),
      ),
    );
    assert.match(`${yes?.cost} ${yes?.button}`, /^50\.\d\d¢ Buy NO on Polymarket$/);
    assert.match(`${no?.cost} ${no?.button}`, /^54\.\d\d¢ Buy YES on Polymarket$/);
  });

  it("says what each market counts for in the price, and why others do not", async () => {
    const text = await pageOf(FAIL);
    const weights = ["kalshi", "polymarket", "predictit", "manifold"].map(
      (platform) => [platform, rowOf(text, platform).at(-1)] as const,
    );
    assert.deepEqual(weights, [
      ["kalshi", "50%"],
      ["polymarket", "50%"],
      ["predictit", "0%"],
      ["manifold", "left out: play money does not count beside real money"],
    ]);
  });

  it("lists offers for real money first, however little play money costs", async () => {
    const { text } = await site.get(`/questions/${FAIL}`);
    const offers = [...text.matchAll(/data-row="offer:(\w+):q"/g)].map(([, platform]) => platform);
    assert.deepEqual([offers.length, offers.at(-1)], [4, "manifold"]);
  });

  it("says what a stake buys, and keeps it on the way to another range", async () => {
    // 42.7 cents with the fee: 23 for 9.43, and the fee of 23 is rounded up to 0.39.
    assert.match(
      plain((await site.get(`/questions/${FAIL}?stake=10`)).text),
      /Kalshi 23 for \$9\.82, pays \$23\.00, \$0\.39 fee/,
    );
    const { text } = await site.get(`/questions/${FAIL}?range=24h&stake=250.5`);
    assert.match(text, new RegExp(`href="/questions/${FAIL}\\?range=7d&amp;stake=250.5#course"`));
    assert.match(text, /<input type="hidden" name="range" value="24h">/);
    const ticket = plain(/<aside class="ticket".*?<\/aside>/s.exec(text)?.[0] ?? "");
    assert.match(ticket, /Yes \d\d\.\d\d¢ ?No \d\d\.\d\d¢/);
    const other = await site.get(`/questions/${FAIL}?side=no&contracts=7`);
    assert.match(plain(other.text), /Polymarket 7 for \$3\.\d\d, pays \$7\.00/);
    const refused = await site.get(`/questions/${FAIL}?stake=0`);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /stake/);
  });

  it("says where the order book has no more than the stake would buy", async () => {
    const booked = { id: "q", yesPrice: 500_000, bestBid: 990_000, bestAsk: 10_000 };
    const other = await openQuestionSite({
      listed: { kalshi: [booked], polymarket: [booked] },
      matches: [{ a: "kalshi", b: "polymarket" }],
      hasBooks: true,
    });
    const [{ id }] = await other.api("/questions");
    const read = async (path: string) => plain((await other.get(path)).text);
    for (const path of [`/questions/${id}`, "/markets/kalshi/q"]) {
      assert.match(
        await read(`${path}?stake=100000`),
        /Kalshi all 1,000 for \$10\.\d\d, pays \$1000\.00|Kalshi all 1,000 for \$10\.\d\d, pays \$1,000\.00/,
        path,
      );
      assert.match(await read(`${path}?stake=5`), /Kalshi \d{3} for \$\d\.\d\d, pays/, path);
    }
  });

  it("says its spread in the words and figures of the API, unless its confidence is low", async () => {
    const [found, ...others] = await site.api(`/arbitrage?all=true&question_id=${FAIL}&min_confidence=medium`);
    assert.deepEqual(others, []);
    assert.deepEqual([found.question_id, found.profit > 0], [FAIL, true]);
    assert.equal(found.summary, "Buy YES on Kalshi at 41¢ + Buy YES of “Will it succeed?” on Polymarket at 53¢");
    const page = await pageOf(FAIL);
    const [section = ""] = /<section aria-labelledby="spread">.*?<\/section>/s.exec(page) ?? [];
    for (const { text } of found.legs) assert.ok(plain(section).includes(text), text);
    const { profit, cost } = found.at_stake;
    const earned = `Profit $${profit.toFixed(2)} for $${cost.toFixed(2)}, ${found.net_spread_cents.toFixed(2)}¢ each`;
    assert.match(plain(section), /^Buy both sides for 9\d\.\d\d¢, get \$1/);
    assert.ok(plain(section).includes(earned), plain(section));
    assert.ok(plain(section).includes(`Confidence: ${found.confidence}`), plain(section));
    site.regroup(matches.map((match) => ({ ...match, score: 790_000 })));
    const [unsure] = await site.api(`/arbitrage?all=true&question_id=${FAIL}&min_match_score=0.7&min_confidence=low`);
    assert.equal(unsure.confidence, "low");
    assert.doesNotMatch(await pageOf(FAIL), /id="spread"/);
    site.regroup(matches);
  });

  it("sets the rules side by side, folds long ones, and names what settles", async () => {
    const text = await pageOf(FAIL);
    assert.match(text, /<details class="folded">/);
    assert.match(plain(text), /Settlement source: AP, javascript:alert\(1\)/);
    assert.equal([...text.matchAll(/<div class="side">/g)].length, 4);
    assert.equal([...text.matchAll(/No rules are published/g)].length, 3);
    const { markets } = await site.api(`/questions/${FAIL}`);
    assert.deepEqual(markets[0].settlement_source, { name: "AP", url: "javascript:alert(1)" });
  });

  it("says why its markets match, and how the matcher sees it one step further", async () => {
    const [, why = ""] = (await pageOf(FAIL)).split('<h2 id="why">');
    const [said = "", seen = ""] = why.split("<summary>How the matcher sees it</summary>");
    assert.match(plain(said), /Polymarket asks the opposite, so its no is yes here: “\s*Will it succeed\?\s*”/);
    assert.match(plain(seen), /Match \d+%/);
  });

  it("lists related questions with what differs and what follows", async () => {
    const text = await pageOf(FAIL);
    const [related] = (await site.api(`/questions/${FAIL}`)).related;
    assert.equal(related.relation, "superset");
    const card = plain(/id="related".*?<\/section>/s.exec(text)?.[0] ?? "");
    assert.ok(card.includes(related.title));
    assert.match(card, /different deadline: there 31 May 2027, here end of 2026/);
    assert.ok(card.includes(related.implies.text));
    assert.doesNotMatch(card, /in both titles/);
    assert.ok(text.includes(`href="/questions/${related.question_id}"`));
    const { markets } = await site.api(`/questions/${related.question_id}`);
    assert.equal(markets.length, 2);
  });

  it("relates to a question as it is asked, also where the market that was compared asks its opposite", async () => {
    const [, june] = (await site.api(`/questions/${FAIL}`)).related;
    const { relation, title, platform, price } = june;
    assert.deepEqual([relation, title, platform, price], ["superset", "Will it fail by June?", "predictit", 0.8]);
  });

  it("escapes what platforms wrote and follows none of their scripts", async () => {
    const text = await pageOf(FAIL);
    assert.ok(plain(text).includes(NASTY));
    assert.doesNotMatch(text, /<b>"it"|<script>alert|href="javascript/);
  });

  it("says when its price is in play money, and how a closed market ended", async () => {
    const text = plain(await pageOf(PLAY));
    assert.match(text, /This price is in play money/);
    assert.match(text, /gap none, because there is only one current price/);
    assert.match(text, /Kalshi resolved: yes/);
    assert.doesNotMatch(plain(await pageOf(FAIL)), /This price is in play money/);
  });

  it("is linked from the page of each of its markets, whose cards stay", async () => {
    for (const platform of ["kalshi", "polymarket", "manifold"]) {
      const { text } = await site.get(`/markets/${platform}/q`);
      assert.match(text, new RegExp(`href="/questions/${FAIL}">See this question on all platforms<`));
      assert.match(text, /The same question elsewhere/);
    }
  });
});

describe("the address of a question", () => {
  it("leads on from an id whose question has joined another", async () => {
    site.regroup([{ a: "manifold", b: "predictit" }]);
    const former = await site.get(`/questions/${FAIL}`);
    assert.equal(former.status, 404);
    assert.match(former.text, /no longer matched; the question began with a market on Kalshi\./);
    assert.match(former.text, /href="\/markets\/kalshi\/q">Open that market</);
    const [joined] = await site.api("/questions?q=fail");
    site.regroup(matches);
    const reply = await site.get(`/questions/${joined.id}?range=24h`);
    assert.deepEqual([reply.status, reply.headers.location], [303, `/questions/${FAIL}?range=24h`]);
    const spreads = await site.api(`/arbitrage?all=true&question_id=${joined.id}&min_confidence=low`);
    assert.equal(spreads[0].question_id, FAIL);
  });

  it("that no question ever had leads to all questions", async () => {
    const { status, text } = await site.get("/questions/0000000000000000");
    assert.equal(status, 404);
    assert.match(text, /There is no question with this id/);
    assert.match(text, /href="\/questions">See all questions</);
    assert.doesNotMatch(text, /<main.*\/api\//s);
  });
});

describe("the page of a question that is over", () => {
  it("says first how it resolved, in its own direction", async () => {
    const text = await settledText("same");
    assert.match(text, /Resolved: no\s+last price of yes 0%/);
    assert.match(text, /Polymarket\s+resolved: yes\s+asks the opposite/);
    assert.match(text, /asks the opposite, so its no is yes here/);
  });

  it("has nothing that only moves while it is open", async () => {
    const text = await settledText("same");
    assert.doesNotMatch(text, /\bBid\b|\bAsk\b|Difference|Its own yes|read \d+/);
  });

  it("says where platforms disagree", async () => {
    assert.match(await settledText("differs"), /Resolved differently/);
  });

  it("stays live until every platform has said how it resolved", async () => {
    const text = await settledText("open");
    assert.match(text, /last price of yes/);
    assert.doesNotMatch(text, /Resolved:/);
    assert.match(text, /As of /);
  });
});

describe("a page whose prices are all settled", () => {
  it("says so, and is not read again", async () => {
    for (const path of [`/questions/${toQuestionId("kalshi", "alone")}`, "/markets/kalshi/alone"]) {
      const { text } = await settledSite.get(path);
      assert.match(text, /<p class="signal">Settled\. These prices no longer change\.<\/p>/, path);
      assert.doesNotMatch(text, /data-live/, path);
    }
  });

  it("follows the other prices while some are open", async () => {
    for (const path of ["/markets/kalshi/same", "/markets/kalshi/differs"]) {
      const { text } = await settledSite.get(path);
      assert.match(text, /<p class="signal">Settled\. Other prices: <span data-made>/, path);
      assert.match(text, /data-live/, path);
    }
  });

  it("is live until its outcome is known", async () => {
    assert.match((await settledSite.get("/markets/polymarket/open")).text, /<p class="signal"><span data-made>As of/);
  });
});

describe("the page of a market that is over", () => {
  it("says how it resolved, without bid, ask and change", async () => {
    const { text } = await settledSite.get("/markets/kalshi/same");
    assert.match(text, /<strong>Resolved: no<\/strong> <span class="sub">last price of yes 0%<\/span>/);
    assert.doesNotMatch(text, /Bid \/ ask|change in 24 hours/);
  });
});
