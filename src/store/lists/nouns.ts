import type { MarketStatus } from "../../domain/markets.ts";
import type { ListedNoun, SqlCondition } from "./list-query.ts";

export const MARKET_SORTS = [
  "volume",
  "price",
  "updated",
  "volume_24h",
  "closing",
  "resolved",
  "change",
  "id",
] as const;
export const EVENT_SORTS = ["volume", "volume_24h", "markets", "recent", "id"] as const;

/** Counts of all platforms: those that are hidden are left out. */
const shownOf = (counts: string): string =>
  `(SELECT * FROM ${counts} WHERE platform NOT IN (SELECT platform FROM hidden_platforms))`;

/** The order `change` is by how far prices moved in 24 hours, up or down. */
export const LISTED_MARKETS: ListedNoun<(typeof MARKET_SORTS)[number]> = {
  name: "Market",
  from: "listed_markets",
  key: "market_key",
  sorts: {
    volume: "volume",
    price: "yes_price",
    updated: "updated_at",
    volume_24h: "volume_24h",
    closing: "closes_at",
    resolved: "resolved_at",
    change: "abs(change_24h)",
    id: "market_key",
  },
  counts: { from: shownOf("market_counts"), rows: "markets" },
};

export const LISTED_EVENTS: ListedNoun<(typeof EVENT_SORTS)[number]> = {
  name: "Event",
  from: "listed_events",
  key: "event_key",
  sorts: {
    volume: "volume",
    volume_24h: "volume_24h",
    markets: "market_count",
    recent: "opened_at",
    id: "event_key",
  },
  counts: { from: shownOf("event_counts"), rows: "events" },
};

/** The value stands in the statement, so that SQLite takes the index of open markets. */
export const hasStatus = (status: MarketStatus | "all"): SqlCondition | undefined =>
  status === "all" ? undefined : { sql: `status = '${status}'`, values: [], isFacet: true };
