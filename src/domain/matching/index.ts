export { gramsOf, LONGEST_LIST } from "./grams.ts";
export { toGroups } from "./groups.ts";
export type { MarketText, Proposition } from "./proposition.ts";
export { toProposition } from "./read-market.ts";
export { type Comparison, compare, LEAST_MATCH, LEAST_REVIEW } from "./score.ts";
export { createSketches, type Sketched } from "./sketches.ts";
export { toStem } from "./text.ts";
export { type Corpus, type Weighed, weigh, weightOf } from "./weights.ts";

/** Rises with every change of the rules, the vocabulary or the reasons, so that all is read and compared anew. */
export const RULES_VERSION = 3;
