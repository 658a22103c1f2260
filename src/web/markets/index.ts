// Pages about markets and events, search and analytics; tables of markets for other pages.
export { analyticsPages } from "./analytics.ts";
export { marketListPages } from "./browse.ts";
export { eventPages } from "./event.ts";
export { marketPages } from "./market.ts";
export { titleCell, volume24hOf, volumeOf } from "./market-table.ts";
export { searchPages } from "./search.ts";
export { settlementLine } from "./settlement-source.ts";
