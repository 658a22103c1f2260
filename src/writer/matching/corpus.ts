import { setImmediate } from "node:timers/promises";
import { type Corpus, type Weighed, weigh, weightOf } from "../../domain/matching/index.ts";
import { createLru } from "../../lru.ts";
import { findPosition, savePosition } from "../../store/database/index.ts";
import type { Writing } from "../transactions/index.ts";

/** A question ready to be compared, with the platform its market is on. */
export interface FiledWeighed {
  readonly platform: string;
  readonly weighed: Weighed;
}

/** The questions that take part, with the rarity of their words. */
export type MatchCorpus = ReturnType<typeof createCorpus>;

/** Words are counted again when the corpus has grown by a tenth. */
const GROWTH = 1.1;

/** Kept in the database: how many questions take part, and how many did when their words were last counted. */
const QUESTIONS = "match-questions";
const COUNTED = "match-corpus";

/** So many questions are kept ready; each takes two or three kilobytes. */
const MOST_READY = 2000;
const MOST_WORDS = 40_000;
const STEP_ROWS = 1000;

/** Counts questions and their words, and keeps what was used of both lately. */
export function createCorpus(writing: Writing) {
  const { propositions, frequencies } = writing.matching;
  const ready = createLru<number, FiledWeighed>(MOST_READY);
  const counts = createLru<string, number>(MOST_WORDS);
  let corpus: Corpus | undefined;
  let size: number | undefined;
  let savedSize: number | undefined;

  const frequencyOf = (word: string): number => {
    const known = counts.get(word);
    if (known !== undefined) return known;
    const count = frequencies.find(word);
    counts.set(word, count);
    return count;
  };
  const use = (counted: number): void => {
    ready.clear();
    counts.clear();
    corpus = { size: counted, frequencyOf };
  };
  const corpusNow = (): Corpus => {
    corpus ??= { size: findPosition(writing.db, COUNTED), frequencyOf };
    return corpus;
  };
  /** Counting reads a whole table, so it is done once for a database. */
  const sizeNow = (): number => {
    if (size === undefined) {
      savedSize = findPosition(writing.db, QUESTIONS);
      size = savedSize > 0 ? savedSize : propositions.count();
    }
    return size;
  };
  return {
    /** How many questions take part. */
    size: sizeNow,

    /** The weight of a stemmed word. */
    weightOf: (word: string): number => weightOf(word, corpusNow()),

    /** Those of these markets that take part. */
    find(marketKeys: readonly number[]): Map<number, FiledWeighed> {
      const found = new Map<number, FiledWeighed>();
      const missing: number[] = [];
      for (const key of marketKeys) {
        const known = ready.get(key);
        if (known === undefined) missing.push(key);
        else found.set(key, known);
      }
      for (const [key, { platform, proposition }] of missing.length === 0 ? [] : propositions.list(missing)) {
        const weighed = { platform, weighed: weigh(proposition, corpusNow()) };
        ready.set(key, weighed);
        found.set(key, weighed);
      }
      return found;
    },

    /** To be called before a question is filed anew (`more` is 1 when none was filed before) or taken out (-1). */
    change(marketKey: number, more: number): void {
      ready.delete(marketKey);
      size = sizeNow() + more;
    },

    /** Keeps the number of questions. The caller holds the transaction. */
    save(): void {
      if (size === savedSize || size === undefined) return;
      savePosition(writing.db, QUESTIONS, size);
      savedSize = size;
    },

    /** Has the words counted again at the next `refresh`. The caller holds the transaction. */
    forgetCounts: (): void => savePosition(writing.db, COUNTED, 0),

    /** Counts the words anew when there are many more or fewer questions now. */
    async refresh(now: number): Promise<void> {
      const counted = findPosition(writing.db, COUNTED);
      const current = sizeNow();
      if (current <= counted * GROWTH && counted <= current * GROWTH) return;
      await countWords(writing, now);
      await writing.step(() => savePosition(writing.db, COUNTED, current));
      use(current);
    },
  };
}

async function countWords({ matching: { frequencies }, step }: Writing, now: number): Promise<void> {
  const counts = new Map<string, number>();
  for (let after = 0; ; await setImmediate()) {
    const rows = frequencies.listWords(after, STEP_ROWS);
    for (const { marketKey, words } of rows) {
      for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
      after = marketKey;
    }
    if (rows.length < STEP_ROWS) break;
  }
  let part: [string, number][] = [];
  for (const entry of counts) {
    part.push(entry);
    if (part.length < STEP_ROWS) continue;
    const full = part;
    await step(() => frequencies.save(full, now));
    part = [];
  }
  await step(() => frequencies.save(part, now));
  await step(() => frequencies.deleteOld(now));
}
