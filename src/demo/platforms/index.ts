export { createKalshi } from "./kalshi.ts";
export { createManifold } from "./manifold.ts";
export type { Answer } from "./pages.ts";
export { createPolymarket, createPolymarketBook } from "./polymarket.ts";
export { createPredictit } from "./predictit.ts";
