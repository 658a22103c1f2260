// Spreads: the page /arbitrage, and the best of them for other pages.
export { arbitragePages } from "./arbitrage.ts";
export {
  ALL_SPREADS,
  FREE_SPREADS,
  findSpreads,
  GONE,
  legsOf,
  SPREADS_FEED,
  spreadBody,
  spreadTable,
} from "./spreads.ts";
