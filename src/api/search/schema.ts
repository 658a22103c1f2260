import { arrayOf, named, object } from "../../http/schema.ts";
import { eventSchema } from "../events/index.ts";
import { marketSchema } from "../markets/index.ts";

export const searchSchema = named(
  "SearchResult",
  object({
    events: arrayOf(eventSchema, { description: "Events found, best first." }),
    markets: arrayOf(marketSchema, { description: "Markets found, best first." }),
  }),
);
