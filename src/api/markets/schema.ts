import {
  about,
  boolean,
  dateTime,
  integer,
  named,
  nullable,
  object,
  oneOf,
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

/** What every list publishes of a market. */
export const marketFields = {
  id: string({ description: "The market's id on its platform.", example: "KXFED-27JAN-CUT" }),
  title: string({ description: "The question.", example: "Fed decision in January? Cut 25 bps" }),
  platform: platformSchema,
  yes_price: price("Implied probability of yes.", 0.62),
  no_price: price("Implied probability of no, exactly 1 minus yes_price.", 0.38),
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

export const marketSchema = named("Market", object(marketFields));
export type Market = ValueOf<typeof marketSchema>;

export const priceChange24h = nullable(
  priceChange("Change of yes_price in 24 hours; null when the archive does not reach back that far.", 0.05),
);

export const popularMarketSchema = named(
  "PopularMarket",
  object({
    ...marketFields,
    rank: integer({ description: "Its rank, from 1.", minimum: 1, example: 1 }),
    activity_24h: integer({ description: "Price changes observed in 24 hours.", example: 48 }),
    price_change_24h: priceChange24h,
  }),
);

export const outcome = nullable(
  oneOf(["yes", "no", "split", "void", "unknown"], "How it ended; unknown while the platform has not said."),
);

/** What the platform names as deciding the outcome; null where it names nothing. */
export const settlementSourceSchema = nullable(
  named(
    "SettlementSource",
    about(
      object({
        name: nullable(
          string({
            description: "Its name; several are joined by commas. Null where only a link is given.",
            example: "AP",
          }),
        ),
        url: nullable(link("Its address; null where none or several are given.", "https://apnews.com/")),
      }),
      "What the platform names as deciding the outcome.",
    ),
  ),
);
export const settlementPrice = nullable(price("What a yes contract paid, where the platform says.", 1));

export const resolvedMarketSchema = named(
  "ResolvedMarket",
  object({
    ...marketFields,
    status: about(statusSchema, "Always closed.", "closed"),
    outcome,
    settlement_price: settlementPrice,
    resolved_at: dateTime("When it was resolved.", "2026-11-19T21:30:00.000Z"),
  }),
);
