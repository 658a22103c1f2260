import { setImmediate } from "node:timers/promises";
import { type Corpus, countedOf, type WeighedProposition, weigh } from "../../domain/matching/weighing.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { Proposition } from "../../domain/propositions/proposition.ts";
import { toProposition } from "../../domain/propositions/read-market.ts";
import { isTestMarket } from "../../domain/titles.ts";
import { createLru } from "../../lru.ts";
import { prepare } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { dequeueRange, queueMarkets, STAGES } from "../../store/matching/match-queue.ts";
import {
  type CandidateIndex,
  equalsStored,
  listNextPropositions,
  listPropositions,
  listQuestions,
  type QueuedMarket,
  saveProposition,
} from "../../store/matching/propositions.ts";
import type { Writing } from "../transactions.ts";

/** A question ready to be compared, with the platform of its market. */
export interface WeighedQuestion {
  readonly platform: string;
  readonly weighed: WeighedProposition;
}

/** "The first" in reasons is the market with the smaller key. */
export const inOrder = (key: number, own: WeighedQuestion, otherKey: number, other: WeighedQuestion) =>
  key < otherKey ? ([own.weighed, other.weighed] as const) : ([other.weighed, own.weighed] as const);

/** The questions that are matched, with the frequencies of their words. */
export type MatchCorpus = ReturnType<typeof createCorpus>;

/** Words are counted again when the number of questions has changed by this factor. */
const MAX_GROWTH = 1.1;

/** Job positions in the database: the number of questions now, and when words were last counted. */
const QUESTIONS = "match-questions";
const COUNTED = "match-corpus";

/** About six kilobytes each. */
const MAX_CACHED_QUESTIONS = 2000;
const MAX_CACHED_WORDS = 40_000;
const STEP_ROWS = 1000;

export function createCorpus(writing: Writing) {
  const questions = createLru<number, WeighedQuestion>(MAX_CACHED_QUESTIONS);
  const counts = new Map<string, number>();
  let corpus: Corpus | undefined;
  let size: number | undefined;
  let savedSize: number | undefined;

  const frequencyOf = (word: string): number => {
    const cached = counts.get(word);
    if (cached !== undefined) return cached;
    // A word that is new since the last count has none.
    const count = prepare(writing.db, "matches", "findFrequency").pluck().get({ word }) ?? 0;
    if (counts.size >= MAX_CACHED_WORDS) counts.clear();
    counts.set(word, count);
    return count;
  };
  const getCorpus = (): Corpus => {
    corpus ??= { size: findPosition(writing.db, COUNTED), frequencyOf };
    return corpus;
  };
  const getSize = (): number => {
    if (size === undefined) {
      savedSize = findPosition(writing.db, QUESTIONS);
      // Counting reads the whole table, so it happens once for a database.
      size = savedSize > 0 ? savedSize : prepare(writing.db, "matches", "countPropositions").pluck().get();
    }
    return size;
  };
  return {
    /** How many questions there are now. */
    size: getSize,

    /** The questions of these markets, by market key; markets without one are left out. */
    find(marketKeys: readonly number[]): Map<number, WeighedQuestion> {
      const found = new Map<number, WeighedQuestion>();
      const missing: number[] = [];
      for (const key of marketKeys) {
        const cached = questions.get(key);
        if (cached === undefined) missing.push(key);
        else found.set(key, cached);
      }
      for (const [key, { platform, proposition }] of missing.length === 0
        ? []
        : listPropositions(writing.db, missing)) {
        const weighed = weigh(proposition, getCorpus(), {
          description: () => prepare(writing.db, "matches", "findRules").pluck().get(key) ?? null,
          hasNoRules: !getPlatform(platform).hasRules,
        });
        const question = { platform, weighed };
        questions.set(key, question);
        found.set(key, question);
      }
      return found;
    },

    /** Call it before a proposition changes: `delta` is 1 for a new one, -1 for a deleted one, else 0. */
    changed(marketKey: number, delta: number): void {
      questions.delete(marketKey);
      size = getSize() + delta;
    },

    /** Gives back the memory of questions, which a run compares again and again. */
    forgetQuestions: (): void => questions.clear(),

    /** Forgets everything that is not stored. */
    reset(): void {
      questions.clear();
      counts.clear();
      [corpus, size, savedSize] = [undefined, undefined, undefined];
    },

    /** Stores the number of questions. The caller holds the transaction. */
    save(): void {
      if (size === savedSize || size === undefined) return;
      savePosition(writing.db, QUESTIONS, size);
      savedSize = size;
    },

    /** Makes the next `refresh` count all words. The caller holds the transaction. */
    forgetCounts: (): void => savePosition(writing.db, COUNTED, 0),

    /** Counts all words again if there are many more or fewer questions than at the last count. */
    async refresh(now: number): Promise<void> {
      const counted = findPosition(writing.db, COUNTED);
      const current = getSize();
      if (current <= counted * MAX_GROWTH && counted <= current * MAX_GROWTH) return;
      await countWords(writing, now);
      await writing.step(() => savePosition(writing.db, COUNTED, current));
      questions.clear();
      counts.clear();
      corpus = { size: current, frequencyOf };
    },
  };
}

async function countWords({ db, step }: Writing, now: number): Promise<void> {
  const counts = new Map<string, number>();
  for (let after = 0; ; await setImmediate()) {
    const rows = listNextPropositions(db, after, STEP_ROWS);
    for (const { marketKey, proposition } of rows) {
      for (const word of new Set(countedOf(proposition))) counts.set(word, (counts.get(word) ?? 0) + 1);
      after = marketKey;
    }
    if (rows.length < STEP_ROWS) break;
  }
  const entries = [...counts];
  const save = prepare(db, "matches", "saveFrequencies");
  for (let start = 0; start < entries.length; start += STEP_ROWS) {
    const some = JSON.stringify(entries.slice(start, start + STEP_ROWS));
    await step(() => save.run({ counts: some, countedAt: now }));
  }
  await step(() => prepare(db, "matches", "deleteOldFrequencies").run({ countedAt: now }));
}

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
