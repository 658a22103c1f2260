import { LIQUIDITY_MEANING, OPEN_INTEREST_MEANING } from "../../domain/markets.ts";
import { IMPLIED_RELATIONS, implies } from "../../domain/matching/relations.ts";
import { MIN_MATCH_SCORE } from "../../domain/matching/rules.ts";
import { MAX_BOOK_LEVELS } from "../../domain/orders/books.ts";
import {
  about,
  arrayOf,
  boolean,
  dateTime,
  named,
  nullable,
  number,
  object,
  oneOf,
  type Schema,
  string,
} from "../../http/schema.ts";
import { money, price } from "../../http/value-schemas.ts";
import { eventSchema } from "../events/schema.ts";
import {
  marketFields,
  marketSchema,
  outcome,
  priceChange24h,
  settlementPrice,
  settlementSourceSchema,
} from "../markets/schema.ts";

const matchedMarketSchema = named(
  "MatchedMarket",
  object({
    ...marketFields,
    match_score: number({
      description: `The probability that both ask the same question: ${MIN_MATCH_SCORE} or more.`,
      minimum: 0,
      maximum: 1,
      example: 0.94,
    }),
    relation: oneOf(["same", "inverted"], "Whether yes means the same there, or no.") as Schema<string>,
    reasons: arrayOf(string({ example: "both by 27 Jan 2027" }), {
      description: "Why it is a match; last, what counted most for the score and against it.",
    }),
  }),
);

/** What prices of yes a relation allows. */
export const impliesSchema = nullable(
  object({
    inequality: string({ description: "What prices of yes it allows.", example: "p(there) <= p(here)" }),
    text: string({ description: "The same in words.", example: implies("subset").text }),
  }),
);

export const relatedRelationSchema = oneOf(
  [...IMPLIED_RELATIONS, "related"],
  "subset: yes there means yes here; superset: yes here means yes there; disjoint: at most one is yes; complement: exactly one is; related: neither answer follows from the other.",
) as Schema<string>;

const relatedMarketSchema = named(
  "RelatedMarket",
  object({
    ...marketFields,
    match_score: number({
      description:
        "How alike the questions are. Where an answer follows: apart from dates and figures, as in /arbitrage of type implied. Of related: under 0.5, since they are not the same. No probability that both are the same.",
      minimum: 0,
      maximum: 1,
      example: 0.97,
    }),
    relation: relatedRelationSchema,
    implies: impliesSchema,
    reasons: arrayOf(string({ example: "different deadline: there 30 Jun 2026, here end of 2026" }), {
      description: "What differs, there against here, and what follows.",
    }),
  }),
);

const bookLevels = (side: string, bestPrice: number) =>
  arrayOf(
    object({
      price: price("Of yes.", bestPrice),
      size: number({ description: "Contracts; one pays 1 USD if it wins.", minimum: 0, example: 250 }),
    }),
    { description: `${side}, best first, at most ${MAX_BOOK_LEVELS}.` },
  );

const orderBookSchema = nullable(
  about(
    named(
      "OrderBook",
      object({
        fetched_at: dateTime("When its platform was asked.", "2026-11-20T04:08:45.000Z"),
        bids: bookLevels("Offers to buy yes", 0.61),
        asks: bookLevels("Offers to sell yes; a bid for no is one at 1 minus its price", 0.63),
      }),
    ),
    "Its order book, fetched every 30 s while it is a leg of one of the best spreads; null for any other market.",
  ),
);

export const marketDetailSchema = named(
  "MarketDetail",
  object({
    ...marketFields,
    yes_price: nullable(
      about(marketFields.yes_price, "Implied probability of yes; null until the market has a price."),
    ),
    no_price: nullable(marketFields.no_price),
    description: nullable(string({ description: "The platform's own text.", example: "Resolves to yes if …" })),
    settlement_source: settlementSourceSchema,
    liquidity: nullable(money(`${LIQUIDITY_MEANING}. Null where the platform does not say.`, 51_000)),
    open_interest: nullable(money(`${OPEN_INTEREST_MEANING}. Null where the platform does not say.`, 73_500)),
    best_bid: nullable(price("Highest bid for yes; null without one.", 0.61)),
    best_ask: nullable(price("Lowest ask for yes; null without one.", 0.63)),
    last_price: nullable(price("Price of the last trade, where known.", 0.62)),
    order_book: orderBookSchema,
    price_source: nullable(
      oneOf(["mid", "quoted", "last", "amm", "settlement"], "Where yes_price is taken from; null without a price."),
    ),
    price_change_24h: priceChange24h,
    volume_reported: boolean({ description: "False where the platform publishes no volume.", example: true }),
    created_at: nullable(dateTime("When the platform opened it.", "2026-09-01T14:00:00.000Z")),
    outcome: about(outcome, "How it ended; null while it is open.", null),
    settlement_price: about(
      settlementPrice,
      "What a yes contract paid, where the platform says; null while it is open.",
      null,
    ),
    resolved_at: about(nullable(dateTime("")), "When it was resolved; null before.", null),
    question_id: nullable(
      string({ description: "Its question in /questions; null without a match.", example: "3f9c2d51e07a44b1" }),
    ),
    event: eventSchema,
    siblings: arrayOf(marketSchema, { description: "Other markets of the event, by volume, at most 50." }),
    matches: arrayOf(matchedMarketSchema, { description: "The same question on other platforms, the surest first." }),
    related: arrayOf(relatedMarketSchema, {
      description:
        "Open markets on other platforms that ask the same with another date, figure or way to settle, and what follows for prices.",
    }),
  }),
);
