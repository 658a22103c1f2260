import { CHANGE_TYPES } from "../../domain/feed.ts";
import { arrayOf, dateTime, integer, named, nullable, object, oneOf, type Schema, string } from "../../http/schema.ts";
import { link, platformSchema, price } from "../../http/value-schemas.ts";
import { opportunitySchema } from "../arbitrage/schema.ts";
import { marketFields, outcome, settlementPrice } from "../markets.ts";
import { questionSchema } from "../questions/schema.ts";

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

const data: Schema = {
  description:
    "By type. price: PriceChange; listed, status: MarketChange, or null once a market no longer passes category, q or events; resolved: ResolvedChange; match: Question, or null once it has dissolved; spread: ArbitrageOpportunity, or null once it is gone; source: SourceChange.",
  anyOf: [priceData, statusData, resolvedData, questionSchema, opportunitySchema, sourceData, { type: "null" }],
};

const NOTICES = ["reset", "limit", "end", "heartbeat"] as const;

/** One event of a stream: a change, or a notice of the stream itself. */
export const streamEventSchema = named(
  "StreamEvent",
  object(
    {
      type: oneOf(
        [...CHANGE_TYPES, ...NOTICES],
        "A change: price, status, listed, resolved, match, spread or source. reset: changes were lost, read the snapshots. limit: the quota is used up. end: the stream ends. heartbeat: nothing happened. A stream begins with one, which has the seq to resume after.",
      ),
    },
    {
      seq: integer("Where to resume after this event, as since or Last-Event-ID.", 1_795_000_000_123),
      observed_at: dateTime("When the change was observed."),
      platform: platformSchema,
      id: string("The market's id on its platform; of a spread, its own.", "KXFED-27JAN-CUT"),
      event_id: marketFields.event_id,
      question_id: nullable(string("The question it belongs to.", "3f9c2d51e07a44b1")),
      data,
      snapshots: arrayOf(
        link("A list to read.", "https://toteboard.invalid/api/v1/markets?status=open"),
        "Of reset: where to read the state that changes from now on go on from.",
      ),
      reason: oneOf(
        ["age", "caught_up", "revoked", "plan_changed", "stopping"],
        "Of end. age: it was open for 30 minutes; caught_up: a poll has got everything. Resume after age and stopping.",
      ),
      limit: oneOf(["day", "month"], "Of limit: which one is used up."),
      requests: integer("Of limit: how many requests it allows.", 1000),
      resets_at: dateTime("Of limit: when there are more."),
      upgrade_url: link("Of limit: where plans are bought.", "https://toteboard.invalid/pricing"),
    },
  ),
);

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
