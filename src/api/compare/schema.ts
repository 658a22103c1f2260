import { arrayOf, boolean, named, object, type Schema, string, withSecond } from "../../http/schema.ts";
import { otherPlatformSchema, platformSchema, price } from "../../http/value-schemas.ts";
import {
  cents,
  confidenceSchema,
  groupFields,
  matchScore,
  reasonsSchema,
  relationSchema,
} from "../arbitrage/schema.ts";
import { marketFields } from "../markets/schema.ts";

const endSchema = (description: string, example: number, platform: Schema<string>, marketId: string) =>
  object({
    platform,
    market_id: string({ description: "The market's id on its platform.", example: marketId }),
    yes_price: price(description, example),
  });

const comparedMarketSchema = named(
  "ComparedMarket",
  object({
    ...marketFields,
    relation: relationSchema,
    inverted: boolean({ description: "Whether the market asks the opposite of the title.", example: false }),
    title_yes_price: price("Price of yes as the title asks: yes_price, or 1 minus it where inverted.", 0.62),
    reasons: reasonsSchema("Why it asks the same as the market that was found; empty for that market."),
  }),
);

export const comparisonSchema = named(
  "Comparison",
  object({
    ...groupFields,
    match_score: matchScore("The probability that the least sure of them asks the same question."),
    confidence: confidenceSchema("As of an arbitrage opportunity, with the gap for its spread."),
    gap_cents: cents("How far the prices are apart, in cents.", 4),
    lowest: endSchema("The lowest price of yes, as the title asks.", 0.58, otherPlatformSchema, "512340"),
    highest: endSchema("The highest price of yes, as the title asks.", 0.62, platformSchema, "KXFED-27JAN-CUT"),
    markets: withSecond(arrayOf(comparedMarketSchema, { description: "The markets side by side, by platform." }), {
      platform: otherPlatformSchema,
      id: string({ example: "512340" }),
      title: string({ example: "Will the Fed cut rates by 25 bps in January?" }),
      yes_price: price("", 0.58),
      no_price: price("", 0.42),
      title_yes_price: price("", 0.58),
      url: string({ example: "https://polymarket.com/event/fed-january" }),
      event_id: string({ example: "51234" }),
    }),
  }),
);
