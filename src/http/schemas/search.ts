import { arrayOf, named, object } from "../schema.ts";
import { eventSchema } from "./events.ts";
import { marketSchema } from "./markets.ts";

export const searchSchema = named(
  "SearchResult",
  object({
    events: arrayOf(eventSchema, { description: "Events found, best first." }),
    markets: arrayOf(marketSchema, { description: "Markets found, best first." }),
  }),
);
