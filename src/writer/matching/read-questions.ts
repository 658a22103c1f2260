import { blockingKeysOf } from "../../domain/matching/blocking-keys.ts";
import type { Proposition } from "../../domain/propositions/reading/proposition.ts";
import { toProposition } from "../../domain/propositions/reading/read-market.ts";
import { isTestMarket } from "../../domain/titles/test-markets.ts";
import { STAGES } from "../../store/matching/match-queue.ts";
import { equalsStored, type QueuedMarket } from "../../store/matching/propositions.ts";
import type { Writing } from "../transactions/writing.ts";
import type { MatchCorpus } from "./corpus.ts";

/** How long a closed market is still matched after its last change. Its matches stay for good. */
export const MATCHED_AFTER_CLOSE_MS = 30 * 86_400_000;

interface ReadOptions {
  readonly now: number;
  /** Whether unchanged questions are compared again too. */
  readonly comparesUnchanged: boolean;
  /** Whether to leave the index alone, because a rebuild follows. */
  readonly skipsIndex: boolean;
}

/** Reads the questions of markets as propositions, stores them and queues the changed ones. Gives how many were read. */
export function readQuestions(
  writing: Writing,
  corpus: MatchCorpus,
  marketKeys: readonly number[],
  options: ReadOptions,
): number {
  const { queue, propositions } = writing.matching;
  const changed: number[] = [];
  const questions = propositions.listQuestions(marketKeys);
  if (questions.length < marketKeys.length) throw new Error(`matching: of markets ${marketKeys} some have no row`);
  for (const question of questions) {
    if (readQuestion(writing, corpus, question, options)) changed.push(question.marketKey);
  }
  queue.removeRange(marketKeys, STAGES.read);
  queue.add(changed, STAGES.compare);
  corpus.save();
  return marketKeys.length;
}

/** Whether a market closed so long ago that it has no proposition any more. */
export const isRetired = ({ status, updatedAt }: Pick<QueuedMarket, "status" | "updatedAt">, now: number): boolean =>
  status === "closed" && updatedAt <= now - MATCHED_AFTER_CLOSE_MS;

/** Gives whether the market is to be compared. */
function readQuestion(writing: Writing, corpus: MatchCorpus, question: QueuedMarket, options: ReadOptions): boolean {
  if (isRetired(question, options.now)) {
    if (question.stored !== null) store(writing, corpus, question, undefined, options);
    return false;
  }
  const proposition = isTestMarket(question) ? undefined : toProposition(question);
  const isSame = proposition === undefined ? question.stored === null : equalsStored(question, proposition);
  if (isSame) return options.comparesUnchanged;
  store(writing, corpus, question, proposition, options);
  return true;
}

/** Deletes the propositions of markets. Their pairs and matches stay. */
export function retireQuestions(
  writing: Writing,
  corpus: MatchCorpus,
  marketKeys: readonly number[],
  options: Pick<ReadOptions, "skipsIndex">,
): void {
  for (const question of writing.matching.propositions.listQuestions(marketKeys)) {
    if (question.stored !== null) store(writing, corpus, question, undefined, options);
  }
  corpus.save();
}

/** Stores a proposition and its blocking keys; undefined deletes both. */
function store(
  writing: Writing,
  corpus: MatchCorpus,
  question: QueuedMarket,
  proposition: Proposition | undefined,
  { skipsIndex }: Pick<ReadOptions, "skipsIndex">,
): void {
  const { marketKey, stored } = question;
  const { propositions } = writing.matching;
  corpus.changed(marketKey, Number(proposition !== undefined) - Number(stored !== null));
  if (!skipsIndex) {
    updateIndex(writing, marketKey, propositions.list([marketKey]).get(marketKey)?.proposition, proposition);
  }
  if (proposition === undefined) propositions.remove(marketKey);
  else propositions.save(question, proposition);
}

function updateIndex(
  { matching: { blockingKeys } }: Writing,
  marketKey: number,
  before: Proposition | undefined,
  after: Proposition | undefined,
): void {
  const oldKeys = new Set(before === undefined ? [] : blockingKeysOf(before));
  const newKeys = new Set(after === undefined ? [] : blockingKeysOf(after));
  blockingKeys.remove(
    marketKey,
    [...oldKeys].filter((key) => !newKeys.has(key)),
  );
  blockingKeys.add(
    marketKey,
    [...newKeys].filter((key) => !oldKeys.has(key)),
  );
}
