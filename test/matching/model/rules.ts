import { compareRules, type RulesVerdict } from "../../../src/domain/matching/compare-rules.ts";
import { RULE_FEATURES, type RuleFeatures, type RuleModel, ruleSumOf } from "../../../src/domain/matching/model.ts";
import type { LabelledPair } from "./dataset.ts";

/** A labelled pair with rules on both sides, and what a model that has not seen its topic says. */
export interface JudgedRules {
  readonly pair: LabelledPair;
  readonly verdict: RulesVerdict;
  /** A probability. A veto does not lower it. */
  readonly score: number;
}

/** What may be left out of the comparison of rules, to see what it is worth: vetoes by name, and features. */
export interface Ablation {
  readonly vetoes: readonly string[];
  readonly features: readonly (keyof RuleFeatures)[];
}

const NOTHING: Ablation = { vetoes: [], features: [] };

/**
 * Learns the score of pairs with rules by logistic regression. The vocabulary of acts was written with these pairs in
 * sight, so that it is ignored here: what it forbids counts as a negative that the other features must tell.
 */
export function trainRules(
  pairs: readonly LabelledPair[],
  folds: readonly number[],
  fit: (sums: readonly Fitted[]) => RuleModel["calibration"],
  ablation: Ablation = NOTHING,
): { model: RuleModel; judged: readonly JudgedRules[] } {
  const examples = pairs.flatMap((pair, at) => {
    const { a, b } = pair;
    const verdict = a.weighed && b.weighed && compareRules(a.weighed, b.weighed);
    if (verdict === undefined) return [];
    const features = { ...verdict.features };
    for (const name of ablation.features) features[name] = 0;
    const isForbidden = verdict.refusals.some(({ veto, isLexical }) => !isLexical && !ablation.vetoes.includes(veto));
    return [{ pair, verdict, features, fold: folds[at] ?? 0, isForbidden }];
  });
  const open = examples.filter(({ isForbidden }) => !isForbidden);
  const held = new Map(
    [...new Set(examples.map(({ fold }) => fold))].map((fold) => [
      fold,
      regress(open.filter((one) => one.fold !== fold)),
    ]),
  );
  const sumOf = ({ fold, features }: (typeof examples)[number]): number => {
    const model = held.get(fold);
    return model === undefined ? 0 : ruleSumOf(model, features);
  };
  const calibration = fit(
    open.map((one) => ({ sum: sumOf(one), isMatch: one.pair.isMatch, weight: one.pair.isMatch ? 1 : NEGATIVES })),
  );
  return {
    model: { ...regress(open), calibration },
    judged: examples.map((one) => ({
      pair: one.pair,
      verdict: one.verdict,
      score: 1 / (1 + Math.exp(-calibration.slope * sumOf(one) - calibration.offset)),
    })),
  };
}

/** Among candidates, different pairs are more frequent than in the labelled set. */
const NEGATIVES = 1.4;

export interface Fitted {
  readonly sum: number;
  readonly isMatch: boolean;
  readonly weight: number;
}

type Example = { readonly pair: LabelledPair; readonly features: RuleFeatures };

/** More of what agrees may only raise the score, more of what is left over may only lower it. */
const DIRECTIONS: Readonly<Record<keyof RuleFeatures, 1 | -1>> = {
  shared: 1,
  rarestLeftLess: -1,
  figuresLeft: -1,
  nearlyExcluded: -1,
  sameDeadline: 1,
  sameThreshold: 1,
  near: 1,
  sameAct: 1,
  namesLeft: -1,
};

const [ROUNDS, RATE, RIDGE] = [4000, 1.5, 0.3];

/** Logistic regression by gradient ascent with a ridge on all weights but the bias. */
function regress(examples: readonly Example[]): Pick<RuleModel, "bias" | "weights"> {
  let bias = 0;
  const rate = RATE / examples.length;
  const weights = Object.fromEntries(RULE_FEATURES.map((name) => [name, 0])) as Record<keyof RuleFeatures, number>;
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = Object.fromEntries(RULE_FEATURES.map((name) => [name, -RIDGE * weights[name]])) as typeof weights;
    let slope = 0;
    for (const { pair, features } of examples) {
      const error = Number(pair.isMatch) - 1 / (1 + Math.exp(-ruleSumOf({ bias, weights }, features)));
      slope += error;
      for (const name of RULE_FEATURES) gradient[name] += error * features[name];
    }
    bias += rate * slope;
    for (const name of RULE_FEATURES) {
      const weight = weights[name] + rate * gradient[name];
      weights[name] = DIRECTIONS[name] > 0 ? Math.max(0, weight) : Math.min(0, weight);
    }
  }
  const round = (value: number): number => Number(value.toPrecision(4));
  return {
    bias: round(bias),
    weights: Object.fromEntries(RULE_FEATURES.map((name) => [name, round(weights[name])])) as typeof weights,
  };
}
