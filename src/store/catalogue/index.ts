// Markets, events, quotes, counts and volumes: the only writer of a market.
export { type Catalogue, openCatalogue } from "./catalogue.ts";
export { type EventLookup, openEventLookups } from "./event-lookups.ts";
export type { KnownEvent } from "./event-writer.ts";
export type { KnownMarket, MarketContent } from "./market-rows.ts";
export { MAX_WAIT_MS, type OutcomeCheck, type Outcomes, openOutcomes } from "./outcomes.ts";
export { openVolumes } from "./volumes.ts";
