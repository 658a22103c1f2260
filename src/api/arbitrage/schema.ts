import { CONFIDENCES, FEASIBILITIES, OPPORTUNITY_TYPES } from "../../domain/arbitrage.ts";
import { MIN_MATCH_SCORE } from "../../domain/matching/index.ts";
import { metaOf } from "../../http/meta-schema.ts";
import {
  arrayOf,
  boolean,
  dateTime,
  integer,
  mapOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  string,
} from "../../http/schema.ts";
import { link, money, platformSchema, price } from "../../http/value-schemas.ts";

export const groupFields = {
  id: string({
    description: "The same as long as the same markets belong together.",
    example: "0000a1b2-3f9c2d51e07a",
  }),
  question_id: nullable(
    string({
      description: "The question in /questions; null where the legs ask two questions.",
      example: "3f9c2d51e07a44b1",
    }),
  ),
  title: string({ description: "The question, as one of the markets asks it.", example: "Fed cuts in January?" }),
};

export const matchScore = (description: string) => number({ description, minimum: 0, maximum: 1, example: 0.94 });

export const confidenceSchema = (description: string) => oneOf(CONFIDENCES, description);

export const relationSchema = oneOf(["same", "inverted"], "Whether yes means the same there as in the title, or no.");

export const reasonsSchema = (description: string) =>
  arrayOf(string({ example: "same deadline 2027-01-27" }), { description });

export const cents = (description: string, example: number) => number({ description, example });

const legSchema = named(
  "ArbitrageLeg",
  object({
    platform: platformSchema,
    market_id: string({ description: "The market's id on its platform.", example: "KXFED-27JAN-CUT" }),
    market_title: string({ description: "The market's own title.", example: "Fed decision in January?: Cut 25 bps" }),
    market_url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
    action: oneOf(["buy"], "What to do."),
    side: oneOf(["yes", "no"], "Which side to buy, as the market's own platform shows it."),
    price: price("What one contract of that side costs there.", 0.41),
    fee_cents: cents("The platform's published fee for one contract, in cents.", 1.7),
    quote: oneOf(
      ["executable", "indicative"],
      "executable: the book has an offer at this price; indicative: the platform publishes no book.",
    ),
    inverted: boolean({ description: "Whether the market asks the opposite of the title.", example: false }),
    market_yes_price: price("The market's own price of yes.", 0.41),
  }),
);

const tradedSchema = named(
  "ArbitrageMarket",
  object({
    id: string({ description: "The market's id on its platform.", example: "KXFED-27JAN-CUT" }),
    title: string({ description: "The market's own title.", example: "Fed decision in January?: Cut 25 bps" }),
    url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
    yes_price: price("Price of yes, as the title asks.", 0.4),
    best_bid: nullable(price("Highest bid for it; null without one.", 0.39)),
    best_ask: nullable(price("Lowest ask for it; null without one.", 0.41)),
    inverted: boolean({ description: "Whether the market asks the opposite of the title.", example: false }),
    market_yes_price: price("The market's own price of yes.", 0.4),
    as_of: dateTime("When its platform was last read."),
  }),
);

export const opportunitySchema = named(
  "ArbitrageOpportunity",
  object({
    ...groupFields,
    type: oneOf(OPPORTUNITY_TYPES, "same: one question at two prices; implied: one answer follows from the other's."),
    title: string({ description: "The question, as one of both legs asks it.", example: "Fed cuts in January?" }),
    platforms: arrayOf(platformSchema, { description: "All platforms that take part." }),
    prices: mapOf(price("Price of yes there.", 0.4), {
      description: "By platform: the price of yes, as the title asks.",
      example: { kalshi: 0.4, polymarket: 0.45 },
    }),
    volumes: mapOf(money("Lifetime volume there.", 184_220.5), {
      description: "By platform: lifetime volume, USD.",
      example: { kalshi: 184_220.5, polymarket: 920_000 },
    }),
    best_buy_platform: platformSchema,
    best_buy_price: price("Lowest ask for yes.", 0.41),
    best_sell_platform: platformSchema,
    best_sell_price: price("Highest bid for yes, on another platform: no costs 1 minus this.", 0.44),
    spread_cents: cents("best_sell_price minus best_buy_price, in cents.", 3),
    spread_percent: number({ description: "The spread in percent of best_buy_price, 2 places.", example: 7.32 }),
    net_spread_cents: cents("The spread after both fees, in cents; may be negative.", -0.68),
    legs: arrayOf(legSchema, {
      description: "Two orders, one of which always pays 1: yes of the title first, then its no.",
    }),
    confidence: confidenceSchema(
      "high: match_score of 0.9, books on both sides, quotes of 10 minutes, spread of 10 percent or better; medium: 0.8, 60 minutes, 20 percent.",
    ),
    match_score: matchScore(
      `The probability that both legs ask the same question; matches have ${MIN_MATCH_SCORE} or more. Of type implied: how alike the questions are apart from dates and figures.`,
    ),
    relation: oneOf(
      ["same", "inverted", "subset", "disjoint", "complement"],
      "Whether yes means the same on both legs, or no on one of them. Of type implied: subset, where yes on the market whose no is bought means yes on the other; disjoint, where at most one is yes; complement, where exactly one is.",
    ),
    reasons: reasonsSchema(
      "Why both legs are the same question, or why one answer follows from the other's; last, what counted most for the score and against it.",
    ),
    feasibility_label: oneOf(
      FEASIBILITIES,
      "By min_side_volume: good above 10,000 USD, fair from 1,000; unknown where a platform publishes no volume.",
    ),
    min_side_volume: money("The smaller lifetime volume of both legs.", 184_220.5),
    markets: mapOf(tradedSchema, {
      description: "By platform: the market there.",
      example: {
        kalshi: {
          id: "KXFED-27JAN-CUT",
          title: "Fed decision in January?: Cut 25 bps",
          url: "https://kalshi.com/markets/kxfed",
          yes_price: 0.4,
          best_bid: 0.39,
          best_ask: 0.41,
          inverted: false,
          market_yes_price: 0.4,
          as_of: "2026-11-20T04:05:00.000Z",
        },
      },
    }),
    as_of: dateTime("When the platform of the older quote was last read.", "2026-11-20T04:05:00.000Z"),
  }),
);

export const arbitrageMeta = metaOf("PageMeta", {
  total: integer({ description: "How many there are on all pages.", example: 128 }),
  page: integer({ description: "The page.", minimum: 1, example: 1 }),
  page_size: integer({ description: "How many on a page.", minimum: 1, example: 50 }),
  total_pages: integer({ description: "How many pages; 0 when there is nothing.", example: 3 }),
});
