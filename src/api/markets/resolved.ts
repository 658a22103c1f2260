import { toIso } from "../../clock.ts";
import { endpoint } from "../../http/endpoint.ts";
import { topFilters } from "../../http/filters.ts";
import { arrayOf } from "../../http/schema.ts";
import { listTable } from "../../http/tables/table.ts";
import { toMarket, toPriceOrNull } from "./present.ts";
import { resolvedMarketSchema } from "./schema.ts";

export const resolvedRoute = (platforms: readonly string[]) =>
  endpoint({
    method: "GET",
    path: "/api/v1/markets/resolved",
    summary: "Markets that recently resolved, with their outcomes, newest first",
    operationId: "listResolvedMarkets",
    tag: "markets",
    tier: "free",
    cache: "data",
    parameters: topFilters(platforms),
    response: arrayOf(resolvedMarketSchema),
    table: listTable("resolved", resolvedMarketSchema),
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
  });
