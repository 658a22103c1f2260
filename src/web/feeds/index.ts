// Feeds for feed readers: movers, results, search, spreads.
export { feedPages } from "./routes.ts";
