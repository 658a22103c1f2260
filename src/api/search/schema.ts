import { metaOf } from "../../http/meta-schema.ts";
import { arrayOf, boolean, integer, named, nullable, object, oneOf, rare, string } from "../../http/schema.ts";
import { fieldsOf } from "../../http/tables/columns.ts";
import { eventSchema } from "../events/schema.ts";
import { marketFields } from "../markets/schema.ts";
import { questionSchema } from "../questions/schema.ts";

const foundMarketSchema = named(
  "FoundMarket",
  object({
    ...marketFields,
    question_id: nullable(
      string({ description: "Its question in /questions; null without a match.", example: "3f9c2d51e07a44b1" }),
    ),
  }),
);

export const searchSchema = named(
  "SearchResult",
  object({
    questions: arrayOf(questionSchema, { description: "Questions that have a market found, best first." }),
    events: arrayOf(eventSchema, { description: "Events found, best first." }),
    markets: arrayOf(foundMarketSchema, { description: "Markets found, best first." }),
  }),
);

/** A row of the table: a question, an event or a market, in columns for all. */
export const foundSchema = named(
  "Found",
  object(
    {
      kind: oneOf(
        ["question", "event", "market"],
        "What was found. Questions have the fields of a question, events those of an event, markets those of a market.",
      ),
    },
    { ...fieldsOf(questionSchema), ...fieldsOf(eventSchema), ...fieldsOf(foundMarketSchema) },
  ),
);

const words = (description: string) => rare(string({ description, example: "recession" }));

export const searchMeta = metaOf(
  "SearchMeta",
  {
    query: string({ description: "The text that was typed.", example: "election" }),
    page: integer({ description: "The page of each list.", minimum: 1, example: 1 }),
    total_pages: integer({ description: "Pages until the longest list ends; 0 when nothing is found.", example: 6 }),
    questions_found: integer({ description: "Questions of the markets that were counted.", example: 12 }),
    events_found: integer({ description: "All events found, counted up to 1,000.", example: 42 }),
    markets_found: integer({ description: "All markets found, counted up to 3,000.", example: 118 }),
    found_is_capped: boolean({ description: "True when there are more than were counted.", example: false }),
  },
  {
    closed_matches: rare(
      integer({
        description: "With status=open: closed markets that match too. Both are counted up to 3,000.",
        example: 31,
      }),
    ),
    corrected: words("The text that was looked for instead: no title has the words as they were typed."),
    did_you_mean: words("A text that finds more."),
    left_out: rare(
      arrayOf(string({ description: "A word as it was typed.", example: "cheapest" }), {
        description: "Words that were not looked for: no title has them together with the others.",
      }),
    ),
  },
);
