import type { ListedNoun, SqlCondition } from "./list-query.ts";

/** The order `change` is by how far prices moved in 24 hours, up or down. */
const MARKET_COLUMNS = {
  volume: "volume",
  price: "yes_price",
  updated: "updated_at",
  volume_24h: "volume_24h",
  closing: "closes_at",
  resolved: "resolved_at",
  change: "abs(change_24h)",
  id: "market_key",
} as const;
export type MarketSort = keyof typeof MARKET_COLUMNS;
export const MARKET_SORTS = Object.keys(MARKET_COLUMNS) as readonly MarketSort[];

const EVENT_COLUMNS = {
  volume: "volume",
  volume_24h: "volume_24h",
  markets: "market_count",
  recent: "opened_at",
  id: "event_key",
} as const;
export type EventSort = keyof typeof EVENT_COLUMNS;
export const EVENT_SORTS = Object.keys(EVENT_COLUMNS) as readonly EventSort[];

/** Counts of all platforms: those that are hidden are left out. */
const shownOf = (counts: string): string =>
  `(SELECT * FROM ${counts} WHERE platform NOT IN (SELECT platform FROM hidden_platforms))`;

export const LISTED_MARKETS: ListedNoun<MarketSort> = {
  name: "Market",
  from: "listed_markets",
  key: "market_key",
  sorts: MARKET_COLUMNS,
  counts: { from: shownOf("market_counts"), rows: "markets" },
  parts: [
    {
      status: "open",
      from: "open_markets",
      ordered: { volume: "open_markets_by_volume", volume_24h: "open_markets_by_volume_24h" },
    },
    {
      status: "closed",
      from: "closed_markets",
      // Rarely is a platform hidden: whether one is, is looked up once for all rows.
      isShown: `((SELECT count(*) FROM hidden_platforms) = 0
        OR platform NOT IN (SELECT platform FROM hidden_platforms))`,
      ordered: {
        volume: "closed_markets_by_volume",
        yes_price: "closed_markets_by_price",
        volume_24h: "closed_markets_by_volume_24h",
        closes_at: "closed_markets_by_closes_at",
        resolved_at: "closed_markets_by_resolved_at",
        updated_at: "closed_markets_by_updated_at",
      },
    },
  ],
};

export const LISTED_EVENTS: ListedNoun<EventSort> = {
  name: "Event",
  from: "listed_events",
  key: "event_key",
  sorts: EVENT_COLUMNS,
  counts: { from: shownOf("event_counts"), rows: "events" },
};

/** Markets that another platform asks too. */
export const IS_MATCHED: SqlCondition = {
  sql: "market_key IN (SELECT market_key FROM match_groups)",
  values: [],
  hasKeys: true,
};
