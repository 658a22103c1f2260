import { arrayOf, named, object } from "../../http/schema.ts";
import { eventSchema } from "../events/index.ts";
import { detailFields, marketSchema, matchedMarketSchema, unlistedFields } from "../markets/index.ts";

export const marketDetailSchema = named(
  "MarketDetail",
  object({
    ...unlistedFields,
    ...detailFields,
    event: eventSchema,
    siblings: arrayOf(marketSchema, { description: "Other markets of the event, by volume, at most 50." }),
    matches: arrayOf(matchedMarketSchema, { description: "The same question on other platforms, the surest first." }),
  }),
);
