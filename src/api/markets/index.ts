// Lists of markets: all, popular and resolved. Other nouns share the schema and the presenter of a market.
export { marketNotFound, toMarket, toMoneyOrNull, toPriceOrNull, toSettlementSource } from "./present.ts";
export { marketFilters, platformIds, toMarketQuery } from "./query.ts";
export { marketRoutes } from "./route.ts";
export {
  marketFields,
  marketSchema,
  outcome,
  priceChange24h,
  settlementPrice,
  settlementSourceSchema,
} from "./schema.ts";
