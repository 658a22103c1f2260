import { gramsOf, type Proposition, toProposition } from "../../domain/matching/index.ts";
import { isFiled, type KnownQuestion, STAGES } from "../../store/matching/index.ts";
import type { Writing } from "../transactions/index.ts";
import type { MatchCorpus } from "./corpus.ts";

/** A market that closed takes part this long after its last change; its matches stay. */
export const STAYS_MS = 30 * 86_400_000;

export interface Reading {
  readonly now: number;
  /** Whether what says the same as before is to be compared again as well. */
  readonly isAnew: boolean;
  /** Whether the index is left alone, as it is to be made anew when all has been read. */
  readonly leavesIndex: boolean;
}

/** Takes the questions of markets apart and files them; gives how many. What says the same as before is done with. */
export function readQuestions(
  writing: Writing,
  corpus: MatchCorpus,
  marketKeys: readonly number[],
  reading: Reading,
): number {
  const { queue, propositions } = writing.matching;
  const changed: number[] = [];
  const questions = propositions.listQuestions(marketKeys);
  if (questions.length < marketKeys.length) throw new Error(`matching: of markets ${marketKeys} some have no row`);
  for (const question of questions) {
    if (readOne(writing, corpus, question, reading)) changed.push(question.marketKey);
  }
  queue.remove(marketKeys, STAGES.read);
  queue.add(changed, STAGES.compare);
  corpus.save();
  return marketKeys.length;
}

/** Whether the market is to be compared. */
function readOne(writing: Writing, corpus: MatchCorpus, question: KnownQuestion, reading: Reading): boolean {
  if (question.status === "closed" && question.updatedAt <= reading.now - STAYS_MS) {
    if (question.filed !== null) file(writing, corpus, question, undefined, reading);
    return false;
  }
  const after = toProposition(question);
  const isSame = after === undefined ? question.filed === null : isFiled(question, after);
  if (isSame) return reading.isAnew;
  file(writing, corpus, question, after, reading);
  return true;
}

/** Takes markets out of the running; their pairs stay as they are. */
export function retire(
  writing: Writing,
  corpus: MatchCorpus,
  marketKeys: readonly number[],
  reading: Pick<Reading, "leavesIndex">,
): void {
  for (const question of writing.matching.propositions.listQuestions(marketKeys)) {
    if (question.filed !== null) file(writing, corpus, question, undefined, reading);
  }
  corpus.save();
}

/** Files what a question says now, nothing when it takes no part any more. */
function file(
  writing: Writing,
  corpus: MatchCorpus,
  question: KnownQuestion,
  after: Proposition | undefined,
  { leavesIndex }: Pick<Reading, "leavesIndex">,
): void {
  const { marketKey, filed } = question;
  const { propositions } = writing.matching;
  corpus.change(marketKey, Number(after !== undefined) - Number(filed !== null));
  if (!leavesIndex) refile(writing, marketKey, propositions.list([marketKey]).get(marketKey)?.proposition, after);
  if (after === undefined) propositions.remove(marketKey);
  else propositions.save(question, after);
}

function refile(
  { matching: { grams } }: Writing,
  marketKey: number,
  before: Proposition | undefined,
  after: Proposition | undefined,
): void {
  const oldGrams = new Set(before === undefined ? [] : gramsOf(before));
  const newGrams = new Set(after === undefined ? [] : gramsOf(after));
  grams.remove(
    marketKey,
    [...oldGrams].filter((gram) => !newGrams.has(gram)),
  );
  grams.add(
    marketKey,
    [...newGrams].filter((gram) => !oldGrams.has(gram)),
  );
}
