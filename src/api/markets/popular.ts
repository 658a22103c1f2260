import { endpoint } from "../../http/endpoint.ts";
import { topFilters } from "../../http/filters.ts";
import { arrayOf } from "../../http/schema.ts";
import { listTable } from "../../http/tables/table.ts";
import { toMarket, toPriceOrNull } from "./present.ts";
import { popularMarketSchema } from "./schema.ts";

export const popularRoute = (platforms: readonly string[]) =>
  endpoint({
    method: "GET",
    path: "/api/v1/markets/popular",
    summary: "The most traded open markets, by 24-hour volume in USD, then by price changes",
    operationId: "listPopularMarkets",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: topFilters(platforms),
    response: arrayOf(popularMarketSchema),
    table: listTable("popular", popularMarketSchema),
    async handler({ store, clock }, { platform, limit }) {
      const among = platform === undefined ? platforms : [platform];
      const markets = await store.popular.list({ platforms: among, limit, now: clock.now() });
      return {
        data: markets.map((market, index) => ({
          ...toMarket(market),
          rank: index + 1,
          activity_24h: market.activity24h,
          price_change_24h: toPriceOrNull(market.priceChange24h),
        })),
      };
    },
  });
