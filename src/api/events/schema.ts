import {
  arrayOf,
  boolean,
  dateTime,
  integer,
  named,
  nullable,
  object,
  string,
  type ValueOf,
} from "../../http/schema.ts";
import { categorySchema, link, money, platformSchema, statusSchema } from "../../http/value-schemas.ts";
import { marketSchema } from "../markets/schema.ts";

const fields = {
  id: string({ description: "The event's id on its platform.", example: "KXFED-27JAN" }),
  title: string({ description: "What it is about.", example: "Fed decision in January?" }),
  platform: platformSchema,
  category: categorySchema,
  status: statusSchema,
  image_url: nullable(link("A picture, where the platform has one.", "https://example.com/fed.png")),
  market_count: integer({ description: "How many markets it has.", example: 5 }),
  total_volume: money("Lifetime volume of all its markets.", 921_102.5),
  volume_24h: money("Volume of the last 24 hours of all its markets.", 45_600),
  liquidity: nullable(money("Liquidity, where the platform says.", 250_000)),
  start_time: nullable(dateTime("When it opened.", "2026-09-01T14:00:00.000Z")),
  end_time: nullable(dateTime("When it ends.", "2027-01-27T19:00:00.000Z")),
  tags: arrayOf(string({ example: "fed-rates" }), { description: "The platform's own labels." }),
};

export const eventSchema = named("Event", object(fields));
export type Event = ValueOf<typeof eventSchema>;

export const eventDetailSchema = named(
  "EventDetail",
  object({
    ...fields,
    description: nullable(
      string({ description: "The platform's own text.", example: "The FOMC meets on 26–27 January." }),
    ),
    play_money: boolean({ description: "Whether it is traded in play money.", example: false }),
    url: link("The event on its platform.", "https://kalshi.com/markets/kxfed"),
    markets: arrayOf(marketSchema, { description: "All of its markets, by volume." }),
  }),
);
