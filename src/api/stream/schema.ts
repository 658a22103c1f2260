import type { ChangeType } from "../../domain/changes.ts";
import {
  about,
  always,
  arrayOf,
  dateTime,
  type Fields,
  integer,
  named,
  nullable,
  object,
  oneBy,
  oneOf,
  type Schema,
  string,
} from "../../http/schema.ts";
import { link, platformSchema, price } from "../../http/value-schemas.ts";
import { opportunitySchema } from "../arbitrage.ts";
import { marketFields, outcome, settlementPrice } from "../markets.ts";
import { questionSchema } from "../questions.ts";

const bestBid = nullable(price("Highest bid for yes; null without one.", 0.61));
const bestAsk = nullable(price("Lowest ask for yes; null without one.", 0.63));

const figures = {
  yes_price: nullable(price("Implied probability of yes; null once the market has lost its price.", 0.62)),
  no_price: nullable(price("Implied probability of no.", 0.38)),
  best_bid: bestBid,
  best_ask: bestAsk,
  volume: marketFields.volume,
  volume_24h: marketFields.volume_24h,
  last_updated: marketFields.last_updated,
};

export const priceData = named("PriceChange", object(figures));

const { title, status, url, category, close_time, play_money } = marketFields;

const statusData = named("MarketChange", object({ title, ...figures, status, url, category, close_time, play_money }));

const resolvedData = named(
  "ResolvedChange",
  object({
    yes_price: figures.yes_price,
    no_price: figures.no_price,
    status,
    outcome,
    last_updated: figures.last_updated,
    settlement_price: settlementPrice,
    resolved_at: nullable(dateTime("When it was resolved.", "2026-11-19T21:30:00.000Z")),
  }),
);

const sourceData = named(
  "SourceChange",
  object({
    last_success_at: nullable(dateTime("When the platform was last read.")),
    last_attempt_at: nullable(dateTime("When that was last tried.")),
    last_error: nullable(string("What went wrong last.", "cannot resolve api.example.com")),
    markets: integer("Markets known of it.", 12_400),
    open_markets: integer("Those that are open.", 8_450),
    next_run_at: nullable(dateTime("When it is read next.")),
  }),
);

const seq = named("Seq", integer("Where to resume after this event, as since or Last-Event-ID.", 1_795_000_000_123));

const told = { seq, observed_at: dateTime("When the change was observed.") };

const place = {
  platform: platformSchema,
  id: string("The market's id on its platform.", "KXFED-27JAN-CUT"),
  event_id: marketFields.event_id,
  question_id: nullable(string("The question it belongs to.", "3f9c2d51e07a44b1")),
};

/** What a stream sends of each type of change. */
const CHANGES = {
  price: named("PriceEvent", object({ type: always("price"), ...told, ...place, data: priceData })),
  status: named(
    "StatusEvent",
    object({
      ...{ type: always("status"), ...told, ...place },
      data: about(nullable(statusData), "Null once the market no longer passes category, q or events."),
    }),
  ),
  listed: named("ListedEvent", object({ type: always("listed"), ...told, ...place, data: statusData })),
  resolved: named("ResolvedEvent", object({ type: always("resolved"), ...told, ...place, data: resolvedData })),
  match: named(
    "MatchEvent",
    object({
      ...{ type: always("match"), ...told, question_id: place.question_id },
      data: about(nullable(questionSchema), "Null once the question has dissolved."),
    }),
  ),
  spread: named(
    "SpreadEvent",
    object(
      {
        ...{ type: always("spread"), ...told, question_id: place.question_id },
        data: about(nullable(opportunitySchema), "Null once it is gone."),
      },
      { id: string("The opportunity's id.", "0000a1b2-3f9c2d51e07a") },
    ),
  ),
  source: named("SourceEvent", object({ type: always("source"), ...told, platform: platformSchema, data: sourceData })),
} as const satisfies Readonly<Record<ChangeType, Schema>>;

const toNotice = (name: string, type: string, about: string, fields: Fields = {}): Schema =>
  named(name, object({ type: { ...always(type), description: about }, ...fields }, { seq }));

/** What a stream says of itself. */
const NOTICES = [
  toNotice("ResetEvent", "reset", "Changes were lost: read the snapshots.", {
    snapshots: arrayOf(
      link("A list to read.", "https://toteboard.invalid/api/v1/markets?status=open"),
      "Where to read the state that changes from now on go on from.",
    ),
  }),
  toNotice("LimitEvent", "limit", "The quota is used up.", {
    limit: oneOf(["day", "month"], "Which one."),
    requests: integer("How many requests it allows.", 1000),
    resets_at: dateTime("When there are more."),
    upgrade_url: link("Where plans are bought.", "https://toteboard.invalid/pricing"),
  }),
  toNotice("EndEvent", "end", "The stream ends.", {
    reason: oneOf(
      ["age", "caught_up", "revoked", "plan_changed", "stopping"],
      "age: it was open for 30 minutes; caught_up: a poll has got everything. Resume after age and stopping.",
    ),
  }),
  toNotice("HeartbeatEvent", "heartbeat", "Nothing happened. A stream begins with one."),
] as const;

/** One event of a stream: a change, or a notice of the stream itself. */
export const streamEventSchema = named("StreamEvent", oneBy("type", [...Object.values(CHANGES), ...NOTICES]));

export const ticketSchema = named(
  "StreamTicket",
  object({
    ticket: string("Opens one stream, again where that was broken off.", "4pQx0b6m2n9sT1uVwXyZaBcDeFgHiJkL"),
    expires_at: dateTime("When it must have been used first.", "2026-11-20T04:10:00.000Z"),
    url: link(
      "The stream with this ticket; add filters.",
      "https://toteboard.invalid/api/v1/stream?ticket=4pQx0b6m2n9s",
    ),
  }),
);
