import { toIso, toIsoOrNull } from "../../clock.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { fromCents, type Micros, ONE } from "../../domain/prices.ts";
import type { Change, ChangedMarket } from "../../store/changes.ts";
import { toOpportunity } from "../arbitrage.ts";
import { toPriceOrNull } from "../markets.ts";
import { toQuestion } from "../questions.ts";

/** A change as streams publish it; `data` holds the fields of its type in their newest state, or null for what is gone. */
export function toPublishedChange(change: Change) {
  const { type, observedAt, market, formers, question, questionId, spread, source } = change;
  const about = { type, observed_at: toIso(observedAt) };
  if (market !== undefined) {
    const { platform, id, eventId } = market;
    const names = { platform, id, event_id: eventId, question_id: market.questionId };
    return { ...about, ...names, data: formers === undefined ? toMarketData(type, market) : null };
  }
  if (spread !== undefined) {
    const data = spread.opportunity === null ? null : toOpportunity(spread.opportunity);
    return { ...about, ...(spread.id === null ? {} : { id: spread.id }), question_id: spread.questionId, data };
  }
  if (source !== undefined) return { ...about, platform: source.platform, data: toSourceData(source) };
  return { ...about, question_id: questionId ?? null, data: question === undefined ? null : toQuestion(question) };
}

function toMarketData(type: Change["type"], market: ChangedMarket) {
  const figures = toFigures(market);
  if (type === "price") return figures;
  if (type === "resolved") {
    const { yes_price, no_price, last_updated } = figures;
    return {
      ...{ yes_price, no_price, status: market.status, outcome: market.outcome, last_updated },
      settlement_price: toPriceOrNull(market.settlementPrice),
      resolved_at: toIsoOrNull(market.resolvedAt),
    };
  }
  const { title, status, url, category } = market;
  const close_time = toIsoOrNull(market.closesAt);
  return { title, ...figures, status, url, category, close_time, play_money: !isRealMoney(market.platform) };
}

const toFigures = ({ yesPrice, bestBid, bestAsk, volume, volume24h, updatedAt }: ChangedMarket) => ({
  yes_price: toPriceOrNull(yesPrice),
  no_price: toPriceOrNull(toNo(yesPrice)),
  best_bid: toPriceOrNull(bestBid),
  best_ask: toPriceOrNull(bestAsk),
  volume: fromCents(volume),
  volume_24h: fromCents(volume24h),
  last_updated: toIso(updatedAt),
});

const toNo = (yesPrice: Micros | null): Micros | null => (yesPrice === null ? null : ONE - yesPrice);

const toSourceData = (source: NonNullable<Change["source"]>) => ({
  last_success_at: toIsoOrNull(source.lastSuccessAt),
  last_attempt_at: toIsoOrNull(source.lastAttemptAt),
  last_error: source.lastError,
  markets: source.markets,
  open_markets: source.openMarkets,
  next_run_at: toIsoOrNull(source.nextRunAt),
});
