export { gramsOf, LONGEST_LIST } from "./grams.ts";
export { toGroups } from "./groups.ts";
export { type MarketText, type Proposition, toProposition } from "./proposition.ts";
export { type Comparison, type Corpus, compare, LEAST_MATCH, LEAST_REVIEW, type Weighed, weigh } from "./score.ts";
export { toStem } from "./text.ts";

/** Rises with every change of the rules or the vocabulary, so that stored questions are read anew. */
export const RULES_VERSION = 2;
