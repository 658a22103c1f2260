import type { Micros } from "../domain/prices.ts";
import { consistently, type Db } from "./database/db.ts";
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
  readonly limit: number;
}

/** With the keys of its row and of its event's. */
export interface KeyedResolvedMarket extends ResolvedMarket {
  readonly marketKey: number;
  readonly eventKey: number;
}

/** Reads resolved markets over one connection. */
export function openResolved(db: Db) {
  const listLatest = openLatestResolved(db);
  return {
    /** The latest first. */
    list: (query: ResolvedQuery): readonly ResolvedMarket[] => consistently(db, () => listLatest(query)),
  };
}

/** The latest first. The caller holds the transaction. */
export function openLatestResolved(db: Db) {
  const columns =
    "settlement_price AS settlementPrice, resolved_at AS resolvedAt, market_key AS marketKey, event_key AS eventKey";
  const ofPlatform = prepareMarkets(db, "resolved", "ofPlatform", columns);
  return ({ platforms, limit }: ResolvedQuery): readonly KeyedResolvedMarket[] =>
    // In their order, so that among equals the platform's name decides, then the id.
    platforms
      .toSorted()
      .flatMap((platform) => ofPlatform.all({ platform, limit }) as KeyedResolvedMarket[])
      .sort((a, b) => b.resolvedAt - a.resolvedAt)
      .slice(0, limit);
}
