import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { CONFIDENCES } from "../../src/domain/arbitrage.ts";
import { getPlatform } from "../../src/domain/platforms.ts";
import { servePages } from "../support/service/pages.ts";
import { market, page } from "../support/store/builders.ts";
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

const cent = (least: number, most: number) => fc.integer({ min: least, max: most }).map((cents) => cents * 10_000);

const asked: fc.Arbitrary<Asked> = fc
  .record({ isInverted: fc.boolean(), yesPrice: cent(10, 90), half: cent(0, 5), hasBook: fc.boolean() })
  .map(({ isInverted, yesPrice, half, hasBook }) => ({
    isInverted,
    yesPrice,
    bestBid: hasBook ? yesPrice - half : null,
    bestAsk: hasBook ? yesPrice + half : null,
  }));

const question = fc.tuple(asked, asked, asked, asked);
type Question = [Asked, Asked, Asked, Asked];

/** A site over these questions, each asked on every platform. */
async function openAsked(questions: readonly Question[]) {
  const ids = questions.map((_, index) => `q${index}`);
  const listingOf = (platform: string, place: number) =>
    page(
      ids.map((id, index) => {
        const { isInverted: _, ...quote } = questions[index]?.[place] ?? assert.fail();
        return market({ id, eventId: id, title: `${id} on ${platform}`, volume: 2_000_000, ...quote });
      }),
    );
  const scripts = PLATFORMS.map((platform, place) => [platform, { full: [listingOf(platform, place)] }] as const);
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
  const site = await servePages(test);
  const { secret } = await site.make("pro");
  return {
    site,
    secret,
    /** All opportunities as the API has them, the best first. */
    async list(sort = "net") {
      const { json } = await site.get(`/api/v1/arbitrage?sort=${sort}&page_size=50`, { "X-API-Key": secret });
      return json.data as Opportunity[];
    },
  };
}

interface Opportunity {
  readonly title: string;
  readonly confidence: "high" | "medium" | "low";
  readonly spread_cents: number;
  readonly best_buy_price: number;
  readonly best_sell_price: number;
  readonly prices: Readonly<Record<string, number>>;
  readonly legs: readonly Leg[];
  readonly markets: Readonly<Record<string, { readonly title: string; readonly yes_price: number }>>;
}

interface Leg {
  readonly action: string;
  readonly platform: string;
  readonly market_id: string;
  readonly market_title: string;
  readonly market_url: string;
  readonly side: string;
  readonly price: number;
  readonly inverted: boolean;
}

/** Every order of a page: the rows of its table of spreads, without markup. */
function rowsOf(text: string) {
  const rows = text.split("<tr>").filter((row) => row.includes('class="orders"'));
  return rows.map((row) => {
    const [, titlePath = "", title = ""] = /<th scope="row"><a href="([^"]+)">([^<]+)<\/a>/.exec(row) ?? [];
    const [, orders = ""] = /<div class="orders">(.*?)<\/div>/s.exec(row) ?? [];
    return {
      title,
      titlePath,
      words: orders.replaceAll(/<[^>]+>/g, ""),
      paths: [...orders.matchAll(/href="([^"]+)"/g)].map(([, path = ""]) => path),
    };
  });
}

const pathOf = ({ platform, market_id }: Leg): string => `/markets/${platform}/${market_id}`;

/** What a page says of an opportunity of the API. */
function toRow({ title, legs }: Opportunity) {
  const titled = legs.find((leg) => leg.market_title === title);
  return {
    title,
    titlePath: titled === undefined ? "" : pathOf(titled),
    words: legs
      .map(({ side, platform, price }) => {
        const cents = Number((price * 100).toFixed(2));
        return `Buy ${side.toUpperCase()} on ${getPlatform(platform).name} at ${cents}¢`;
      })
      .join(" + "),
    paths: legs.map(pathOf),
  };
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
  if (leg.market_title === title) assert.equal(leg.inverted, false, "the title is in its own orientation");
  return (leg.side === "yes") !== isInverted;
}

function checkOpportunity(found: Opportunity, questions: readonly Question[]): void {
  const { title, legs, spread_cents, best_buy_price, best_sell_price, prices, markets } = found;
  assert.ok(
    legs.some((leg) => leg.market_title === title),
    `${title} is in neither leg`,
  );
  const [one, other] = legs.map((leg) => checkLeg(leg, questions, title));
  assert.notEqual(one, other, "one of both legs pays, whatever happens");
  const cost = legs.reduce((sum, { price }) => sum + price, 0);
  assert.ok(Math.abs((1 - cost) * 100 - spread_cents) < 1e-6);
  assert.equal(best_buy_price, legs[0]?.price);
  assert.ok(Math.abs(1 - best_sell_price - (legs[1]?.price ?? 0)) < 1e-9);
  const titled = legs.find((leg) => leg.market_title === title);
  const own = questions[Number(titled?.market_id.slice(1))]?.[PLATFORMS.indexOf(titled?.platform as "kalshi")];
  assert.equal(prices[titled?.platform ?? ""], (own?.yesPrice ?? 0) / 1_000_000);
  for (const [platform, { yes_price }] of Object.entries(markets)) assert.equal(yes_price, prices[platform]);
}

describe("spreads on pages", () => {
  it("name the orders that the API names, with their sides, prices, titles and markets", async () => {
    const seen = { inverted: 0, same: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 8, maxLength: 12 }), async (questions) => {
        const { site, secret, list } = await openAsked(questions);
        const found = await list();
        for (const one of found) {
          checkOpportunity(one, questions);
          seen[one.legs[0]?.side === one.legs[1]?.side ? "inverted" : "same"]++;
        }
        const grades = (await list("confidence")).map(({ confidence }) => CONFIDENCES.indexOf(confidence));
        assert.deepEqual(
          grades.toSorted((a, b) => a - b),
          grades,
        );
        const rows = found.map(toRow);
        const full = await site.post("/arbitrage", { key: secret, sort: "net" });
        assert.deepEqual(rowsOf(full.text), rows);
        for (const path of ["/", "/arbitrage"]) {
          assert.deepEqual(rowsOf((await site.get(path)).text), rows.slice(0, 3), path);
        }
      }),
      // Each try of a smaller case would need a database of its own.
      { numRuns: 10, seed: 20_261_120, endOnFailure: true },
    );
    assert.ok(seen.inverted > 10 && seen.same > 10, JSON.stringify(seen));
  });
});
