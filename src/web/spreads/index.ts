// Spreads: the page /arbitrage, and the best of them for other pages.
export { arbitragePages } from "./arbitrage.ts";
export { FREE_SPREADS, findSpreads, spreadBody, spreadTable } from "./spreads.ts";
