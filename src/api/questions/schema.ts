import { MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { QUESTION_PRICE_SOURCES } from "../../domain/questions.ts";
import { metaOf, pagingMetaOf } from "../../http/meta-schema.ts";
import {
  about,
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
  rare,
  type Schema,
  string,
  withSecond,
} from "../../http/schema.ts";
import {
  categorySchema,
  cents,
  link,
  money,
  otherPlatformSchema,
  platformSchema,
  price,
  statusSchema,
} from "../../http/value-schemas.ts";
import { matchScore, reasonsSchema, relationSchema } from "../arbitrage.ts";
import { impliesSchema, relatedRelationSchema } from "../detail.ts";
import { outcome, priceChange24h, settlementSourceSchema } from "../markets.ts";

const id = string("Stays the same while the question's oldest market is matched.", "3f9c2d51e07a44b1");
const title = string(
  "The question as one of its markets asks it, on a real-money platform where there is one.",
  "Will the Fed cut rates by 25 bps in January?",
);
const marketId = string("The market's id on its platform.", "KXFED-27JAN-CUT");

const memberFields = {
  platform: platformSchema,
  id: marketId,
  title: string("The market's own title.", "Fed decision in January? Cut 25 bps"),
  relation: relationSchema as Schema<"same" | "inverted">,
  status: statusSchema,
  outcome: about(outcome, "How the market ended; null while it is open.", null),
  yes_price: price("The market's own price of yes.", 0.62),
  price: price("Of yes in the question's direction: yes_price, or 1 minus it where inverted.", 0.62),
  best_bid: nullable(price("Highest bid in the question's direction; null without one.", 0.61)),
  best_ask: nullable(price("Lowest ask in the question's direction; null without one.", 0.63)),
  volume: money("Lifetime volume; 0 where the platform publishes none.", 184_220.5),
  volume_24h: money("Volume of the last 24 hours.", 9_120),
  match_score: matchScore(
    `The probability that it asks the same as the market with the question's title: ${MIN_MATCH_SCORE} or more; 1 for that market.`,
  ),
  play_money: boolean("Whether it is traded in play money.", false),
  age_seconds: nullable(integer("How long ago its platform was read.", 42)),
  url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
};

/** What differs in the second market of an example. */
const secondMember = {
  platform: otherPlatformSchema,
  id: about(marketId, "", "512340"),
  title: string("", "Will the Fed cut rates by 25 bps in January?"),
  yes_price: price("", 0.59),
  price: price("", 0.59),
  best_bid: price("", 0.58),
  best_ask: price("", 0.6),
  volume: money("", 184_220.5),
  match_score: number("", 1),
  url: string("", "https://polymarket.com/event/fed-january"),
};

const questionFields = {
  id,
  title,
  category: categorySchema,
  status: about(statusSchema, "Open while one of its markets is open."),
  close_time: nullable(dateTime("The earliest close of its open markets.", "2027-01-27T19:00:00.000Z")),
  price: price(
    "Chance of yes: the average of its real-money markets that were read within the hour, weighted by lifetime volume.",
    0.605,
  ),
  price_source: oneOf(
    QUESTION_PRICE_SOURCES,
    "play_money where no real-money market counts. Where no market was read within the hour, older prices count.",
  ),
  gap_cents: nullable(
    cents("The highest less the lowest price of the markets that count, in cents; null where one alone counts.", 3),
  ),
  platforms: withSecond(arrayOf(platformSchema, "Where it is asked."), otherPlatformSchema),
  volume: money("Lifetime volume of its real-money markets.", 368_441),
  volume_24h: money("Their volume of the last 24 hours.", 18_240),
  last_updated: dateTime("When a published field of one of its markets last changed."),
};

export const questionSchema = named(
  "Question",
  object({
    ...questionFields,
    markets: withSecond(arrayOf(named("QuestionMarket", object(memberFields)), "By platform."), secondMember),
  }),
);

const relatedSchema = named(
  "RelatedQuestion",
  object({
    question_id: nullable(about(id, "Its question; null where one platform alone asks it.", "8a01c77be2d940f3")),
    title: about(title, "The question that is asked there.", "Will the Fed cut rates by 20 January 2027?"),
    price: price("Chance of yes.", 0.3),
    platform: platformSchema,
    market_id: about(marketId, "The market that was compared.", "KXFED-27JAN20-CUT"),
    relation: relatedRelationSchema,
    implies: impliesSchema,
    differences: arrayOf(
      string("", "different deadline: there 20 Jan 2027, here 27 Jan 2027"),
      "What differs, there against here.",
    ),
  }),
);

export const questionDetailSchema = named(
  "QuestionDetail",
  object({
    ...questionFields,
    reasons: reasonsSchema("Why its markets ask the same; by market in `markets`."),
    markets: withSecond(
      arrayOf(
        named(
          "QuestionMarketDetail",
          object({
            ...memberFields,
            reasons: reasonsSchema(
              "Why it asks the same as the market with the question's title; empty for that market.",
            ),
            rules: nullable(string("The platform's own text: how it resolves.", "Resolves to yes if …")),
            settlement_source: settlementSourceSchema,
            price_change_24h: about(
              priceChange24h,
              "Change of price in 24 hours; null when the archive does not reach back that far.",
            ),
          }),
        ),
        "By platform.",
      ),
      { ...secondMember, reasons: arrayOf(string(), "", []) },
    ),
    related: arrayOf(
      relatedSchema,
      "Open questions that differ in a date, a figure or the way to settle; those with a consequence first.",
    ),
  }),
);

const moved = {
  moved_from: rare(
    about(id, "The id that was asked for, where its markets now belong to the question in `data`.", "5be1d0a2c9f37746"),
  ),
};

export const questionListMeta = pagingMetaOf("QuestionListMeta", {
  moved: rare(
    mapOf(id, "By former id of `ids`: the id of the question that has its markets now.", {
      "5be1d0a2c9f37746": "3f9c2d51e07a44b1",
    }),
  ),
});

export const questionMeta = metaOf("QuestionMeta", {}, moved);

export const HISTORY_STEPS = ["5m", "15m", "1h", "6h", "1d"] as const;

const FEES = "What a contract of yes at the lowest price and one of no at the highest would cost in fees, in cents.";

export const questionHistorySchema = named(
  "QuestionHistory",
  object({
    question_id: id,
    title,
    hours: integer("How far back the window reaches.", 2),
    interval: about(oneOf(HISTORY_STEPS, ""), "The step of the grid.", "1h"),
    times: arrayOf(dateTime("A moment."), "The grid, oldest first: full steps of UTC, then the present moment.", [
      "2026-11-20T03:00:00.000Z",
      "2026-11-20T04:00:00.000Z",
      "2026-11-20T04:09:00.000Z",
    ]),
    series: withSecond(
      arrayOf(
        named(
          "QuestionSeries",
          object({
            platform: platformSchema,
            market_id: marketId,
            relation: relationSchema as Schema<"same" | "inverted">,
            prices: arrayOf(
              nullable(price("In force at that moment.", 0.62)),
              "One for each of `times`, of yes in the question's direction; null before the archive begins.",
              [0.6, 0.61, 0.62],
            ),
          }),
        ),
        "One for each market, by platform.",
      ),
      {
        platform: otherPlatformSchema,
        market_id: about(marketId, "", "512340"),
        prices: arrayOf(nullable(price("", 0.59)), "", [0.58, 0.58, 0.59]),
      },
    ),
    gap_cents: arrayOf(
      nullable(cents("The highest less the lowest real-money price, in cents.", 3)),
      "One for each of `times`; null where fewer than two real-money prices are known.",
      [2, 3, 3],
    ),
    fee_cents: arrayOf(
      nullable(cents(FEES, 3.4)),
      "One for each of `times`; null where the gap is. A gap above it was worth more than its fees.",
      [3.5, 3.4, 3.4],
    ),
  }),
);

/** A row of the table: one market at one moment. */
export const questionPriceSchema = object({
  question_id: id,
  timestamp: dateTime("A moment of the grid."),
  platform: platformSchema,
  market_id: marketId,
  relation: relationSchema as Schema<"same" | "inverted">,
  price: nullable(price("In force then, of yes in the question's direction; null before the archive begins.", 0.62)),
  gap_cents: nullable(cents("The gap of all markets at that moment, in cents.", 3)),
  fee_cents: nullable(cents(FEES, 3.4)),
});

export const questionHistoryMeta = metaOf(
  "QuestionHistoryMeta",
  {
    backfill: oneOf(
      ["complete", "pending", "unavailable"],
      "Whether the archive covers the window for all markets, a platform was just asked for the rest, or one has no more to tell.",
    ),
  },
  moved,
);
