import { setImmediate } from "node:timers/promises";
import { type Corpus, countedOf, type WeighedProposition, weigh } from "../../domain/matching/weighing.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { createLru } from "../../lru.ts";
import { prepare } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { listNextPropositions, listPropositions } from "../../store/matching/propositions.ts";
import type { Writing } from "../transactions/writing.ts";

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

/** Two or three kilobytes each. */
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
