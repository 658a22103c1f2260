// Pages about markets: board, market, event, search, arbitrage, analytics.
export { analyticsPages } from "./analytics.ts";
export { arbitragePages } from "./arbitrage.ts";
export { boardPages } from "./board.ts";
export { eventPages } from "./event.ts";
export { marketPages } from "./market.ts";
export { searchPages } from "./search.ts";
