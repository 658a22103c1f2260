// Spreads: the page /arbitrage, and the best of them for other pages.
export { arbitragePages } from "./arbitrage.ts";
export { findSpreads, legsOf, spreadBody, spreadTable } from "./spreads.ts";
