import { toIso } from "../clock.ts";
import { topFilters } from "../http/filters.ts";
import { toMarket, toPriceOrNull } from "../http/present/markets.ts";
import { route } from "../http/route.ts";

export const resolvedRoutes = (platforms: readonly string[]) => [
  route({
    method: "GET",
    path: "/api/v1/markets/resolved",
    summary: "Markets that recently resolved, with their outcomes, newest first",
    tier: "free",
    cache: "data",
    parameters: topFilters(platforms),
    async handler({ store }, { platform, limit }) {
      const markets = await store.resolved.list({ platforms: platform === undefined ? platforms : [platform], limit });
      return {
        data: markets.map((market) => ({
          ...toMarket(market),
          outcome: market.outcome,
          settlement_price: toPriceOrNull(market.settlementPrice),
          resolved_at: toIso(market.resolvedAt),
        })),
      };
    },
  }),
];
