import { MIN_MATCH_SCORE } from "../../../src/domain/matching/matches.ts";
import { FEATURES } from "../../../src/domain/matching/model.ts";
import { isNatural } from "./dataset.ts";
import type { Judged } from "./train.ts";

/** The model card: what the model was trained with and how right it is on families that it has not seen. */
export function toCard(judged: readonly Judged[]): string {
  const sources = [...new Set(judged.map(({ pair }) => pair.source))];
  const rows = sources.map((source) =>
    toRow(
      source,
      judged.filter(({ pair }) => pair.source === source),
    ),
  );
  return `# The score of matching

Written by \`npm run train\` together with \`model.json\`.

The score is the probability that two markets ask the same question. It comes from boosted regression trees over
${FEATURES.length} features of a pair (\`features.ts\` names them): how much of the words, names, figures and dates both sides
share, what is left over on each, and how far apart they close. It is trained on pairs that no veto forbids; a
veto is never outweighed. Most features may move the score in one direction only.

## How right it is

Each pair is judged by a model that has seen no pair of its event or family (five folds). Single pairs, before the
best partner of each market is chosen. A pair that a veto forbids counts as not matched.

| set | same | different | precision at ${MIN_MATCH_SCORE} | recall at ${MIN_MATCH_SCORE} | precision at .8 | recall at .8 |
|---|---:|---:|---:|---:|---:|---:|
${rows.join("\n")}

shared, external, blind: the labelled pairs of other people and of real titles. pool: pairs of real titles drawn from
the candidates, and read. golden, field, practice: the sets in \`test/matching/golden\`, made to be hard.

## Calibration

Of the pairs of real titles (shared, external, blind, pool) with a score in the band, how many are the same question.

| score | pairs | same | mean score |
|---|---:|---:|---:|
${toBands(judged.filter(({ pair }) => isNatural(pair))).join("\n")}
`;
}

function toRow(source: string, judged: readonly Judged[]): string {
  const same = judged.filter(({ pair }) => pair.isMatch).length;
  const cells = [MIN_MATCH_SCORE, 0.8].flatMap((threshold) => {
    const accepted = judged.filter(({ score }) => score !== undefined && score >= threshold);
    const right = accepted.filter(({ pair }) => pair.isMatch).length;
    return [show(right / accepted.length), show(right / same)];
  });
  return `| ${[source, same, judged.length - same, ...cells].join(" | ")} |`;
}

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
