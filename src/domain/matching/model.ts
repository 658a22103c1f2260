import type { Proposition } from "../propositions/proposition.ts";
import { compareDates } from "./compare-dates.ts";
import TRAINED from "./model.json" with { type: "json" };
import type { Overlap } from "./overlap.ts";
import { sum, type WeighedProposition } from "./weighing.ts";

/** A tree: a leaf is what it adds to the log odds; else the branch for a feature below its bound, and the one above. */
export type Tree<Name extends string = string> =
  | number
  | { readonly feature: Name; readonly bound: number; readonly below: Tree<Name>; readonly above: Tree<Name> };

export interface Model<Name extends string> {
  readonly bias: number;
  readonly trees: readonly Tree<Name>[];
  /** Turns the trees' log odds into those of a probability that holds for pairs not trained with. */
  readonly calibration: { readonly slope: number; readonly offset: number };
}

export interface Models {
  readonly titles: Model<FeatureName>;
  readonly rules: Model<string> & { readonly odds: SavedOdds };
}

/**
 * What words that one side alone says have meant in labelled pairs: the log odds that two rules differ where a word is left
 * over, and where one is left over here and another there ("quake" and "earthquake"). Of a pair, the first by the alphabet is
 * the outer key.
 */
export interface LeftOdds {
  readonly words: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** The same as JSON. */
export interface SavedOdds {
  readonly words: Readonly<Record<string, number>>;
  readonly pairs: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const models = TRAINED as unknown as Models;

// Any word may come from a platform, "constructor" too, which every object has.
const ODDS: LeftOdds = {
  words: new Map(Object.entries(models.rules.odds.words)),
  pairs: new Map(Object.entries(models.rules.odds.pairs).map(([word, odds]) => [word, new Map(Object.entries(odds))])),
};

/** The probability, 0..1, that two propositions with these features are the same. */
export const probabilityOf = (features: Features): number => toProbability(models.titles, features);

/** The same of what two rules say. */
export const ruleProbabilityOf = (features: Readonly<Record<string, number>>): number =>
  toProbability(models.rules, features);

function toProbability<Name extends string>(model: Model<Name>, features: Readonly<Record<Name, number>>): number {
  const { slope, offset } = model.calibration;
  return 1 / (1 + Math.exp(-slope * sumOf(model, features) - offset));
}

/** The log odds of all words left over, and of all pairs of them; 0 for those that no labelled pair had. */
export function sumOdds([ours, theirs]: LeftWords, { words, pairs }: LeftOdds = ODDS) {
  const ofWord = (word: string): number => words.get(word) ?? 0;
  const ofPair = (one: string, other: string): number =>
    (one < other ? pairs.get(one)?.get(other) : pairs.get(other)?.get(one)) ?? 0;
  return {
    wordOdds: sum(ours.map(ofWord)) + sum(theirs.map(ofWord)),
    pairOdds: sum(ours.map((one) => sum(theirs.map((other) => ofPair(one, other))))),
  };
}

/** The words of each side that the other says nowhere. */
export type LeftWords = readonly [readonly string[], readonly string[]];

/** The log odds before calibration. */
export function sumOf<Name extends string>(
  { bias, trees }: Pick<Model<Name>, "bias" | "trees">,
  features: Readonly<Record<Name, number>>,
): number {
  let total = bias;
  for (const tree of trees) total += leafOf(tree, features);
  return total;
}

function leafOf<Name extends string>(tree: Tree<Name>, features: Readonly<Record<Name, number>>): number {
  let at = tree;
  while (typeof at !== "number") at = features[at.feature] < at.bound ? at.below : at.above;
  return at;
}

/**
 * What the score of a pair is made of. Weights of words are shares of the largest one, so that they mean the same in a
 * small database and in a large one.
 */
export type Features = Readonly<ReturnType<typeof featuresOf>>;
export type FeatureName = keyof Features;

export function featuresOf(one: WeighedProposition, other: WeighedProposition, overlap: Overlap) {
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
    closesApart: closesApartOf(a, b),
    sharedFigures: sum(
      [...one.figures].filter(([figure]) => other.figures.has(figure)).map(([, weight]) => weight / largest),
    ),
    slugs: [a, b].filter(({ names }) => names.length === 0).length,
  };
}

/** The logarithm of the days between close times. */
export const closesApartOf = (a: Proposition, b: Proposition): number =>
  Math.log1p(compareDates(a, b).closesApartDays ?? UNKNOWN_DAYS);

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
export function overlapWithEvents(one: WeighedProposition, other: WeighedProposition): number {
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
