export { type Catalogue, openCatalogue } from "./catalogue.ts";
export { type EventLookup, openEventLookups } from "./event-lookups.ts";
export type { EventRow } from "./event-rows.ts";
export { isQuotedAnew, OTHER_FIELDS, QUOTE_FIELDS } from "./market-update.ts";
export { MAX_WAIT_MS, type OutcomeCheck, type Outcomes, openOutcomes } from "./outcomes.ts";
export type { CountRise, MarketRow, StoredRow } from "./stored-rows.ts";
export { openVolumes } from "./volumes.ts";
