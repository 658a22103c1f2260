// Prices over time.
export { type BackfillTarget, openBackfills } from "./backfills.ts";
export { openChanges } from "./changes.ts";
export { type History, type HistoryPoint, openHistory, type RollUpStep } from "./history.ts";
export {
  openFirstAt,
  openPrices,
  type PriceHistory,
  type Prices,
  type Sample,
  type SampledPrices,
} from "./prices.ts";
