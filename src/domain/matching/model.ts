import type { Proposition } from "../propositions/proposition.ts";
import { compareDates } from "./compare-dates.ts";
import TRAINED from "./model.json" with { type: "json" };
import type { Overlap } from "./overlap.ts";
import { sum, type WeighedProposition } from "./weighing.ts";

/** A tree: a leaf is what it adds to the log odds; else the branch for a feature below its bound, and the one above. */
export type Tree =
  | number
  | { readonly feature: FeatureName; readonly bound: number; readonly below: Tree; readonly above: Tree };

export interface Model {
  readonly bias: number;
  readonly trees: readonly Tree[];
  /** Turns the trees' log odds into those of a probability that holds for pairs not trained with. */
  readonly calibration: { readonly slope: number; readonly offset: number };
  readonly rules: RuleModel;
}

/** The log odds of pairs with rules: a weighted sum. */
export interface RuleModel {
  readonly bias: number;
  readonly weights: RuleFeatures;
  readonly calibration: Model["calibration"];
}

const model = TRAINED as unknown as Model;

/** The probability, 0..1, that two propositions with these features are the same. */
export const probabilityOf = (features: Features): number => toProbability(sumOf(model, features), model.calibration);

/** The same of what two rules say. */
export const ruleProbabilityOf = (features: RuleFeatures): number =>
  toProbability(ruleSumOf(model.rules, features), model.rules.calibration);

const toProbability = (sum: number, { slope, offset }: Model["calibration"]): number =>
  1 / (1 + Math.exp(-slope * sum - offset));

export const ruleSumOf = ({ bias, weights }: Pick<RuleModel, "bias" | "weights">, features: RuleFeatures): number =>
  bias + sum(RULE_FEATURES.map((name) => weights[name] * features[name]));

/** The log odds before calibration. */
export function sumOf({ bias, trees }: Pick<Model, "bias" | "trees">, features: Features): number {
  let total = bias;
  for (const tree of trees) total += leafOf(tree, features);
  return total;
}

function leafOf(tree: Tree, features: Features): number {
  let at = tree;
  while (typeof at !== "number") at = features[at.feature] < at.bound ? at.below : at.above;
  return at;
}

/**
 * What the score of a pair is made of. Weights of words are shares of the largest one, so that they mean the same in a
 * small database and in a large one.
 */
export const FEATURES = [
  "overlap",
  "overlapWithEvents",
  "rarestShared",
  "sharedOthers",
  "leftLess",
  "rarestLeftLess",
  "rarestLeftMore",
  "namesLeftLess",
  "entities",
  "closesApart",
  "sharedFigures",
  "slugs",
] as const;
export type FeatureName = (typeof FEATURES)[number];
export type Features = Readonly<Record<FeatureName, number>>;

/** What the score of a pair with rules is made of. */
export const RULE_FEATURES = [
  "shared",
  "rarestLeftLess",
  "figuresLeft",
  "nearlyExcluded",
  "sameDeadline",
  "sameThreshold",
  "near",
  "sameAct",
  "namesLeft",
] as const;
export type RuleFeatures = Readonly<Record<(typeof RULE_FEATURES)[number], number>>;

export function featuresOf(one: WeighedProposition, other: WeighedProposition, overlap: Overlap): Features {
  const [a, b] = [one.proposition, other.proposition];
  const largest = Math.max(one.largest, other.largest);
  const weightOf = (word: string): number =>
    Math.max(one.weights.get(word) ?? 0, other.weights.get(word) ?? 0) / largest;
  const [namesA, namesB] = [one.names, other.names];
  const [leftA, leftB] = [leftOf(overlap.onlyA, namesA, weightOf), leftOf(overlap.onlyB, namesB, weightOf)];
  const shared = overlap.shared.map(weightOf);
  return {
    overlap: overlap.score,
    overlapWithEvents: overlapWithEvents(one, other),
    rarestShared: Math.max(0, ...shared),
    sharedOthers: sum(overlap.shared.filter((word) => !namesA.has(word) && !namesB.has(word)).map(weightOf)),
    leftLess: Math.min(leftA.all, leftB.all),
    rarestLeftLess: Math.min(leftA.rarest, leftB.rarest),
    rarestLeftMore: Math.max(leftA.rarest, leftB.rarest),
    namesLeftLess: Math.min(leftA.names, leftB.names),
    entities: entitiesOf(a, b),
    closesApart: Math.log1p(compareDates(a, b).closesApartDays ?? UNKNOWN_DAYS),
    sharedFigures: sum(
      [...one.figures].filter(([figure]) => other.figures.has(figure)).map(([, weight]) => weight / largest),
    ),
    slugs: [a, b].filter(({ names }) => names.length === 0).length,
  };
}

/** Taken for the days between close times where one is not known. */
const UNKNOWN_DAYS = 30;

/** The words of one side that the other lacks: their weight, the rarest of them, and the rarest name. */
function leftOf(words: readonly string[], names: ReadonlySet<string>, weightOf: (word: string) => number) {
  const left = { all: 0, rarest: 0, names: 0 };
  for (const word of words) {
    const weight = weightOf(word);
    left.all += weight;
    left.rarest = Math.max(left.rarest, weight);
    if (names.has(word)) left.names = Math.max(left.names, weight);
  }
  return left;
}

/** The share of weight that the propositions have in common together with their events' titles. */
function overlapWithEvents(one: WeighedProposition, other: WeighedProposition): number {
  const [a, b] = [one, other].map(({ weights, context }) => new Map([...context, ...weights]));
  let both = 0;
  let all = 0;
  for (const [word, weight] of a ?? []) {
    all += weight;
    if (b?.has(word)) both += weight;
  }
  for (const [word, weight] of b ?? []) if (!a?.has(word)) all += weight;
  return all === 0 ? 0 : both / all;
}

/** 2 where both name an outcome, 1 where one does, 0 where none does. Vetoes have seen that they agree. */
const entitiesOf = (a: Proposition, b: Proposition): number =>
  Number(a.entity.length > 0) + Number(b.entity.length > 0);
