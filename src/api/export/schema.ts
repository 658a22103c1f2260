import {
  arrayOf,
  type Fields,
  integer,
  named,
  nullable,
  object,
  oneOf,
  type Schema,
  string,
} from "../../http/schema.ts";
import { fieldsOf } from "../../http/tables/columns.ts";
import { otherPlatformSchema, platformSchema } from "../../http/value-schemas.ts";
import { matchScore, relationSchema } from "../arbitrage/schema.ts";
import { marketDetailSchema } from "../detail/schema.ts";
import { eventDetailSchema } from "../events/schema.ts";
import { questionSchema } from "../questions/schema.ts";

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name] as Schema]));

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const detail = fieldsOf(marketDetailSchema);

/** Every field that is stored of a market. */
export const exportedMarketSchema = named(
  "ExportedMarket",
  object({
    ...pick(detail, ["id", "title", "platform", "yes_price", "no_price", "volume", "volume_24h", "status", "url"]),
    ...pick(detail, ["last_updated", "event_id"]),
    event_title: string({ description: "What its event is about.", example: "Fed decision in January?" }),
    outcome_label: nullable(
      string({ description: "Which outcome of the event it is, where the platform says.", example: "Cut 25 bps" }),
    ),
    ...pick(detail, ["category", "close_time", "play_money", "volume_reported", "best_bid", "best_ask", "last_price"]),
    ...pick(detail, ["price_source", "liquidity", "open_interest", "created_at", "outcome", "settlement_price"]),
    ...pick(detail, ["resolved_at", "description"]),
  }),
);

const event = fieldsOf(eventDetailSchema);

export const exportedEventSchema = named(
  "ExportedEvent",
  object({
    ...without(event, ["description", "play_money", "url", "markets"]),
    ...pick(event, ["play_money", "url", "description"]),
  }),
);

const question = fieldsOf(questionSchema);

/** The same without the age of quotes, which depends on when one looks. */
export const exportedQuestionSchema = named(
  "ExportedQuestion",
  object({
    ...question,
    markets: arrayOf(
      named("ExportedQuestionMarket", object(without(fieldsOf(question.markets?.items as Schema), ["age_seconds"]))),
      { description: "By platform." },
    ),
  }),
);

const matchedSide = (side: string, platform: Schema): Fields => ({
  [`${side}_platform`]: platform,
  [`${side}_id`]: string({ description: "The market's id on its platform.", example: "KXFED-27JAN-CUT" }),
  [`${side}_title`]: string({ description: "The question.", example: "Fed decision in January? Cut 25 bps" }),
});

export const exportedMatchSchema = object({
  ...matchedSide("a", platformSchema),
  ...matchedSide("b", otherPlatformSchema),
  score: matchScore("The probability that both ask the same question."),
  relation: relationSchema,
  reasons: string({ description: "Why it is a match.", example: "both by 27 Jan 2027" }),
});

/** The last line of NDJSON: an export without it is not whole. */
const trailerSchema = named(
  "ExportTrailer",
  object({
    trailer: object({
      kind: oneOf(["markets", "events", "questions", "resolved"], "What was exported."),
      rows: integer({ description: "How many rows came before.", example: 300_000 }),
    }),
  }),
);

/** A line of NDJSON: a row of the kind that was asked for, or the last one. */
export const exportLineSchema: Schema = {
  anyOf: [exportedMarketSchema, exportedEventSchema, exportedQuestionSchema, trailerSchema],
};
