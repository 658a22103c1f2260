import { toIso, toIsoOrNull } from "../../clock.ts";
import { implies, isImplied } from "../../domain/matching/relations.ts";
import type { BookLevel } from "../../domain/orders/books.ts";
import { reportsVolume } from "../../domain/platforms.ts";
import { fromMicros } from "../../domain/prices.ts";
import type { MarketDetail } from "../../store/detail.ts";
import type { MatchedMarket } from "../../store/matching/matched-markets.ts";
import { toEvent } from "../events/present.ts";
import { toMarket, toMoneyOrNull, toPriceOrNull, toSettlementSource } from "../markets/present.ts";

export const toMarketDetail = (market: MarketDetail) => ({
  ...toMarketOrUnpriced(market),
  description: market.description,
  settlement_source: toSettlementSource(market.settlementSource),
  liquidity: toMoneyOrNull(market.liquidity),
  open_interest: toMoneyOrNull(market.openInterest),
  best_bid: toPriceOrNull(market.bestBid),
  best_ask: toPriceOrNull(market.bestAsk),
  last_price: toPriceOrNull(market.lastPrice),
  order_book: toOrderBook(market.orderBook),
  price_source: market.priceSource,
  price_change_24h: toPriceOrNull(market.priceChange24h),
  volume_reported: reportsVolume(market.platform),
  created_at: toIsoOrNull(market.createdAt),
  outcome: market.outcome,
  settlement_price: toPriceOrNull(market.settlementPrice),
  resolved_at: toIsoOrNull(market.resolvedAt),
  question_id: market.questionId,
  event: toEvent(market.event),
  siblings: market.siblings.map(toMarket),
  matches: market.matches.map(toMatched),
  related: market.related.map((match) => ({
    ...toMatched(match),
    implies: isImplied(match.relation) ? implies(match.relation) : null,
  })),
});

const toOrderBook = (book: MarketDetail["orderBook"]) =>
  book === null
    ? null
    : { fetched_at: toIso(book.fetchedAt), bids: book.bids.map(toLevel), asks: book.asks.map(toLevel) };

const toLevel = ([price, size]: BookLevel) => ({ price: fromMicros(price), size });

const toMatched = (match: MatchedMarket) => ({
  ...toMarket(match),
  match_score: fromMicros(match.score),
  relation: match.relation,
  reasons: match.reasons,
});

/** Only the detail shows a market that has no price yet. */
function toMarketOrUnpriced({ yesPrice, ...market }: MarketDetail) {
  if (yesPrice !== null) return toMarket({ ...market, yesPrice });
  return { ...toMarket({ ...market, yesPrice: 0 }), yes_price: null, no_price: null };
}
