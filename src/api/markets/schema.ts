import {
  about,
  arrayOf,
  boolean,
  dateTime,
  integer,
  named,
  nullable,
  number,
  object,
  oneOf,
  type Schema,
  string,
  type ValueOf,
} from "../../http/schema.ts";
import {
  categorySchema,
  link,
  money,
  platformSchema,
  price,
  priceChange,
  statusSchema,
} from "../../http/value-schemas.ts";

const yesPrice = price("Implied probability of yes.", 0.62);
const noPrice = price("Implied probability of no, exactly 1 minus yes_price.", 0.38);

const leading = {
  id: string({ description: "The market's id on its platform.", example: "KXFED-27JAN-CUT" }),
  title: string({ description: "The question.", example: "Fed decision in January?: Cut 25 bps" }),
  platform: platformSchema,
};

const trailing = {
  volume: money("Lifetime volume; 0 where the platform publishes none.", 184_220.5),
  volume_24h: money("Volume of the last 24 hours.", 9_120),
  status: statusSchema,
  url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
  last_updated: dateTime("When a published field last changed."),
  event_id: string({ description: "The event it belongs to.", example: "KXFED-27JAN" }),
  category: categorySchema,
  close_time: nullable(dateTime("When trading ends, where the platform says.", "2027-01-27T19:00:00.000Z")),
  play_money: boolean({ description: "Whether it is traded in play money.", example: false }),
};

const fields = { ...leading, yes_price: yesPrice, no_price: noPrice, ...trailing };

/** For what adds to them. */
export const marketFields = fields;

/** A market as every list publishes it. */
export const marketSchema = named("Market", object(fields));
export type Market = ValueOf<typeof marketSchema>;

/** A market that may not have a price yet. */
export const unlistedFields = {
  ...leading,
  yes_price: nullable(about(yesPrice, "Implied probability of yes; null until the market has a price.")),
  no_price: nullable(noPrice),
  ...trailing,
};

const change = nullable(
  priceChange("Change of yes_price in 24 hours; null when the archive does not reach back that far.", 0.05),
);

export const popularMarketSchema = named(
  "PopularMarket",
  object({
    ...fields,
    rank: integer({ description: "Its place, from 1.", minimum: 1, example: 1 }),
    activity_24h: integer({ description: "Price changes observed in 24 hours.", example: 48 }),
    price_change_24h: change,
  }),
);

const outcome = nullable(
  oneOf(["yes", "no", "split", "void", "unknown"], "How it ended; unknown while the platform has not said."),
);
const settlementPrice = nullable(price("What a yes contract paid, where the platform says.", 1));

export const resolvedMarketSchema = named(
  "ResolvedMarket",
  object({
    ...fields,
    status: about(statusSchema, "Always closed.", "closed"),
    outcome,
    settlement_price: settlementPrice,
    resolved_at: dateTime("When it was resolved.", "2026-11-19T21:30:00.000Z"),
  }),
);

/** A market with how surely it asks the same as another one. */
export const matchedMarketSchema = named(
  "MatchedMarket",
  object({
    ...fields,
    match_score: number({
      description: "How sure the match is; under 0.5 for what is related only.",
      minimum: 0,
      maximum: 1,
      example: 0.94,
    }),
    relation: oneOf(
      ["same", "inverted", "related"],
      "Whether yes means the same there, or no; related: the same subject with another date, number or way to settle.",
    ) as Schema<string>,
    reasons: arrayOf(string({ example: "same date: 2027-01-27" }), {
      description: "Why it is a match, or what differs.",
    }),
  }),
);

/** What the detail of a market adds to its fields. */
export const detailFields = {
  description: nullable(string({ description: "The platform's own text.", example: "Resolves to yes if …" })),
  liquidity: nullable(money("Liquidity, where the platform says.", 51_000)),
  open_interest: nullable(money("Open interest, where the platform says.", 73_500)),
  best_bid: nullable(price("Highest bid for yes; null without one.", 0.61)),
  best_ask: nullable(price("Lowest ask for yes; null without one.", 0.63)),
  last_price: nullable(price("Price of the last trade, where known.", 0.62)),
  price_source: nullable(
    oneOf(["mid", "quoted", "last", "amm", "settlement"], "Where yes_price is taken from; null without a price."),
  ),
  price_change_24h: change,
  volume_reported: boolean({ description: "False where the platform publishes no volume.", example: true }),
  created_at: nullable(dateTime("When the platform opened it.", "2026-09-01T14:00:00.000Z")),
  outcome: about(outcome, "How it ended; null while it is open."),
  settlement_price: settlementPrice,
  resolved_at: nullable(dateTime("When it was resolved; null before.", "2027-01-27T20:00:00.000Z")),
};
