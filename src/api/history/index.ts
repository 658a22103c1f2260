// Price history of one market.
export { type Backfiller, requestBackfill } from "./backfill.ts";
export { historyRoutes } from "./route.ts";
export { backfillNotes } from "./table.ts";
