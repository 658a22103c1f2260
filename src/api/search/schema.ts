import { metaOf } from "../../http/meta-schema.ts";
import { arrayOf, boolean, integer, named, object, oneOf, string } from "../../http/schema.ts";
import { fieldsOf } from "../../http/tables/index.ts";
import { eventSchema } from "../events/index.ts";
import { marketSchema } from "../markets/index.ts";

export const searchSchema = named(
  "SearchResult",
  object({
    events: arrayOf(eventSchema, { description: "Events found, best first." }),
    markets: arrayOf(marketSchema, { description: "Markets found, best first." }),
  }),
);

/** A row of the table: an event or a market, in columns for both. */
export const foundSchema = named(
  "Found",
  object(
    {
      kind: oneOf(
        ["event", "market"],
        "What was found. Events have the fields of an event, markets those of a market.",
      ),
    },
    { ...fieldsOf(eventSchema), ...fieldsOf(marketSchema) },
  ),
);

export const searchMeta = metaOf("SearchMeta", {
  query: string({ description: "The text that was looked for.", example: "election" }),
  events_found: integer({ description: "All events found, counted up to 10,000.", example: 42 }),
  markets_found: integer({ description: "All markets found, counted up to 10,000.", example: 118 }),
  found_is_capped: boolean({ description: "True when there are more than were counted.", example: false }),
});
