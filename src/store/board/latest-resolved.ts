import { type Db, prepare } from "../database/db.ts";
import type { MarketList } from "../lists/list.ts";
import { openResolvedMarkets, type ResolvedMarket } from "../markets.ts";

interface LatestQuery {
  readonly platforms: readonly string[];
  readonly limit: number;
}

/** Reads the latest resolved markets by an index, without the order of all resolved ones. The caller holds the transaction. */
export function openLatestResolved(db: Db, list: MarketList) {
  const readMarkets = openResolvedMarkets(db, list);
  const keysOf = prepare(db, "resolved", "keysOfPlatform");
  const listOfPlatform = (platform: string, limit: number): ResolvedKey[] => {
    const found: ResolvedKey[] = [];
    for (const row of keysOf.iterate({ platform })) {
      if (list.facetOf(row.marketKey) !== undefined) found.push(row);
      if (found.length === limit) break;
    }
    return found;
  };
  return ({ platforms, limit }: LatestQuery): readonly ResolvedMarket[] => {
    list.sync(Number.POSITIVE_INFINITY);
    // In their order, so that among equals the platform's name decides, then the id.
    const latest = platforms
      .toSorted()
      .flatMap((platform) => listOfPlatform(platform, limit))
      .sort((a, b) => b.resolvedAt - a.resolvedAt)
      .slice(0, limit);
    return readMarkets(latest.map(({ marketKey }) => marketKey));
  };
}

interface ResolvedKey {
  readonly marketKey: number;
  readonly resolvedAt: number;
}
