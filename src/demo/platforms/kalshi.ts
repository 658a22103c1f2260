import type { Category } from "../../domain/categories/names.ts";
import { SERIES_FEES } from "../../sources/kalshi/records.ts";
import { type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import type { DemoTopic } from "../topic.ts";
import { type DemoPlatform, rulesOf, SCALAR_EVENT } from "./platform.ts";

/** Records of Kalshi's trade API v2 (docs.kalshi.com). */
export const KALSHI: DemoPlatform = {
  listsAllResults: false,
  hasPictures: false,
  oddities: [SCALAR_EVENT],
  lists: (phase) => phase === "open",
  // A page of events has what their series charge: all of them the usual fee.
  toBody: (demo, events, now, others) => ({
    events: [...events.map((event) => toEvent(demo, event, now)), ...others],
    [SERIES_FEES]: Object.fromEntries(
      events.map((event) => [seriesOf(event), { fee_type: "quadratic", fee_multiplier: 1 }]),
    ),
  }),
};

const seriesOf = (event: ListedEvent): string => event.id.split("-")[0] ?? event.id;

const CATEGORIES: Readonly<Record<Category, string>> = {
  politics: "Politics",
  sports: "Sports",
  crypto: "Crypto",
  economics: "Economics",
  finance: "Financials",
  science: "Space",
  technology: "Science and Technology",
  culture: "Entertainment",
  climate: "Climate and Weather",
  world: "World",
  other: "Exotics",
};

const categoryOf = (topic: DemoTopic): string =>
  topic.tags.includes("Health") ? "Health" : CATEGORIES[topic.category];

const toEvent = (demo: DemoState, event: ListedEvent, now: number): unknown => ({
  event_ticker: event.id,
  series_ticker: seriesOf(event),
  title: event.title,
  sub_title: "",
  settlement_sources: event.topic.source === null ? [] : [event.topic.source],
  category: categoryOf(event.topic),
  mutually_exclusive: event.topic.shape === "race",
  markets: event.markets.map((market) => toMarket(demo, market, now)),
});

function toMarket(demo: DemoState, market: ListedMarket, now: number): unknown {
  const { topic } = market.event;
  const rules = rulesOf(market);
  const figures = figuresAt(demo, market, now);
  return {
    ticker: market.id,
    event_ticker: market.event.id,
    market_type: "binary",
    title: market.question,
    yes_sub_title: market.label,
    ...toState(figures),
    last_price_dollars: dollars(figures.last),
    volume_fp: figures.volume.toFixed(2),
    volume_24h_fp: figures.volume24h.toFixed(2),
    open_interest_fp: (figures.volume * 0.31).toFixed(2),
    notional_value_dollars: "1.0000",
    created_time: iso(topic.opensAt),
    open_time: iso(topic.opensAt + 300_000),
    close_time: iso(topic.closesAt),
    rules_primary: rules.claim,
    rules_secondary: rules.rest,
  };
}

function toState({ phase, bid, ask, payout, settledAt }: Figures): object {
  if (phase === "open")
    return { status: "active", result: "", yes_bid_dollars: dollars(bid), yes_ask_dollars: dollars(ask) };
  const empty = { yes_bid_dollars: "0.0000", yes_ask_dollars: "1.0000" };
  if (phase === "closed") return { status: "closed", result: "", ...empty };
  return {
    status: "finalized",
    result: payout === 1 ? "yes" : payout === 0 ? "no" : "scalar",
    settlement_ts: iso(settledAt),
    settlement_value_dollars: dollars(payout),
    ...empty,
  };
}

const dollars = (price: number): string => price.toFixed(4);
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
