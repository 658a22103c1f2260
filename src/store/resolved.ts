import type { Micros } from "../domain/prices.ts";
import { consistently, type Db, prepare } from "./database/db.ts";
import type { MarketList } from "./lists/list.ts";
import { allows, type OneOrMore } from "./lists/page.ts";
import { prepareMarkets, type StoredMarket } from "./markets.ts";

/** A market whose outcome is final. */
export interface ResolvedMarket extends StoredMarket {
  /** What a yes contract paid; null where the platform does not say, and for a void market. */
  readonly settlementPrice: Micros | null;
  /** Epoch milliseconds. */
  readonly resolvedAt: number;
}

interface ResolvedQuery {
  readonly platforms: readonly string[];
  readonly category?: OneOrMore | undefined;
  /** Epoch milliseconds; those that resolved at that moment or later. */
  readonly since?: number | undefined;
  readonly limit: number;
  /** Counted from 1. */
  readonly page?: number;
}

/** With the keys of its row and of its event's. */
export interface KeyedResolvedMarket extends ResolvedMarket {
  readonly marketKey: number;
  readonly eventKey: number;
}

/** Reads resolved markets over one connection. */
export function openResolved(db: Db, list: MarketList) {
  const listLatest = openLatestResolved(db, list);
  return {
    /** The latest first. */
    list: (query: ResolvedQuery): readonly ResolvedMarket[] => consistently(db, () => listLatest(query)),
  };
}

/** The latest first. The caller holds the transaction. */
export function openLatestResolved(db: Db, list: MarketList) {
  const columns =
    "settlement_price AS settlementPrice, resolved_at AS resolvedAt, market_key AS marketKey, event_key AS eventKey";
  const byKeys = prepareMarkets(db, "markets", "byKeys", columns);
  const keysOf = prepare(db, "resolved", "keysOfPlatform");
  const listOfPlatform = (platform: string, { category, since = 0 }: ResolvedQuery, size: number): ResolvedKey[] => {
    const found: ResolvedKey[] = [];
    for (const row of keysOf.iterate({ platform, since }) as Iterable<ResolvedKey>) {
      const facet = list.facetOf(row.marketKey);
      if (facet !== undefined && allows(category, facet.category)) found.push(row);
      if (found.length === size) break;
    }
    return found;
  };
  return (query: ResolvedQuery): readonly KeyedResolvedMarket[] => {
    const { platforms, limit, page = 1 } = query;
    list.sync(Number.POSITIVE_INFINITY);
    // In their order, so that among equals the platform's name decides, then the id.
    const latest = platforms
      .toSorted()
      .flatMap((platform) => listOfPlatform(platform, query, page * limit))
      .sort((a, b) => b.resolvedAt - a.resolvedAt)
      .slice((page - 1) * limit, page * limit);
    return byKeys.all(JSON.stringify(latest.map(({ marketKey }) => marketKey))) as KeyedResolvedMarket[];
  };
}

interface ResolvedKey {
  readonly marketKey: number;
  readonly resolvedAt: number;
}
