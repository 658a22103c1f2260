// Stand-ins for the platforms' APIs, answering from the demo's catalogue.
export { createKalshi } from "./kalshi.ts";
export { createManifold } from "./manifold.ts";
export type { PostStandIn, StandIn, StandInAnswer } from "./pages.ts";
export { createPolymarket } from "./polymarket.ts";
export {
  createPolymarketBook,
  createPolymarketBooks,
  createPolymarketPrices,
  createPolymarketTrades,
} from "./polymarket-clob.ts";
export { createPredictit } from "./predictit.ts";
