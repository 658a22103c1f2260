import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { opportunitySchema } from "../../src/api/arbitrage.ts";
import type { toQuestion } from "../../src/api/questions.ts";
import { CONFIDENCES, type Confidence } from "../../src/domain/arbitrage.ts";
import { toOrderBook } from "../../src/domain/books.ts";
import { getPlatform } from "../../src/domain/platforms.ts";
import type { ValueOf } from "../../src/http/schema.ts";
import fc from "../support/properties.ts";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, market, page, START } from "../support/store/builders.ts";
import { type GivenMatch, group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

// The first gives every group its orientation, and with play money it is in none of the legs.
const PLATFORMS = ["manifold", "kalshi", "polymarket", "predictit"] as const;

/** One platform's market of a question, whose truth is that yes comes true or, where it is inverted, no. */
interface Asked {
  readonly isInverted: boolean;
  readonly yesPrice: number;
  readonly bestBid: number | null;
  readonly bestAsk: number | null;
}

/** A price in steps of a tenth of a cent. */
const price = (minCents: number, maxCents: number) =>
  fc.integer({ min: minCents * 10, max: maxCents * 10 }).map((tenths) => tenths * 1000);

/** A market priced near `truth`, or the same far from the ends as its inverse. */
const askedNear = (truth: number, maxOff: number): fc.Arbitrary<Asked> =>
  fc
    .record({ isInverted: fc.boolean(), off: price(-maxOff, maxOff), half: price(0, 5), hasBook: fc.boolean() })
    .map(({ isInverted, off, half, hasBook }) => {
      const yesPrice = isInverted ? 1_000_000 - truth - off : truth + off;
      return {
        isInverted,
        yesPrice,
        bestBid: hasBook ? yesPrice - half : null,
        bestAsk: hasBook ? yesPrice + half : null,
      };
    });

/** Some questions have nearly one price, as real ones do; some have prices that only a wrong match has. */
const question = fc
  .record({ truth: price(40, 60), maxOff: fc.constantFrom(4, 4, 30) })
  .chain(({ truth, maxOff }) => fc.tuple(...(PLATFORMS.map(() => askedNear(truth, maxOff)) as Four)));
type Four = [fc.Arbitrary<Asked>, fc.Arbitrary<Asked>, fc.Arbitrary<Asked>, fc.Arbitrary<Asked>];
type Question = [Asked, Asked, Asked, Asked];

/** One platform in four publishes no close of a question. */
const closeOf = (platform: string, index: number): number | null => {
  const place = PLATFORMS.indexOf(platform as "kalshi");
  return (place + index) % 4 === 3 ? null : START + (place + 1) * 20 * DAY_MS + index * 1000;
};

/** Contracts that each book offers. */
const OFFERED = 90;

/** A site over these questions, each asked on every platform. */
async function openAsked(questions: readonly Question[]) {
  const ids = questions.map((_, index) => `q${index}`);
  const listingOf = (platform: string, place: number) =>
    page(
      ids.map((id, index) => {
        const { isInverted: _, ...quote } = questions[index]?.[place] ?? assert.fail();
        const closesAt = closeOf(platform, index);
        return market({ id, eventId: id, title: `${id} on ${platform}`, volume: 2_000_000, closesAt, ...quote });
      }),
    );
  /** With an offer at each price of the listing. */
  const bookOf = (id: string, place: number) => {
    const { yesPrice, bestBid, bestAsk } = questions[ids.indexOf(id)]?.[place] ?? assert.fail();
    return toOrderBook([[bestBid ?? yesPrice, OFFERED]], [[bestAsk ?? yesPrice, OFFERED]]);
  };
  const scripts = PLATFORMS.map((platform, place) => {
    const books = (asked: readonly string[]) => new Map(asked.map((id) => [id, bookOf(id, place)]));
    return [platform, { full: [listingOf(platform, place)], books }] as const;
  });
  const test = openTestWriter({ scripts: Object.fromEntries(scripts) });
  await test.writer.runOnce(new Set());
  const links = questions.flatMap(([first, ...others], index) =>
    others.map(
      (other, place): GivenMatch => ({
        ...{ a: PLATFORMS[0], b: PLATFORMS[place + 1] ?? "", id: ids[index] ?? "" },
        isInverted: other.isInverted !== first.isInverted,
      }),
    ),
  );
  group(test, links);
  await test.writer.books.run();
  const site = await openTestApi({ writer: test, hasPages: true });
  const { secret } = await site.make({ tier: "pro" });
  return {
    site,
    secret,
    /** Opportunities as the API has them, by default all and the best first. */
    async list(query = "") {
      const { json } = await site.get(
        `/api/v1/arbitrage?page_size=50&${query.includes("min_confidence") ? "" : "min_confidence=low&"}${query === "all=false" ? "" : "all=true&"}${query}`,
        { "X-API-Key": secret },
      );
      return json.data as Opportunity[];
    },
    /** The question of an opportunity, and the confidence that a comparison has from each of its legs. */
    async others({ question_id, legs }: Opportunity) {
      const question = await site.get(`/api/v1/questions/${question_id}`, { "X-API-Key": secret });
      const compared = legs.map(async ({ platform, market_id }) => {
        const path = `/api/v1/compare?platform=${platform}&market_id=${market_id}`;
        return (await site.get(path, { "X-API-Key": secret })).json.data[0].confidence as Confidence;
      });
      return { question: question.json.data as AskedQuestion, compared: await Promise.all(compared) };
    },
  };
}

type Opportunity = ValueOf<typeof opportunitySchema>;
type AskedQuestion = ReturnType<typeof toQuestion>;
type Leg = Opportunity["legs"][number];

/** Every spread of a page, without markup. */
function rowsOf(text: string) {
  const rows = text.split(/<tr[^>]*>/).filter((row) => row.includes('class="orders"'));
  return rows.map((row) => {
    const [, titlePath = "", title = ""] = /<a href="([^"]+)" class="title" dir="auto">([^<]+)<\/a>/.exec(row) ?? [];
    const [, orders = ""] = /<ul class="orders">(.*?)<\/ul>/s.exec(row) ?? [];
    const links = [...orders.matchAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/gs)];
    return {
      title,
      titlePath,
      profit: /data-key="profit:[^"]+">(.*?)<\/td>/
        .exec(row)?.[1]
        ?.replace(/<[^>]+>/, ", ")
        .replace(/<[^>]+>/, ""),
      words: links.map(([, , words = ""]) => words.replaceAll(/<[^>]+>/g, "")).join(" + "),
      urls: links.map(([, url = ""]) => url),
    };
  });
}

/** What a page says of an opportunity of the API. */
function toRow({ question_id, title, summary, legs, at_stake, net_spread_cents }: Opportunity) {
  return {
    title,
    titlePath: `/questions/${question_id}`,
    // The second is what the list is sorted by.
    profit: `${at_stake.profit.toLocaleString("en-US", { style: "currency", currency: "USD" })}, ${net_spread_cents.toFixed(2)}¢ each`,
    words: summary,
    urls: legs.map(({ market_url }) => market_url),
  };
}

/** What a leg says in words, made from its fields. It must name a market that asks the opposite of the title. */
function wordsOf({ side, platform, price, market_title, inverted }: Leg): string {
  return `Buy ${side.toUpperCase()}${inverted ? ` of “${market_title}”` : ""} on ${getPlatform(platform).name} at ${Number((price * 100).toFixed(4))}¢`;
}

/** A published amount in millionths, from its decimal digits. */
function exactly(amount: number): bigint {
  const [, sign = "", whole = "", decimals = ""] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(String(amount)) ?? assert.fail();
  return BigInt(`${sign}${whole}${decimals.padEnd(6, "0")}`);
}

/** Checks what both legs cost and earn, to the last digit. */
function checkMoney(found: Opportunity): void {
  const { cost, payout, profit, net_spread_cents, roi_percent, annualized_percent, close_time, legs } = found;
  const sum = legs.reduce((total, { price, fee }) => total + exactly(price) + exactly(fee), 0n);
  assert.equal(sum, exactly(cost));
  assert.equal(sum, exactly(payout) - exactly(profit));
  assert.equal(payout, 1);
  assert.ok(Math.abs(net_spread_cents / 100 - profit) < 1e-9);
  for (const { fee, fee_cents } of legs) assert.ok(Math.abs(fee_cents / 100 - fee) < 1e-9);
  assert.ok(Math.abs(roi_percent - (profit / cost) * 100) < 0.005_001);
  const closes = legs.map(({ platform, market_id }) => closeOf(platform, Number(market_id.slice(1))));
  const closesAt = closes.includes(null) ? null : Math.max(...closes.map(Number));
  assert.equal(close_time === null ? null : Date.parse(close_time), closesAt);
  assert.equal(annualized_percent === null, closesAt === null);
  const years = ((closesAt ?? 0) - START) / (365 * DAY_MS);
  if (annualized_percent !== null) {
    assert.ok(Math.abs(annualized_percent - (profit / cost / years) * 100) < 0.005_001);
  }
}

/** Checks that both orders fit the stake and the books, and add up. */
function checkDeal({ at_stake, legs, payout, size }: Opportunity, stake: number): void {
  const { contracts, cost, profit } = at_stake;
  assert.deepEqual([at_stake.stake, at_stake.payout], [stake, contracts * payout]);
  assert.ok(cost <= stake && contracts <= (size ?? contracts));
  const sum = legs.reduce((total, { cost: ofOrder }) => total + exactly(ofOrder), 0n);
  assert.deepEqual([sum, exactly(at_stake.payout) - exactly(profit)], [exactly(cost), exactly(cost)]);
  for (const { price, cost: ofOrder, order_fee, ...leg } of legs) {
    assert.equal(leg.contracts, contracts);
    assert.equal(exactly(ofOrder) - exactly(order_fee), exactly(price) * BigInt(contracts));
    if (leg.platform === "kalshi") assert.equal(exactly(order_fee) % 10_000n, 0n, "rounded up to the cent");
  }
}

/** Checks one leg against what its platform was scripted to ask for, and says which truth it pays for. */
function checkLeg(leg: Leg, questions: readonly Question[], title: string): boolean {
  const quote = questions[Number(leg.market_id.slice(1))]?.[PLATFORMS.indexOf(leg.platform as "kalshi")];
  assert.ok(quote);
  const { isInverted, yesPrice, bestBid, bestAsk } = quote;
  const cost = leg.side === "yes" ? (bestAsk ?? yesPrice) : 1_000_000 - (bestBid ?? yesPrice);
  assert.equal(Math.round(leg.price * 1_000_000), cost);
  assert.equal(leg.action, "buy");
  assert.equal(leg.market_title, `${leg.market_id} on ${leg.platform}`);
  assert.equal(leg.market_url, `https://example.com/markets/${leg.market_id}`);
  if (leg.market_title === title) assert.equal(leg.inverted, false, "the title is in its own direction");
  return (leg.side === "yes") !== isInverted;
}

/** Checks that it says the same as its question: title, direction, prices; and as a comparison: confidence. */
function checkAgreement(
  { title, prices, markets, legs, confidence }: Opportunity,
  { question, compared }: { question: AskedQuestion; compared: readonly Confidence[] },
): void {
  assert.equal(title, question.title);
  const asked = new Map(question.markets.map((one) => [one.platform, one]));
  for (const [platform, { yes_price }] of Object.entries(markets)) {
    assert.deepEqual([yes_price, yes_price], [prices[platform], asked.get(platform)?.price]);
  }
  for (const { platform, inverted } of legs) assert.equal(inverted, asked.get(platform)?.relation === "inverted");
  assert.deepEqual(compared, [confidence, confidence]);
}

function checkOpportunity(found: Opportunity, questions: readonly Question[]): void {
  const { title, summary, legs, spread_cents, best_buy_price, best_sell_price } = found;
  const [one, other] = legs.map((leg) => checkLeg(leg, questions, title));
  assert.notEqual(one, other, "one of both legs pays, whatever happens");
  const cost = legs.reduce((sum, { price }) => sum + price, 0);
  assert.ok(Math.abs((1 - cost) * 100 - spread_cents) < 1e-6);
  assert.equal(best_buy_price, legs[0]?.price);
  assert.ok(Math.abs(1 - (best_sell_price ?? 0) - (legs[1]?.price ?? 0)) < 1e-9);
  assert.equal(summary, legs.map(wordsOf).join(" + "));
  for (const leg of legs) assert.deepEqual([leg.text, leg.quote_age_seconds], [wordsOf(leg), 0]);
  assert.deepEqual([found.size, found.size_source], [OFFERED, "book"]);
  checkMoney(found);
  checkDeal(found, 100);
}

/** Checks that more confidence comes first, then more profit. */
function checkOrder(found: readonly Opportunity[]): void {
  const places = found.map(({ confidence, profit }) => ({ level: CONFIDENCES.indexOf(confidence), profit }));
  assert.deepEqual(
    places.toSorted((a, b) => a.level - b.level || b.profit - a.profit),
    places,
  );
}

describe("spreads on pages", () => {
  it("name the orders that the API names, with their sides, prices, titles and markets", async () => {
    const seen = { inverted: 0, same: 0, high: 0, medium: 0, low: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 8, maxLength: 12 }), async (questions) => {
        const { site, secret, list, others } = await openAsked(questions);
        const found = await list();
        checkOrder(found);
        for (const one of found) {
          checkOpportunity(one, questions);
          checkAgreement(one, await others(one));
          seen[one.legs[0]?.side === one.legs[1]?.side ? "inverted" : "same"]++;
          seen[one.confidence]++;
        }
        const sure = found.filter(({ confidence }) => confidence !== "low");
        assert.deepEqual(await list("min_confidence=medium"), sure);
        const earning = found.filter(({ at_stake }) => at_stake.profit > 0);
        assert.deepEqual(await list("all=false"), earning);
        assert.deepEqual(await list(`min_size=${OFFERED}`), found);
        assert.deepEqual(await list(`min_size=${OFFERED + 1}`), []);
        const most = await list("sort=profit&stake=50&min_profit=0.5");
        for (const one of most) checkDeal(one, 50);
        const profits = most.map(({ at_stake }) => at_stake.profit);
        assert.deepEqual(
          [profits.toSorted((a, b) => b - a), profits.every((profit) => profit >= 0.5)],
          [profits, true],
        );
        const session = site.sessionOf(secret);
        const { text } = await site.get("/arbitrage?all=true&min_confidence=low", session);
        // Pages show what earns most in a year first.
        const byReturn = await list("sort=return");
        const earningMost = byReturn.filter(({ at_stake }) => at_stake.profit > 0);
        assert.deepEqual(rowsOf(text), byReturn.map(toRow));
        for (const { question_id: id } of found) assert.ok(text.includes(`"/alerts?about=${id}&amp;when=spread"`));
        const rows = earningMost.map(toRow);
        assert.deepEqual(rowsOf((await site.get("/arbitrage?min_confidence=low", session)).text), rows);
        const best = earningMost.filter(({ confidence }) => confidence === "high").map(toRow);
        assert.deepEqual(rowsOf((await site.get("/arbitrage", session)).text), best);
        assert.deepEqual(rowsOf((await site.get("/arbitrage")).text), best.slice(0, 3));
        const confident = earningMost.filter(({ confidence }) => confidence !== "low").map(toRow);
        assert.deepEqual(rowsOf((await site.get("/arbitrage?min_confidence=medium", session)).text), confident);
        for (const platform of PLATFORMS.slice(1)) {
          const among = earningMost.filter(({ legs }) => legs.some((leg) => leg.platform === platform));
          const there = among.map(toRow);
          assert.deepEqual(
            rowsOf((await site.get(`/arbitrage?min_confidence=low&platform=${platform}`)).text),
            there.slice(0, 3),
          );
          assert.deepEqual(
            rowsOf((await site.get(`/arbitrage?min_confidence=low&platform=${platform}`, session)).text),
            there,
          );
        }
      }),
      // Each try of a smaller case would need a database of its own.
      { numRuns: 10, seed: 20_261_120, endOnFailure: true },
    );
    for (const [kind, times] of Object.entries(seen)) assert.ok(times > 3, `${kind}: ${JSON.stringify(seen)}`);
  });
});
