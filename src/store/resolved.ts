import { NO_CHANGES, type PriceChanges } from "../domain/movement.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import type { MarketList } from "./lists/list.ts";
import { allows, type OneOrMore } from "./lists/page.ts";
import { openShownQuestions } from "./markets.ts";

/** A market whose outcome is final; `settlementPrice` is null where the platform does not say, and for a void market. */
export interface ResolvedMarket extends SqlRow<"markets", "resolvedByKeys">, PriceChanges {}

interface ResolvedQuery {
  readonly platforms: readonly string[];
  readonly category?: OneOrMore | undefined;
  /** Epoch milliseconds; those that resolved at that moment or later. */
  readonly since?: number | undefined;
  readonly limit: number;
  /** Counted from 1. */
  readonly page?: number;
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
  const byKeys = prepare(db, "markets", "resolvedByKeys");
  const showQuestions = openShownQuestions(db, list);
  const keysOf = prepare(db, "resolved", "keysOfPlatform");
  const listOfPlatform = (platform: string, { category, since = 0 }: ResolvedQuery, size: number): ResolvedKey[] => {
    const found: ResolvedKey[] = [];
    for (const row of keysOf.iterate({ platform, since })) {
      const facet = list.facetOf(row.marketKey);
      if (facet !== undefined && allows(category, facet.category)) found.push(row);
      if (found.length === size) break;
    }
    return found;
  };
  return (query: ResolvedQuery): readonly ResolvedMarket[] => {
    const { platforms, limit, page = 1 } = query;
    list.sync(Number.POSITIVE_INFINITY);
    // In their order, so that among equals the platform's name decides, then the id.
    const latest = platforms
      .toSorted()
      .flatMap((platform) => listOfPlatform(platform, query, page * limit))
      .sort((a, b) => b.resolvedAt - a.resolvedAt)
      .slice((page - 1) * limit, page * limit);
    const rows = showQuestions(byKeys.all(JSON.stringify(latest.map(({ marketKey }) => marketKey))));
    return rows.map((row) => ({ ...row, ...NO_CHANGES }));
  };
}

interface ResolvedKey {
  readonly marketKey: number;
  readonly resolvedAt: number;
}
