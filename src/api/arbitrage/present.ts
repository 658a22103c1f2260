import { toIso } from "../../clock.ts";
import { orient } from "../../domain/arbitrage.ts";
import { hasBook } from "../../domain/orders/offers.ts";
import { type Order, toOrderText, toSummary } from "../../domain/orders/orders.ts";
import { fromCents, fromMicros, type Micros } from "../../domain/prices.ts";
import type { Opportunity, TradedMember } from "../../store/spreads/arbitrage.ts";
import { toPriceOrNull } from "../markets/present.ts";

/** An opportunity as it is published. Prices are of its title's yes, except in legs and `market_yes_price`. */
export const toOpportunity = (found: Opportunity) => ({
  id: found.id,
  question_id: found.questionId,
  type: found.type,
  title: found.titled.title,
  summary: toSummary(found.orders),
  platforms: found.members.map(({ platform }) => platform),
  prices: byPlatform(found, ({ yesPrice, isInverted }) => fromMicros(orient(yesPrice, isInverted))),
  volumes: byPlatform(found, ({ volume }) => fromCents(volume)),
  best_buy_platform: found.buy.platform,
  best_buy_price: fromMicros(found.legs.buyPrice),
  best_sell_platform: found.sell.platform,
  best_sell_price: fromMicros(found.legs.sellPrice),
  spread_cents: toCents(found.spread),
  spread_percent: found.spreadPercent,
  net_spread_cents: toCents(found.netSpread),
  cost: fromMicros(found.cost),
  payout: fromMicros(found.payout),
  profit: fromMicros(found.profit),
  roi_percent: found.roiPercent,
  annualized_percent: found.annualizedPercent,
  closes_at: found.closesAt === null ? null : toIso(found.closesAt),
  size: found.size,
  size_source: found.size === null ? null : ("book" as const),
  legs: found.orders.map(toLeg),
  confidence: found.confidence,
  match_score: fromMicros(found.legs.score),
  relation: found.relation,
  reasons: found.reasons,
  feasibility_label: found.feasibility,
  min_side_volume: fromCents(found.legs.volume),
  markets: byPlatform(found, toTradedMarket),
  as_of: toIso(found.asOf),
});

/** Millionths of a dollar in cents. */
export const toCents = (amount: Micros): number => amount / 10_000;

const byPlatform = <T>({ members }: Opportunity, present: (member: TradedMember) => T): Record<string, T> =>
  Object.fromEntries(members.map((member) => [member.platform, present(member)]));

function toLeg(order: Order<TradedMember>) {
  const { action, side, price, fee, market } = order;
  return {
    platform: market.platform,
    market_id: market.id,
    market_title: market.title,
    market_url: market.url,
    text: toOrderText(order),
    action,
    side,
    price: fromMicros(price),
    fee: fromMicros(fee),
    fee_cents: toCents(fee),
    quote: hasBook(market) ? ("executable" as const) : ("indicative" as const),
    quote_age_seconds: Math.max(0, Math.floor(market.ageMs / 1000)),
    inverted: market.isInverted,
    market_yes_price: fromMicros(market.yesPrice),
  };
}

function toTradedMarket(member: TradedMember) {
  const { id, title, url, yesPrice, bestBid, bestAsk, isInverted, asOf } = member;
  const turn = (price: Micros | null) => toPriceOrNull(price === null ? null : orient(price, isInverted));
  return {
    id,
    title,
    url,
    yes_price: fromMicros(orient(yesPrice, isInverted)),
    best_bid: turn(isInverted ? bestAsk : bestBid),
    best_ask: turn(isInverted ? bestBid : bestAsk),
    inverted: isInverted,
    market_yes_price: fromMicros(yesPrice),
    as_of: toIso(asOf),
  };
}
