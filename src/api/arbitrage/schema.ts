import { CONFIDENCES, FEASIBILITIES, OPPORTUNITY_TYPES } from "../../domain/arbitrage.ts";
import { MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import {
  arrayOf,
  boolean,
  dateTime,
  exampleOf,
  integer,
  mapOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  string,
  type ValueOf,
  withSecond,
} from "../../http/schema.ts";
import { link, money, otherPlatformSchema, platformSchema, price } from "../../http/value-schemas.ts";

export const groupFields = {
  id: string("The same as long as the same markets belong together.", "0000a1b2-3f9c2d51e07a"),
  question_id: nullable(
    string("The question in /questions; null where the legs ask two questions.", "3f9c2d51e07a44b1"),
  ),
  title: string("The question, as one of the markets asks it.", "Will the Fed cut rates by 25 bps in January?"),
};

export const matchScore = (description: string) => number(description, 0.94, { minimum: 0, maximum: 1 });

export const confidenceSchema = (description: string) => oneOf(CONFIDENCES, description);

export const relationSchema = oneOf(["same", "inverted"], "Whether yes means the same there as in the title, or no.");

export const reasonsSchema = (description: string) => arrayOf(string("", "both by 27 Jan 2027"), description);

export const cents = (description: string, example: number) => number(description, example);

/** An amount for one contract of each leg. */
const usd = (description: string, example: number) => number(`${description} USD, at most 6 places.`, example);

const legSchema = named(
  "ArbitrageLeg",
  object({
    platform: platformSchema,
    market_id: string("The market's id on its platform.", "KXFED-27JAN-CUT"),
    market_title: string("The market's own title.", "Fed decision in January? Cut 25 bps"),
    market_url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
    text: string(
      "The order in words, as all pages show it. It names the market where that asks something else than the title.",
      "Buy YES on Kalshi at 41¢",
    ),
    action: oneOf(["buy"], "What to do."),
    side: oneOf(["yes", "no"], "Which side to buy, as the market's own platform shows it."),
    price: price("What one contract of that side costs there.", 0.41),
    fee: usd("The platform's published fee for one contract.", 0.017),
    fee_cents: cents("The same fee in cents.", 1.7),
    quote: oneOf(
      ["executable", "indicative"],
      "executable: the book has an offer at this price; indicative: the platform publishes no book.",
    ),
    quote_age_seconds: integer("How long ago its price was read.", 42),
    inverted: boolean("Whether the market asks the opposite of the title.", false),
    market_yes_price: price("The market's own price of yes.", 0.4),
  }),
);

const tradedSchema = named(
  "ArbitrageMarket",
  object({
    id: string("The market's id on its platform.", "KXFED-27JAN-CUT"),
    title: string("The market's own title.", "Fed decision in January? Cut 25 bps"),
    url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
    yes_price: price("Price of yes, as the title asks.", 0.4),
    best_bid: nullable(price("Highest bid for it; null without one.", 0.39)),
    best_ask: nullable(price("Lowest ask for it; null without one.", 0.41)),
    inverted: boolean("Whether the market asks the opposite of the title.", false),
    market_yes_price: price("The market's own price of yes.", 0.4),
    as_of: dateTime("When its platform was last read."),
  }),
);

const tradedExample = {
  ...(exampleOf(tradedSchema) as ValueOf<typeof tradedSchema>),
  as_of: "2026-11-20T04:05:00.000Z",
};

export const opportunitySchema = named(
  "ArbitrageOpportunity",
  object({
    ...groupFields,
    type: oneOf(OPPORTUNITY_TYPES, "same: one question at two prices; implied: one answer follows from the other's."),
    title: string("The question, as one of both legs asks it.", "Will the Fed cut rates by 25 bps in January?"),
    summary: string(
      "Both orders in words, as all pages show them. Legs have their part as `text`.",
      "Buy YES on Kalshi at 41¢ + Buy NO on Polymarket at 55¢",
    ),
    platforms: withSecond(arrayOf(platformSchema, "All platforms that take part."), otherPlatformSchema),
    prices: mapOf(price("Price of yes there.", 0.4), "By platform: the price of yes, as the title asks.", {
      kalshi: 0.4,
      polymarket: 0.46,
    }),
    volumes: mapOf(money("Lifetime volume there.", 184_220.5), "By platform: lifetime volume, USD.", {
      kalshi: 184_220.5,
      polymarket: 920_000,
    }),
    best_buy_platform: platformSchema,
    best_buy_price: price("Lowest ask for yes.", 0.41),
    best_sell_platform: otherPlatformSchema,
    best_sell_price: price("Highest bid for yes, on another platform: no costs 1 minus this.", 0.45),
    spread_cents: cents("best_sell_price minus best_buy_price, in cents.", 4),
    spread_percent: number("The spread in percent of best_buy_price, 2 places.", 9.76),
    net_spread_cents: cents("The spread after both fees, in cents; may be negative.", 1.31),
    cost: usd("The prices and fees of both legs, for one contract of each.", 0.9869),
    payout: usd("What one of both contracts pays.", 1),
    profit: usd("payout minus cost, exactly: net_spread_cents in USD. May be negative.", 0.0131),
    roi_percent: number("profit in percent of cost, 2 places.", 1.33),
    annualized_percent: nullable(
      number(
        "The same for a year, as simple interest until closes_at, which counts as a day away at least; 2 places. Null where closes_at is null or past.",
        7.06,
      ),
    ),
    closes_at: nullable(
      dateTime(
        "The later close of both legs: the money is tied until then. Null where one is unknown.",
        "2027-01-27T19:00:00.000Z",
      ),
    ),
    size: nullable(
      number(
        "How many whole contracts of each leg both books offer at the legs' prices or better. Null unless both books were fetched within the last 60 s. Fetched are those of the first 20 opportunities of the default list, on platforms that publish books. 0: these prices are no longer offered.",
        250,
        { minimum: 0 },
      ),
    ),
    size_source: nullable(
      oneOf(["book"], "Where size comes from: book, the order books of both legs; null without size."),
    ),
    legs: withSecond(
      arrayOf(
        legSchema,
        "Two orders: yes of the title first, then its no. One of them always pays 1. Their prices and fees add up to cost.",
      ),
      {
        platform: otherPlatformSchema,
        market_id: string("", "512340"),
        market_title: string("", "Will the Fed cut rates by 25 bps in January?"),
        market_url: string("", "https://polymarket.com/event/fed-january"),
        text: string("", "Buy NO on Polymarket at 55¢"),
        side: string("", "no"),
        price: number("", 0.55),
        fee: number("", 0.0099),
        fee_cents: number("", 0.99),
        market_yes_price: number("", 0.46),
      },
    ),
    confidence: confidenceSchema(
      "high: match_score of 0.9, books on both sides, quotes of 10 minutes, spread of 10 percent or better; medium: 0.8, 60 minutes, 20 percent. low: all others, and where size is 0.",
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
    markets: mapOf(tradedSchema, "By platform: the market there.", {
      kalshi: tradedExample,
      polymarket: {
        ...tradedExample,
        id: "512340",
        title: "Will the Fed cut rates by 25 bps in January?",
        url: "https://polymarket.com/event/fed-january",
        yes_price: 0.46,
        best_bid: 0.45,
        best_ask: 0.47,
        market_yes_price: 0.46,
      },
    }),
    as_of: dateTime("When the platform of the older quote was last read.", "2026-11-20T04:05:00.000Z"),
  }),
);
