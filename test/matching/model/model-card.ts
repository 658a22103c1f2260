import { MIN_MATCH_SCORE } from "../../../src/domain/matching/matches.ts";
import { isNatural } from "./dataset.ts";
import type { JudgedRules } from "./rules.ts";
import type { Judged, RulesMeasured } from "./train.ts";

interface Measured extends RulesMeasured {
  /** How many features the score of titles has, and that of rules. */
  readonly featureCounts: { readonly titles: number; readonly rules: number };
  readonly measured: readonly Judged[];
  /** The same pairs by models that have seen no pair of their template. */
  readonly byTemplate: readonly Judged[];
}

/** The model card: what the models were trained with and how right they are on families that they have not seen. */
export function toCard({ featureCounts, measured: judged, byTemplate, ruled, ablations }: Measured): string {
  const sources = [...new Set(judged.map(({ pair }) => pair.source))];
  const of = (source: string, all: readonly Judged[]) => all.filter(({ pair }) => pair.source === source);
  const rows = sources.map((source) => toRow(source, of(source, judged), of(source, byTemplate)));
  return `# The score of matching

Written by \`npm run train\` together with \`model.json\`.

The score is the probability that two markets ask the same question. It comes from boosted regression trees over
${featureCounts.titles} features of a pair (\`model.ts\` names them): how much of the words, names, figures and dates both sides
share, what is left over on each, and how far apart they close. It is trained on pairs that no veto forbids; a
veto is never outweighed. Most features may move the score in one direction only.

## How right it is

Each pair is judged by a model that has seen no pair of its event or family (five folds). Single pairs, before the
best partner of each market is chosen. A pair that a veto forbids counts as not matched. The last two columns leave out
families of templates: titles that differ in names, dates and figures only.

| set | same | different | precision at ${MIN_MATCH_SCORE} | recall at ${MIN_MATCH_SCORE} | precision at .8 | recall at .8 | templates left out: precision | recall |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join("\n")}

shared, external, blind: the labelled pairs of other people and of real titles. pool: pairs of real titles drawn from
the candidates, and read. golden, field, practice: the sets in \`test/matching/golden\`, made to be hard.

## Pairs with rules on both sides

Their score comes from trees over ${featureCounts.rules} features of the sentences that say what yes takes. Each pair is judged by a model
that has seen no pair of its topic: those of the labelled pairs with rules, and of the sets with rules in
\`test/matching/golden\`. They were in sight when the comparison was written, so that others fare worse. In the third row no act forbids a pair; in
those below it one fact is neither compared nor a feature. The judge of the second row is simulated: what is expected of
one that errs in 5 of 100 pairs it is asked about.

| what is compared | precision at ${MIN_MATCH_SCORE} | recall at ${MIN_MATCH_SCORE} | proven: right | wrong |
|---|---:|---:|---:|---:|
${[toRulesRow("all", ruled), toJudgedRow(ruled), toRulesRow("all but the vocabulary of acts", ruled, { isLexical: false }), ...[...ablations].map(([fact, found]) => toRulesRow(`all but the ${fact}`, found, { without: fact }))].join("\n")}

Proven: the deadline and the act were read on both sides and are equal.

## Calibration

Of the pairs of real titles (shared, external, blind, pool) with a score in the band, how many are the same question.

| score | pairs | same | mean score |
|---|---:|---:|---:|
${toBands(judged.filter(({ pair }) => isNatural(pair))).join("\n")}
`;
}

function toRow(source: string, judged: readonly Judged[], byTemplate: readonly Judged[]): string {
  const same = judged.filter(({ pair }) => pair.isMatch).length;
  const cellsOf = (all: readonly Judged[], threshold: number): string[] => {
    const accepted = all.filter(({ score }) => score !== undefined && score >= threshold);
    const right = accepted.filter(({ pair }) => pair.isMatch).length;
    return [show(right / accepted.length), show(right / same)];
  };
  const cells = [...[MIN_MATCH_SCORE, 0.8].flatMap((threshold) => cellsOf(judged, threshold))];
  return `| ${[source, same, judged.length - same, ...cells, ...cellsOf(byTemplate, MIN_MATCH_SCORE)].join(" | ")} |`;
}

function toRulesRow(name: string, judged: readonly JudgedRules[], { isLexical = true, without = "" } = {}): string {
  const same = judged.filter(({ pair }) => pair.isMatch).length;
  const accepted = judged.filter(
    ({ score, verdict }) =>
      score >= MIN_MATCH_SCORE &&
      !verdict.refusals.some((one) => one.veto !== without && (isLexical || !one.isLexical)),
  );
  const right = accepted.filter(({ pair }) => pair.isMatch).length;
  const proven = accepted.filter(({ verdict }) => verdict.isProven);
  const provenRight = proven.filter(({ pair }) => pair.isMatch).length;
  return `| ${[name, show(right / accepted.length), show(right / same), provenRight, proven.length - provenRight].join(" | ")} |`;
}

/** Pairs with a lower score are not kept, so nobody is asked about them. */
const MIN_JUDGED_SCORE = 0.2;

/** What is to be expected of a judge: it is asked about pairs without a veto, and its verdict replaces the score. */
function toJudgedRow(judged: readonly JudgedRules[]): string {
  const same = judged.filter(({ pair }) => pair.isMatch).length;
  const asked = judged.filter(({ score, verdict }) => score >= MIN_JUDGED_SCORE && verdict.refusals.length === 0);
  const matches = asked.filter(({ pair }) => pair.isMatch).length;
  const [right, wrong] = [JUDGE_RIGHT * matches, (1 - JUDGE_RIGHT) * (asked.length - matches)];
  return `| all, with a judge that is right in 95 of 100 | ${show(right / (right + wrong))} | ${show(right / same)} | – | – |`;
}

const JUDGE_RIGHT = 0.95;

const show = (share: number): string => (Number.isFinite(share) ? share.toFixed(3) : "–");

const BANDS = [0, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

const toBands = (judged: readonly Judged[]): string[] =>
  BANDS.slice(0, -1).map((from, index) => {
    const to = BANDS[index + 1] ?? 1;
    const within = judged.filter(({ score }) => score !== undefined && score >= from && (score < to || to === 1));
    const same = within.filter(({ pair }) => pair.isMatch).length;
    const mean = within.reduce((total, { score }) => total + (score ?? 0), 0) / within.length;
    return `| ${from}–${to} | ${within.length} | ${show(same / within.length)} | ${show(mean)} |`;
  });
