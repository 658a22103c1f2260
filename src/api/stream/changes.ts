import { toIso } from "../../clock.ts";
import { priceAgeOf } from "../../domain/freshness.ts";
import type { ChangeType } from "../../domain/markets.ts";
import { ONE } from "../../domain/prices.ts";
import {
  about,
  always,
  arrayOf,
  boolean,
  dateTime,
  type Fields,
  integer,
  named,
  noun,
  nounFields,
  nullable,
  object,
  oneBy,
  oneOf,
  publisher,
  type Schema,
  string,
} from "../../http/schema.ts";
import { link, platformSchema, price } from "../../http/value-schemas.ts";
import type { Change, ChangedMarket } from "../../store/change-reader.ts";
import type { SourceStatus } from "../../store/sources.ts";
import { opportunitySchema } from "../arbitrage.ts";
import { marketFields, outcome, settlementPrice } from "../markets.ts";
import { questionSchema, toQuestion } from "../questions.ts";

const { title, status, tradable, url, category, close_time, play_money } = marketFields;

const figures = nounFields<ChangedMarket>()(
  {
    yes_price: nullable(price("Implied probability of yes; null once the market has lost its price.", 0.62)),
    no_price: nullable(price("Implied probability of no.", 0.38)),
    best_bid: marketFields.best_bid,
    best_ask: marketFields.best_ask,
    volume: marketFields.volume,
    volume_24h: marketFields.volume_24h,
    last_updated: marketFields.last_updated,
  },
  { no_price: ({ yesPrice }: ChangedMarket) => (yesPrice === null ? null : ONE - yesPrice) },
);

export const priceData = noun<ChangedMarket>("PriceChange")(figures);

const statusData = noun<ChangedMarket>("MarketChange")({
  ...{ title, ...figures, status, tradable, url, category, close_time, play_money },
});

const resolvedData = noun<ChangedMarket>("ResolvedChange")({
  yes_price: figures.yes_price,
  no_price: figures.no_price,
  status,
  outcome,
  last_updated: figures.last_updated,
  settlement_price: settlementPrice,
  resolved_at: nullable(dateTime("When it was resolved.", "2026-11-19T21:30:00.000Z")),
});

const sourceData = noun<SourceStatus>("SourceChange")(
  {
    last_success_at: nullable(dateTime("When the platform was last read.")),
    last_attempt_at: nullable(dateTime("When that was last tried.")),
    last_error: nullable(string("What went wrong last.", "cannot resolve api.example.com")),
    markets: integer("Markets known of it.", 12_400),
    open_markets: integer("Those that are open.", 8_450),
    next_run_at: nullable(dateTime("When it is read next.")),
    stale: boolean("Whether its prices are old since the last pass failed.", false),
  },
  { stale: (source) => priceAgeOf(source, source.lastAttemptAt ?? 0).isStale },
);

const seq = named("Seq", integer("Where to resume after this event, as since or Last-Event-ID.", 1_795_000_000_123));

const common = { seq, observed_at: dateTime("When the state that it shows was observed.") };

const marketNames = nounFields<ChangedMarket>()({
  platform: platformSchema,
  id: string("The market's id on its platform.", "KXFED-27JAN-CUT"),
  event_id: marketFields.event_id,
  question_id: nullable(string("The question it belongs to.", "3f9c2d51e07a44b1")),
});
const publishNames = publisher(noun<ChangedMarket>()(marketNames));

/** What a stream sends of each type of change. */
const CHANGES = {
  price: named("PriceEvent", object({ type: always("price"), ...common, ...marketNames, data: priceData })),
  status: named(
    "StatusEvent",
    object({
      ...{ type: always("status"), ...common, ...marketNames },
      data: about(nullable(statusData), "Null once the market no longer passes category, q or events."),
    }),
  ),
  listed: named("ListedEvent", object({ type: always("listed"), ...common, ...marketNames, data: statusData })),
  resolved: named("ResolvedEvent", object({ type: always("resolved"), ...common, ...marketNames, data: resolvedData })),
  match: named(
    "MatchEvent",
    object({
      ...{ type: always("match"), ...common, question_id: marketNames.question_id },
      data: about(nullable(questionSchema), "Null once the question has dissolved."),
    }),
  ),
  spread: named(
    "SpreadEvent",
    object(
      {
        ...{ type: always("spread"), ...common, question_id: marketNames.question_id },
        data: about(nullable(opportunitySchema), "Null once it is gone."),
      },
      { id: string("The opportunity's id.", "0000a1b2-3f9c2d51e07a") },
    ),
  ),
  source: named(
    "SourceEvent",
    object({ type: always("source"), ...common, platform: platformSchema, data: sourceData }),
  ),
} as const satisfies Readonly<Record<ChangeType, Schema>>;

const toNotice = (name: string, type: string, about: string, fields: Fields = {}): Schema =>
  named(name, object({ type: always(type, about), ...fields }, { seq }));

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

const publishPrice = publisher(priceData);
const publishStatus = publisher(statusData);
const publishResolved = publisher(resolvedData);
const publishSpread = publisher(opportunitySchema);
const publishSource = publisher(sourceData);

/** A change as streams publish it; `data` holds the fields of its type in their newest state, or null for what is gone. */
export function toPublishedChange({ type, observedAt, market, formers, spread, source, ...change }: Change) {
  const common = { type, observed_at: toIso(observedAt) };
  if (market !== undefined) {
    return { ...common, ...publishNames(market), data: formers === undefined ? toMarketData(type, market) : null };
  }
  if (spread !== undefined) {
    const { id, questionId, opportunity } = spread;
    const data = opportunity === null ? null : publishSpread(opportunity);
    return { ...common, ...(id === null ? {} : { id }), question_id: questionId, data };
  }
  if (source !== undefined) return { ...common, platform: source.platform, data: publishSource(source) };
  const { question, questionId = null } = change;
  return { ...common, question_id: questionId, data: question === undefined ? null : toQuestion(question) };
}

function toMarketData(type: ChangeType, market: ChangedMarket) {
  if (type === "price") return publishPrice(market);
  return type === "resolved" ? publishResolved(market) : publishStatus(market);
}

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
