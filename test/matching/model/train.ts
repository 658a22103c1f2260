import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareGames } from "../../../src/domain/matching/games.ts";
import { type FeatureName, type Model, sumOf } from "../../../src/domain/matching/model.ts";
import { examine } from "../../../src/domain/matching/score.ts";
import { GOLDEN_SETS, MEASURED_SETS } from "../../support/matching/golden.ts";
import { type BoostingOptions, boost, type Example } from "./boosting.ts";
import { isNatural, type LabelledPair, readGolden, readPairs, readPool, toFolds } from "./dataset.ts";
import { ingestTitles, SHARED } from "./ingest-titles.ts";
import { toCard } from "./model-card.ts";
import { type Ablation, type Fitted, type JudgedRules, RULE_DIRECTIONS, trainRules } from "./rules.ts";

/**
 * Trains the score of matching and writes it with its model card:
 *
 *     npm run train
 *
 * The labelled pairs are those of ../shared/data/matching, the labels in `pool-labels.jsonl` of pairs among its titles,
 * and the golden sets. Nothing is random: the same data give the same model.
 */
async function main(): Promise<void> {
  if (!existsSync(SHARED)) throw new Error("train: ../shared is not here; the labelled pairs and titles are in it");
  const folder = mkdtempSync(join(tmpdir(), "toteboard-train-"));
  try {
    const pool = readPool(await ingestTitles(folder), join(folder, "map.json"));
    const pairs = [
      ...FILES.flatMap(([name, source]) => readPairs(join(SHARED, "data", "matching", name), source, pool)),
      ...readPairs(new URL("pool-labels.jsonl", import.meta.url).pathname, "pool", pool),
      ...readGolden(["golden", "field", "practice"]),
    ];
    const ruled = [
      ...readPairs(join(SHARED, "data", "matching", "pairs_rules.jsonl"), "rules", pool),
      // A word is rare or not in a large service and in a small one.
      ...RULED.flatMap((set) => [...readGolden([set], pool.values()), ...readGolden([set])]),
    ];
    const { model, ...measured } = train(pairs);
    const { model: rules, ...judged } = learnRules(ruled);
    const card = toCard({ ...measured, ...judged, featureCounts: FEATURE_COUNTS });
    writeFileSync(new URL("model.json", TARGET), `${JSON.stringify({ titles: model, rules }, null, 2)}\n`);
    writeFileSync(new URL("model.md", TARGET), card);
    console.log(card);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TARGET = new URL("../../../src/domain/matching/", import.meta.url);

const FILES = [
  ["pairs.jsonl", "shared"],
  ["pairs_external.jsonl", "external"],
  ["pairs_blind.jsonl", "blind"],
] as const;

/** The sets of pairs with rules. */
const RULED = GOLDEN_SETS.slice(GOLDEN_SETS.indexOf("rules")).filter((set) => !MEASURED_SETS.includes(set));

const FOLDS = 5;

/** More of what agrees may only raise the score, more of what is left over may only lower it. */
const DIRECTIONS: Readonly<Record<FeatureName, 1 | -1 | 0>> = {
  overlap: 1,
  overlapWithEvents: 1,
  rarestShared: 1,
  sharedOthers: 1,
  leftLess: -1,
  rarestLeftLess: -1,
  rarestLeftMore: -1,
  namesLeftLess: -1,
  closesApart: -1,
  sharedFigures: 1,
  entities: 0,
  slugs: 0,
};

const FEATURE_COUNTS = { titles: Object.keys(DIRECTIONS).length, rules: Object.keys(RULE_DIRECTIONS).length };

const OPTIONS: BoostingOptions<FeatureName> = {
  trees: 80,
  depth: 3,
  rate: 0.1,
  minLeaf: 2,
  ridge: 2,
  directions: DIRECTIONS,
};

/** How much a pair of a set counts: the families of the shared pairs are large and alike. */
const WEIGHTS: Readonly<Record<string, number>> = { shared: 0.6 };

/** A labelled pair, and what the score of a model that has not seen its family says. */
export interface Judged {
  readonly pair: LabelledPair;
  /** A probability; undefined where a veto forbids the pair or too few words are shared. */
  readonly score: number | undefined;
}

/** What is measured of pairs with rules. */
export interface RulesMeasured {
  readonly ruled: readonly JudgedRules[];
  /** The same with one fact left out, by its name. */
  readonly ablations: ReadonlyMap<string, readonly JudgedRules[]>;
}

/** Pairs of one topic are in one fold. */
function learnRules(pairs: readonly LabelledPair[]) {
  const folds = toFolds(pairs, FOLDS);
  const { model, judged } = trainRules(pairs, folds, calibrate);
  const ablations = new Map(
    Object.entries(ABLATIONS).map(([fact, ablation]) => [fact, trainRules(pairs, folds, calibrate, ablation).judged]),
  );
  return { model, ruled: judged, ablations };
}

const ABLATIONS: Readonly<Record<string, Ablation>> = {
  deadline: { vetoes: ["deadline"], features: ["sameDeadline"] },
  predicate: { vetoes: ["predicate"], features: [] },
  threshold: { vetoes: ["threshold"], features: ["sameThreshold"] },
};

function train(pairs: readonly LabelledPair[]) {
  const examples = pairs.map(toExample);
  const byFamily = judge(pairs, examples, toFolds(pairs, FOLDS));
  const byTemplate = judge(pairs, examples, toFolds(pairs, FOLDS, { byTemplate: true }), byFamily.calibration);
  const model = {
    calibration: byFamily.calibration,
    ...boost(
      examples.filter((one) => one !== undefined),
      OPTIONS,
    ),
  };
  return { model, measured: byFamily.judged, byTemplate: byTemplate.judged };
}

/** Judges each pair by a model that has seen none of its fold. Calibrates on these, unless that is done. */
function judge(
  pairs: readonly LabelledPair[],
  examples: readonly (Example<FeatureName> | undefined)[],
  folds: readonly number[],
  calibrated?: Model<string>["calibration"],
): { calibration: Model<string>["calibration"]; judged: readonly Judged[] } {
  const learn = (keep: (fold: number) => boolean) =>
    boost(
      examples.filter((one, at): one is Example<FeatureName> => one !== undefined && keep(folds[at] ?? 0)),
      OPTIONS,
    );
  const models = Array.from({ length: FOLDS }, (_, held) => learn((fold) => fold !== held));
  const sums = examples.map((one, at) => {
    const model = models[folds[at] ?? 0];
    return one === undefined || model === undefined ? undefined : sumOf(model, one.features);
  });
  const calibration = calibrated ?? calibrate(toFitted(pairs, examples, sums));
  const judged = pairs.map((pair, at): Judged => {
    const sum = sums[at];
    if (isSettled(pair)) return { pair, score: 1 };
    return { pair, score: sum === undefined ? undefined : toProbability(calibration.slope * sum + calibration.offset) };
  });
  return { calibration, judged };
}

/** The examples of real titles with their sums. */
const toFitted = (
  pairs: readonly LabelledPair[],
  examples: readonly (Example<FeatureName> | undefined)[],
  sums: readonly (number | undefined)[],
): Fitted[] =>
  examples.flatMap((one, at) => {
    const sum = sums[at];
    return one === undefined || sum === undefined || !isNatural(pairs[at]) ? [] : [{ ...one, sum }];
  });

/** Whether a rule decides the pair and the score is not asked. */
const isSettled = ({ a, b }: Pick<LabelledPair, "a" | "b">): boolean =>
  a.weighed !== undefined && b.weighed !== undefined && compareGames(a.weighed, b.weighed) !== undefined;

function toExample({ a, b, isMatch, source }: LabelledPair): Example<FeatureName> | undefined {
  if (a.weighed === undefined || b.weighed === undefined || isSettled({ a, b })) return undefined;
  const found = examine(a.weighed, b.weighed);
  if (found === undefined || found.refusal !== undefined) return undefined;
  return { features: found.features, isMatch, weight: WEIGHTS[source] ?? 1 };
}

const toProbability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Fits a line from sums to log odds (Platt scaling) by Newton's method. */
function calibrate(fitted: readonly Fitted[]): Model<string>["calibration"] {
  let [slope, offset] = [1, 0];
  for (let round = 0; round < 50; round++) {
    let [g1, g2, h11, h12, h22] = [0, 0, 0, 0, 0];
    for (const { sum, isMatch, weight } of fitted) {
      const p = toProbability(slope * sum + offset);
      const [error, curvature] = [weight * (Number(isMatch) - p), weight * p * (1 - p)];
      g1 += error * sum;
      g2 += error;
      h11 += curvature * sum * sum;
      h12 += curvature * sum;
      h22 += curvature;
    }
    const determinant = h11 * h22 - h12 * h12;
    slope += (h22 * g1 - h12 * g2) / determinant;
    offset += (h11 * g2 - h12 * g1) / determinant;
  }
  return { slope: Number(slope.toPrecision(4)), offset: Number(offset.toPrecision(4)) };
}

await main();
