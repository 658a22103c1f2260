// Decides whether two markets ask the same question: makes candidates, compares pairs, joins groups.
export { blockingKeysOf, MAX_MARKETS_PER_KEY } from "./blocking-keys.ts";
export {
  chooseLinks,
  createMiner,
  createOutlineIndex,
  type Family,
  type FamilyEvidence,
  type FamilyLink,
  type FamilyLookup,
  familyEvidenceOf,
  findCandidates,
  indexLink,
  indexLinks,
  indexTermsOf,
  linkOf,
  MAX_FAMILIES_PER_TERM,
  MAX_MEMBERS,
  type MinedFamily,
  type MinedMarket,
  mineEvent,
  type Outline,
  rankTemplateKeys,
  toFamily,
  toMinedMarket,
  toOutline,
  twinKeyOf,
  type WordWeights,
} from "./families/index.ts";
export { type GroupedMarket, type GroupLink, type Membership, toGroups } from "./groups.ts";
export {
  findImplication,
  IMPLIED_RELATIONS,
  type Implication,
  type ImpliedRelation,
  implies,
  isImplied,
  mirror,
  toSentence,
} from "./relations.ts";
export { compare, MIN_MATCH_SCORE, type PairComparison } from "./score.ts";
export { listDifferences, type ReasonSide, toDifferences, toReadable, toVetoText } from "./sentences/index.ts";
export { createSketches, type SketchInput } from "./sketches.ts";
export { type Corpus, countedOf, type WeighedProposition, weigh, weightOf } from "./weights.ts";

/** Increase it with every change of rules, vocabulary or reasons: all markets are then read and compared again. */
export const RULES_VERSION = 7;
