import { toIsoOrNull } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { fromMicros } from "../../domain/prices.ts";
import { AppError } from "../../errors.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pathMarketId, pathPlatform } from "../../http/filters.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { toEvent } from "../events/index.ts";
import { toMarket, toMoneyOrNull, toPriceOrNull, toUnlistedMarket } from "../markets/index.ts";
import { marketDetailSchema } from "./schema.ts";

export const detailRoutes = (platforms: readonly string[]) => [
  endpoint({
    method: "GET",
    path: "/api/v1/markets/:platform/:market_id/detail",
    summary: "One market in full, with its event, its siblings and the same question elsewhere",
    operationId: "getMarket",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      platform: pathPlatform(platforms),
      market_id: pathMarketId,
    },
    response: marketDetailSchema,
    errors: ["market_not_found"],
    async handler({ store, clock }, { platform, market_id }) {
      const market = await store.details.find(platform, market_id, clock.now());
      if (market === undefined) throw new AppError("market_not_found", `${platform} has no market with this id`);
      return { data: toDetail(market) };
    },
  }),
];

const toDetail = (market: MarketDetail) => ({
  ...toUnlistedMarket(market),
  description: market.description,
  liquidity: toMoneyOrNull(market.liquidity),
  open_interest: toMoneyOrNull(market.openInterest),
  best_bid: toPriceOrNull(market.bestBid),
  best_ask: toPriceOrNull(market.bestAsk),
  last_price: toPriceOrNull(market.lastPrice),
  price_source: market.priceSource,
  price_change_24h: toPriceOrNull(market.priceChange24h),
  volume_reported: getPlatform(market.platform).volumeUnit !== "none",
  created_at: toIsoOrNull(market.createdAt),
  outcome: market.outcome,
  settlement_price: toPriceOrNull(market.settlementPrice),
  resolved_at: toIsoOrNull(market.resolvedAt),
  event: toEvent(market.event),
  siblings: market.siblings.map(toMarket),
  matches: market.matches.map((match) => ({
    ...toMarket(match),
    match_score: fromMicros(match.score),
    relation: match.relation,
    reasons: match.reasons,
  })),
});
