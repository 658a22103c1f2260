export { popularRoutes } from "./popular.ts";
export { toMarket, toMoneyOrNull, toPriceOrNull, toUnlistedMarket } from "./present.ts";
export { resolvedRoutes } from "./resolved.ts";
export { marketRoutes } from "./route.ts";
export { detailFields, marketFields, marketSchema, matchedMarketSchema, unlistedFields } from "./schema.ts";
