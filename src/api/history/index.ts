// Price history of one market.
export { requestBackfill } from "./backfill.ts";
export { historyRoutes } from "./route.ts";
