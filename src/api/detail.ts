import type { Context } from "../context.ts";
import { type BookLevel, MAX_BOOK_LEVELS } from "../domain/books.ts";
import { hasBook, type Offer, offerOf } from "../domain/cost.ts";
import { LIQUIDITY_MEANING, OPEN_INTEREST_MEANING } from "../domain/markets.ts";
import { IMPLIED_RELATIONS, isImplied, MIN_MATCH_SCORE, PRICE_RULES } from "../domain/matching/matches.ts";
import { FEE_KINDS, FEE_SOURCES, type Fee, isRealMoney, reportsVolume } from "../domain/platforms.ts";
import { fromMicros, ONE } from "../domain/prices.ts";
import { pathMarketId, pathPlatform } from "../http/filters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { cutOrNull, inCents, refOf, shownPublisher, toOutlay } from "../http/shown.ts";
import { matchScore, money, price, probability } from "../http/value-schemas.ts";
import type { MarketDetail, MarketElsewhere } from "../store/detail.ts";
import { eventSchema } from "./events.ts";
import {
  elsewhere,
  marketFields,
  marketNotFound,
  marketSchema,
  marketShown,
  outcome,
  settlementPrice,
  settlementSourceSchema,
} from "./markets.ts";

export const matchedMarketSchema = s.shownAs(
  s.noun<MarketElsewhere>("MatchedMarket")(
    {
      ...marketFields,
      match_score: matchScore(`The probability that both ask the same question: ${MIN_MATCH_SCORE} or more.`),
      relation: s.oneOf(["same", "inverted"], "Whether yes means the same there, or no.") as s.Schema<string, string>,
      reasons: s.arrayOf(
        s.string("", "both by 27 Jan 2027"),
        "Why it is a match; last, what counted most for the score and against it.",
      ),
    },
    { match_score: "score" },
  ),
  {
    ...marketShown,
    volume: { in: "detail" },
    relation: { in: "row" },
    play_money: { in: "row", when: ({ platform }) => !isRealMoney(platform) },
  },
);

/** What a relation says of prices of yes; null where it implies nothing. */
export const impliesSchema = s.publishedBy(
  s.nullable(
    s.object({
      inequality: s.string("What prices of yes it allows.", "p(there) <= p(here)"),
      text: s.string("The same in words.", PRICE_RULES.subset.text),
    }),
  ),
  (relation: string) => (isImplied(relation) ? PRICE_RULES[relation] : null),
);

export const relatedRelationSchema = s.oneOf(
  [...IMPLIED_RELATIONS, "related"],
  "subset: yes there means yes here; superset: yes here means yes there; disjoint: at most one is yes; " +
    "complement: exactly one is; related: neither answer follows from the other.",
) as s.Schema<string, string>;

const relatedMarketSchema = s.noun<MarketElsewhere>("RelatedMarket")(
  {
    ...marketFields,
    match_score: probability(
      "How alike the questions are. Where an answer follows: apart from dates and figures, as in /arbitrage of " +
        "type implied. Of related: under 0.5, since they are not the same. No probability that both are the same.",
      0.97,
    ),
    relation: relatedRelationSchema,
    reasons: s.arrayOf(
      s.string("", "different deadline: there 20 Jan 2027, here 27 Jan 2027"),
      "What differs, there against here, and what follows.",
    ),
    implies: impliesSchema,
  },
  { match_score: "score", implies: "relation" },
);

/** One side of a book. */
export const bookLevels = (side: string, bestPrice: number) =>
  s.arrayOf(
    s.noun<BookLevel>()(
      {
        price: price("Of yes.", bestPrice),
        size: s.number("Contracts; one pays 1 USD if it wins.", 250, { minimum: 0 }),
      },
      { price: ([price]: BookLevel) => price, size: ([, size]: BookLevel) => size },
    ),
    `${side}, best first, at most ${MAX_BOOK_LEVELS}.`,
  );

const orderBookSchema = s.nullable(
  s.about(
    s.noun<NonNullable<MarketDetail["orderBook"]>>()({
      fetched_at: s.dateTime("When its platform was asked.", "2026-11-20T04:08:45.000Z"),
      bids: bookLevels("Offers to buy yes", 0.61),
      asks: bookLevels("Offers to sell yes; a bid for no is one at 1 minus its price", 0.63),
    }),
    "Its order book, read every 30 s while it is in one of the best spreads or looked at; null for any other market.",
  ),
);

const feeSchema = s.named(
  "Fee",
  s.about(
    s.noun<Fee>()(
      {
        kind: s.oneOf(
          FEE_KINDS,
          "What the rate is a share of. quadratic: price × (1 - price) of each contract; price: its price; profit: what a contract that wins earns.",
        ),
        rate: s.number("The rate in force; 0 where no fee is taken.", 0.07, { minimum: 0, maximum: 1 }),
        source: s.oneOf(FEE_SOURCES, "What says so. platform: the published table, where neither of the others does."),
      },
      { kind: "feeKind", rate: ({ feeRate }) => fromMicros(feeRate), source: "feeSource" },
    ),
    "What taking an offer costs. An order's fee is rounded as its platform does.",
  ),
);

const showElsewhere = shownPublisher(matchedMarketSchema, "row");

/** What tools show of the same question elsewhere, and of a platform's own text. */
export const MAX_SHOWN = 5;
export const MAX_RULES = 240;

/** Only the detail shows a market that has no price yet. */
export const marketDetailSchema = s.shownAs(
  s.noun<MarketDetail>("MarketDetail")(
    {
      ...marketFields,
      yes_price: s.nullable(
        s.about(marketFields.yes_price, "Implied probability of yes; null until the market has a price."),
      ),
      no_price: s.nullable(marketFields.no_price),
      description: s.nullable(s.string("The platform's own text.", "Resolves to yes if …")),
      settlement_source: settlementSourceSchema,
      liquidity: s.nullable(money(`${LIQUIDITY_MEANING}. Null where the platform does not say.`, 51_000)),
      open_interest: s.nullable(money(`${OPEN_INTEREST_MEANING}. Null where the platform does not say.`, 73_500)),
      last_price: s.nullable(price("Price of the last trade, where known.", 0.62)),
      order_book: orderBookSchema,
      price_source: s.nullable(
        s.oneOf(["mid", "quoted", "last", "amm", "settlement"], "Where yes_price is taken from; null without a price."),
      ),
      volume_reported: s.boolean("False where the platform publishes no volume.", true),
      latest_close_time: s.nullable(
        s.dateTime(
          "When the platform ends trading at the latest; null where no time ends it.",
          "2027-01-27T19:00:00.000Z",
        ),
      ),
      fee: feeSchema,
      created_at: s.nullable(s.dateTime("When the platform opened it.", "2026-09-01T14:00:00.000Z")),
      outcome: s.about(outcome, "How it ended; null while it is open.", null),
      settlement_price: s.about(
        settlementPrice,
        "What a yes contract paid, where the platform says; null while it is open.",
        null,
      ),
      resolved_at: s.about(s.nullable(s.dateTime("When it was resolved.")), "When it was resolved; null before.", null),
      event: eventSchema,
      siblings: s.withOther(s.arrayOf(marketSchema, "Other markets of the event, by volume, at most 50."), {
        id: s.string("", "KXFED-27JAN-HOLD"),
        title: s.string("", "Fed decision in January? No change"),
        yes_price: price("", 0.35),
        no_price: price("", 0.65),
      }),
      matches: s.withOther(
        s.arrayOf(matchedMarketSchema, "The same question on other platforms, the surest first."),
        elsewhere,
      ),
      related: s.withOther(
        s.arrayOf(
          relatedMarketSchema,
          "Open markets on other platforms that ask the same with another date, figure or way to settle, and what follows for prices.",
        ),
        {
          ...elsewhere,
          id: s.string("", "512399"),
          title: s.string("", "Will the Fed cut rates by 20 January 2027?"),
          yes_price: price("", 0.3),
          no_price: price("", 0.7),
        },
      ),
    },
    {
      no_price: ({ yesPrice }) => (yesPrice === null ? null : ONE - yesPrice),
      latest_close_time: "latestClosesAt",
      fee: ({ feeKind, feeRate, feeSource }) => ({ feeKind, feeRate, feeSource }),
      volume_reported: ({ platform }) => reportsVolume(platform),
    },
  ),
  {
    ...marketShown,
    status: { in: "detail" },
    resolved: { in: "detail", of: "resolved_at", when: ({ status }) => status !== "open" },
    buy_yes: { in: "detail", value: (market) => toCost(offerOf(market, "yes")) },
    buy_no: { in: "detail", value: (market) => toCost(offerOf(market, "no")) },
    indicative: { in: "detail", value: () => true, when: (market) => !hasBook(market) },
    event: { in: "detail", value: ({ event }) => refOf(event) },
    question: { in: "detail", of: "question_id" },
    rules: { in: "detail", value: ({ description }) => cutOrNull(description, MAX_RULES) },
    elsewhere: { in: "detail", value: ({ matches }) => matches.slice(0, MAX_SHOWN).map(showElsewhere) },
  },
);

const toCost = (offer: Offer | null) => offer && { price: inCents(offer.price), ...toOutlay(offer) };

export const detailRoutes = (platforms: readonly string[]) => [
  endpoint({
    path: "/api/v1/markets/:platform/:market_id/detail",
    summary: "One market in full: its event, siblings, the same question elsewhere, and related markets",
    operationId: "getMarket",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      platform: pathPlatform(platforms),
      market_id: pathMarketId,
    },
    response: marketDetailSchema,
    errors: ["market_not_found"],
    async handler(context, { platform, market_id }) {
      return { data: await getMarketDetail(context, platform, market_id) };
    },
  }),
];

/** Throws AppError market_not_found. */
export async function getMarketDetail(
  { store, clock }: Pick<Context, "store" | "clock">,
  platform: string,
  id: string,
): Promise<MarketDetail> {
  const market = await store.details.find(platform, id, clock.now());
  if (market === undefined) throw marketNotFound(platform);
  return market;
}
