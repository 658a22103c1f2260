import { FEATURES, type FeatureName, type Features } from "./features.ts";
import TRAINED from "./model.json" with { type: "json" };

/** A tree: a leaf is what it adds to the log odds; else the branch for a feature below its bound, and the one above. */
export type Tree =
  | number
  | { readonly feature: FeatureName; readonly bound: number; readonly below: Tree; readonly above: Tree };

export interface Model {
  readonly bias: number;
  readonly trees: readonly Tree[];
  /** The median of each feature among pairs that are not the same question, against which its part is measured. */
  readonly typical: Features;
  /** Turns the trees' log odds into those of a probability that holds for pairs not trained with. */
  readonly calibration: { readonly slope: number; readonly offset: number };
}

/** The probability, 0..1, that two questions with these features are the same. */
export const probabilityOf = (features: Features): number => 1 / (1 + Math.exp(-logOddsOf(features)));

/** A feature that moved the score. */
interface FeaturePart {
  readonly name: FeatureName;
  /** What it added to the log odds; never 0. */
  readonly logOdds: number;
  /** Whether it is more than in a typical wrong pair. */
  readonly isMore: boolean;
}

/** The features that moved the score furthest from that of a typical wrong pair. */
export function topFeatures(features: Features, count: number): FeaturePart[] {
  const parts = FEATURES.map((name) => ({ name, logOdds: 0, typical: { ...features, [name]: model.typical[name] } }));
  for (const tree of model.trees) {
    const leaf = leafOf(tree, features);
    const names = namesOnPath(tree, features);
    for (const part of parts) if (names.has(part.name)) part.logOdds += leaf - leafOf(tree, part.typical);
  }
  return parts
    .filter(({ logOdds }) => logOdds !== 0)
    .map(({ name, logOdds }) => ({ name, logOdds, isMore: features[name] > model.typical[name] }))
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds))
    .slice(0, count);
}

const model = TRAINED as unknown as Model;

function logOddsOf(features: Features): number {
  const { slope, offset } = model.calibration;
  return slope * sumOf(model, features) + offset;
}

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

/** The features on the way to a leaf where a typical one takes another branch. No other feature changes the leaf. */
function namesOnPath(tree: Tree, features: Features): Set<FeatureName> {
  const names = new Set<FeatureName>();
  let at = tree;
  while (typeof at !== "number") {
    const isBelow = features[at.feature] < at.bound;
    if (model.typical[at.feature] < at.bound !== isBelow) names.add(at.feature);
    at = isBelow ? at.below : at.above;
  }
  return names;
}
