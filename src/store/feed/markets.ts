import type { Micros } from "../../domain/prices.ts";
import type { Db } from "../database/db.ts";
import { getQuery } from "../database/queries.ts";
import { prepareMarkets, type StoredMarket } from "../markets.ts";
import type { Summaries } from "../questions/summarizer.ts";

/** A market as the feed reports it. Times are epoch milliseconds. */
export interface FeedMarket extends Omit<StoredMarket, "yesPrice"> {
  readonly marketKey: number;
  /** Null once it has lost its price: then it is in no list. */
  readonly yesPrice: Micros | null;
  readonly bestBid: Micros | null;
  readonly bestAsk: Micros | null;
  readonly eventTitle: string;
  readonly settlementPrice: Micros | null;
  readonly resolvedAt: number | null;
  /** The question that it asks together with markets of other platforms. */
  readonly questionId: string | null;
}

/** Reads markets by their keys. The caller holds the transaction. */
export function openFeedMarkets(db: Db) {
  const byKeys = prepareMarkets(db, "markets", "byKeys", getQuery("feed", "marketColumns"));
  return (marketKeys: readonly number[], questions: Summaries): ReadonlyMap<number, FeedMarket> => {
    const rows = byKeys.all(JSON.stringify(marketKeys)) as FeedMarketRow[];
    return new Map(
      rows.map(({ questionKey, ...market }) => {
        const summary = questionKey === null ? undefined : questions.find(questionKey);
        return [market.marketKey, { ...market, questionId: summary?.question.id ?? null }];
      }),
    );
  };
}

interface FeedMarketRow extends Omit<FeedMarket, "questionId"> {
  readonly questionKey: number | null;
}
