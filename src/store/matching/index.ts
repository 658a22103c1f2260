export { countEntries, type GramParts, type GramRow, toGramParts } from "./grams.ts";
export { type Group, type GroupMember, openGroups } from "./groups.ts";
export { type MatchedMarket, openMatched } from "./matched.ts";
export { type Decided, openMatchTables, openQueue, STAGES, type Stage } from "./matches.ts";
export { type MarketName, openPairDecisions, type ReviewedPair } from "./pair-decisions.ts";
export { isFiled, type KnownQuestion } from "./propositions.ts";
export { openSpreadWriter } from "./spread-writer.ts";
