import { compareRules, type RulesVerdict } from "../../../src/domain/matching/compare-rules.ts";
import {
  type LeftOdds,
  type LeftWords,
  type Models,
  type SavedOdds,
  sumOdds,
  sumOf,
} from "../../../src/domain/matching/model.ts";
import { compare } from "../../../src/domain/matching/score.ts";
import { type BoostingOptions, boost, type Example } from "./boosting.ts";
import type { LabelledPair } from "./dataset.ts";

type FeatureName = keyof RulesVerdict["features"];

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
  readonly features: readonly FeatureName[];
}

const NOTHING: Ablation = { vetoes: [], features: [] };

/**
 * Learns the score of pairs with rules. The vocabulary of acts was written with these pairs in sight, so that it is ignored
 * here: what it forbids counts as a negative that the other features must tell.
 */
export function trainRules(
  pairs: readonly LabelledPair[],
  folds: readonly number[],
  fit: (sums: readonly Fitted[]) => Models["rules"]["calibration"],
  ablation: Ablation = NOTHING,
): { model: Models["rules"]; judged: readonly JudgedRules[] } {
  const examples = pairs.flatMap((pair, at): RulesExample[] => {
    const { a, b, isMatch } = pair;
    const verdict = a.weighed && b.weighed && compareRules(a.weighed, b.weighed);
    if (verdict === undefined) return [];
    const features = { ...verdict.features };
    for (const name of ablation.features) features[name] = 0;
    const isForbidden = verdict.refusals.some(({ veto, isLexical }) => !isLexical && !ablation.vetoes.includes(veto));
    const fold = folds[at] ?? 0;
    return [{ pair, verdict, features, left: verdict.left, isMatch, weight: 1, fold, isForbidden }];
  });
  const open = examples.filter(({ isForbidden }) => !isForbidden);
  const crossed = crossPairs(pairs, folds);
  const names = [...new Set(folds)];
  const learn = (held?: number) => {
    // The odds of an example's words come from other topics, as those of a pair that is to be judged do.
    const oddsWithout = new Map(
      names.map((fold) => [fold, learnOdds(open.filter((one) => one.fold !== held && one.fold !== fold))]),
    );
    const withOdds = <One extends Learned>(one: One): One => ({
      ...one,
      features: { ...one.features, ...sumOdds(one.left, oddsWithout.get(one.fold)) },
    });
    const known = [...open, ...crossed].filter(({ fold }) => fold !== held).map(withOdds);
    return { ...boost(known, OPTIONS), odds: learnOdds(open.filter(({ fold }) => fold !== held)) };
  };
  const models = new Map(names.map((fold) => [fold, learn(fold)]));
  const judge = ({ fold, features, left }: RulesExample): number => {
    const model = models.get(fold);
    return model === undefined ? 0 : sumOf(model, { ...features, ...sumOdds(left, model.odds) });
  };
  const calibration = fit(
    open.map((one) => ({ sum: judge(one), isMatch: one.isMatch, weight: one.isMatch ? 1 : NEGATIVES })),
  );
  const { slope, offset } = calibration;
  const model = learn();
  return {
    model: { calibration, ...model, odds: toSaved(model.odds) },
    judged: examples.map((one) => ({
      pair: one.pair,
      verdict: one.verdict,
      score: 1 / (1 + Math.exp(-slope * judge(one) - offset)),
    })),
  };
}

interface Learned extends Example<FeatureName> {
  readonly fold: number;
  /** The words left over on each side. */
  readonly left: LeftWords;
}

interface RulesExample extends Learned {
  readonly pair: LabelledPair;
  readonly verdict: RulesVerdict;
  readonly isForbidden: boolean;
}

/** Counts in how many examples words, and pairs of them, are left over where the rules ask the same and where they do not. */
function learnOdds(examples: readonly Learned[]): LeftOdds {
  const words = new Map<string, Counted>();
  const pairs = new Map<string, Counted>();
  const add = (counts: Map<string, Counted>, key: string, isMatch: boolean): void => {
    const counted = counts.get(key) ?? { same: 0, different: 0 };
    counted[isMatch ? "same" : "different"]++;
    counts.set(key, counted);
  };
  for (const { left, isMatch } of examples) {
    for (const word of new Set(left.flat())) add(words, word, isMatch);
    const joined = left[0].flatMap((one) => left[1].map((other) => [one, other].toSorted().join(" ")));
    for (const pair of new Set(joined)) add(pairs, pair, isMatch);
  }
  const matches = examples.filter(({ isMatch }) => isMatch).length / Math.max(1, examples.length);
  const oddsOf = ({ same, different }: Counted, prior: number): number =>
    Number(
      (
        Math.log((different + prior * (1 - matches)) / (same + prior * matches)) - Math.log((1 - matches) / matches)
      ).toFixed(2),
    );
  const odds = { words: new Map<string, number>(), pairs: new Map<string, Map<string, number>>() };
  for (const [word, counted] of [...words].toSorted(byKey)) odds.words.set(word, oddsOf(counted, WORD_PRIOR));
  for (const [pair, counted] of [...pairs].toSorted(byKey)) {
    const [one = "", other = ""] = pair.split(" ");
    if (counted.same + counted.different < MIN_PAIRED) continue;
    odds.pairs.set(one, (odds.pairs.get(one) ?? new Map()).set(other, oddsOf(counted, PAIR_PRIOR)));
  }
  return odds;
}

const toSaved = ({ words, pairs }: LeftOdds): SavedOdds => ({
  words: Object.fromEntries(words),
  pairs: Object.fromEntries([...pairs].map(([word, odds]) => [word, Object.fromEntries(odds)])),
});

interface Counted {
  same: number;
  different: number;
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  Number(one > other) - Number(one < other);

/** As if each word, and each pair, had been seen in that many more examples without telling anything. Each pair is two examples. */
const [WORD_PRIOR, PAIR_PRIOR] = [6, 4];
/** What is seen in one pair alone, in two corpora, is not kept: there are too many. */
const MIN_PAIRED = 3;

/**
 * Markets of two labelled pairs that share a telling word of their rules and whose titles do not say the same. A service
 * has many such easy candidates, and no labelled set has any.
 */
function crossPairs(pairs: readonly LabelledPair[], folds: readonly number[]): Learned[] {
  const sides = pairs.flatMap(({ source, a, b }, at) =>
    [a, b].flatMap(({ platform, weighed }) => (weighed === undefined ? [] : [{ source, platform, weighed, at }])),
  );
  const crossed = new Map<string, Learned>();
  for (const group of Map.groupBy(
    sides.flatMap((side) => side.weighed.proposition.ruleWords.map((word) => ({ side, word }))),
    ({ side, word }) => `${side.source} ${word}`,
  ).values()) {
    if (group.length > MAX_CROSSED) continue;
    for (const [place, { side: one }] of group.entries()) {
      for (const { side: other } of group.slice(place + 1)) {
        const key = `${one.at} ${one.platform} ${other.at} ${other.platform}`;
        if (one.at === other.at || one.platform === other.platform || crossed.has(key)) continue;
        const titles = compare({ ...one.weighed, ruled: () => undefined }, other.weighed);
        if (titles !== undefined && titles.veto === undefined && titles.score >= MAX_TITLES_SCORE) continue;
        const found = compareRules(one.weighed, other.weighed);
        if (found === undefined || found.refusals.length > 0) continue;
        crossed.set(key, {
          features: found.features,
          left: found.left,
          isMatch: false,
          weight: CROSSED,
          fold: folds[one.at] ?? 0,
        });
      }
    }
  }
  return [...crossed.values()];
}

/** A word of more sides tells too little. */
const MAX_CROSSED = 40;
/** Titles of a higher score may say the same. */
const MAX_TITLES_SCORE = 0.5;
/** How much such a pair counts. */
const CROSSED = 0.1;

/** Vetoes have learned from the labelled pairs, so that fewer different ones are left among these than among others. */
const NEGATIVES = 2;

export interface Fitted {
  readonly sum: number;
  readonly isMatch: boolean;
  readonly weight: number;
}

/** More of what agrees may only raise the score, more of what is left over may only lower it. */
export const RULE_DIRECTIONS: Readonly<Record<FeatureName, 1 | -1 | 0>> = {
  shared: 1,
  rarestLeftLess: -1,
  leftLess: -1,
  leftMore: -1,
  namesLeft: -1,
  bothExclude: 0,
  sameDeadline: 1,
  sameThreshold: 1,
  sameAct: 1,
  overlapWithEvents: 1,
  closesApart: -1,
  wordOdds: -1,
  pairOdds: -1,
};

const OPTIONS: BoostingOptions<FeatureName> = {
  trees: 80,
  depth: 4,
  rate: 0.1,
  minLeaf: 2,
  ridge: 2,
  directions: RULE_DIRECTIONS,
};
