import type { Proposition } from "../../domain/propositions/proposition.ts";
import { toProposition } from "../../domain/propositions/read-market.ts";
import { isTestMarket } from "../../domain/titles.ts";
import { prepare } from "../../store/database/db.ts";
import type { CandidateIndex } from "../../store/matching/candidates.ts";
import { dequeueRange, queueMarkets, STAGES } from "../../store/matching/match-queue.ts";
import { equalsStored, listQuestions, type QueuedMarket, saveProposition } from "../../store/matching/propositions.ts";
import type { Writing } from "../transactions/writing.ts";
import type { MatchCorpus } from "./corpus.ts";

/** How long a closed market is still matched after its last change. Its matches stay for good. */
export const MATCHED_AFTER_CLOSE_MS = 30 * 86_400_000;

interface ReadDeps {
  readonly writing: Writing;
  readonly corpus: MatchCorpus;
  readonly candidates: CandidateIndex;
}

/**
 * Reads the questions of markets as propositions, stores them and queues the changed ones. Gives how many were read. `now`
 * is epoch milliseconds.
 */
export function readQuestions(deps: ReadDeps, marketKeys: readonly number[], now: number): number {
  const { writing, corpus } = deps;
  const { db } = writing;
  const changed: number[] = [];
  const questions = listQuestions(db, marketKeys);
  if (questions.length < marketKeys.length) throw new Error(`matching: of markets ${marketKeys} some have no row`);
  for (const question of questions) {
    if (readQuestion(deps, question, now)) changed.push(question.marketKey);
  }
  dequeueRange(db, marketKeys, STAGES.read);
  queueMarkets(db, changed, STAGES.compare);
  corpus.save();
  return marketKeys.length;
}

/** Whether a market closed so long ago that it has no proposition any more. */
export const isRetired = ({ status, updatedAt }: Pick<QueuedMarket, "status" | "updatedAt">, now: number): boolean =>
  status === "closed" && updatedAt <= now - MATCHED_AFTER_CLOSE_MS;

/** Gives whether the market is to be compared. */
function readQuestion(deps: ReadDeps, question: QueuedMarket, now: number): boolean {
  if (isRetired(question, now)) {
    if (question.stored !== null) store(deps, question, undefined);
    return false;
  }
  const proposition = isTestMarket(question) ? undefined : toProposition(question);
  const isSame = proposition === undefined ? question.stored === null : equalsStored(question, proposition);
  if (isSame) return false;
  store(deps, question, proposition);
  return true;
}

/** Deletes the propositions of markets. Their pairs and matches stay. */
export function retireQuestions(deps: ReadDeps, marketKeys: readonly number[]): void {
  const { writing, corpus } = deps;
  for (const question of listQuestions(writing.db, marketKeys)) {
    if (question.stored !== null) store(deps, question, undefined);
  }
  corpus.save();
}

/** Stores a proposition; undefined deletes it. */
function store(
  { writing, corpus, candidates }: ReadDeps,
  question: QueuedMarket,
  proposition: Proposition | undefined,
): void {
  const { marketKey, platform, stored } = question;
  // The texts that the judge may have read are others now.
  prepare(writing.db, "judge", "outdate").run({ marketKey });
  corpus.changed(marketKey, Number(proposition !== undefined) - Number(stored !== null));
  candidates.changed(marketKey, proposition && { ...proposition, marketKey, platform });
  if (proposition === undefined) prepare(writing.db, "matches", "deleteProposition").run({ marketKey });
  else saveProposition(writing.db, question, proposition);
}
