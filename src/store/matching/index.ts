// How matching is stored: questions, blocking keys, pairs and groups, and the operator's decisions.
export { estimateEntries, type KeyEntry, type KeyRanges, toKeyRanges } from "./blocking-keys.ts";
export type { StoredMember } from "./families.ts";
export { type Group, type GroupMember, openGroups } from "./groups.ts";
export { openImpliedPairs } from "./implied-pairs.ts";
export { openMatchAudit, readMatchAudit } from "./match-audit.ts";
export { openMatchQueue, STAGES, type Stage } from "./match-queue.ts";
export { openMatchTables, RULES_POSITION } from "./match-tables.ts";
export { type MarketsElsewhere, type MatchedMarket, openMatchedMarkets } from "./matched-markets.ts";
export {
  type DecidedPair,
  type Decision,
  type MarketName,
  openPairDecider,
  openPairDecisions,
  type ReviewedPair,
} from "./pair-decisions.ts";
export {
  openPairReview,
  type PairForReview,
  type PairReview,
  REVIEWS,
  type Review,
  type StoredDecision,
} from "./pair-review.ts";
export type { DecidedMarket } from "./pairs.ts";
export { equalsStored, type QueuedMarket } from "./propositions.ts";
export { openQuestionWriter } from "./question-writer.ts";
export { openSpreadWriter } from "./spread-writer.ts";
