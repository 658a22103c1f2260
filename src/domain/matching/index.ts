// Which markets ask the same question: reading, candidates, comparison, groups.
export { gramsOf, LONGEST_LIST } from "./grams.ts";
export { toGroups } from "./groups.ts";
export { toStem } from "./language/index.ts";
export { type Proposition, toProposition } from "./reading/index.ts";
export { type Comparison, compare, LEAST_MATCH } from "./score.ts";
export { createSketches, type Sketched } from "./sketches.ts";
export { type Corpus, type Weighed, weigh, weightOf } from "./weights.ts";

/** Rises with every change of the rules, the vocabulary or the reasons, so that all is read and compared anew. */
export const RULES_VERSION = 3;
