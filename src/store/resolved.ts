import type { Micros } from "../domain/prices.ts";
import { consistently, type Db } from "./database/index.ts";
import { prepareMarkets, type StoredMarket } from "./markets.ts";

/** A market whose outcome is final. */
export interface ResolvedMarket extends StoredMarket {
  /** What a yes contract paid; null where the platform does not say, and for a void market. */
  readonly settlementPrice: Micros | null;
  /** Epoch milliseconds. */
  readonly resolvedAt: number;
}

export interface Resolved {
  /** The latest first. */
  list(query: { platforms: readonly string[]; limit: number }): readonly ResolvedMarket[];
}

/** Reads resolved markets over one connection. */
export function openResolved(db: Db): Resolved {
  const columns = "settlement_price AS settlementPrice, resolved_at AS resolvedAt";
  const ofPlatform = prepareMarkets(db, "resolved", "ofPlatform", columns);
  return {
    list: ({ platforms, limit }) =>
      consistently(db, () =>
        // In their order, so that among equals the platform's name decides, then the id.
        platforms
          .toSorted()
          .flatMap((platform) => ofPlatform.all({ platform, limit }) as ResolvedMarket[])
          .sort((a, b) => b.resolvedAt - a.resolvedAt)
          .slice(0, limit),
      ),
  };
}
