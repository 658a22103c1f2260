// Stand-ins for the platforms' APIs, answering from the demo's catalogue.
export { createKalshi } from "./kalshi.ts";
export { createManifold } from "./manifold.ts";
export type { StandIn, StandInAnswer } from "./pages.ts";
export { createPolymarket, createPolymarketBook } from "./polymarket.ts";
export { createPredictit } from "./predictit.ts";
