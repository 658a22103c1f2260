import { setImmediate } from "node:timers/promises";
import { type Corpus, type Weighed, weigh } from "../domain/matching/index.ts";
import { findPosition, savePosition } from "../store/properties.ts";
import { createLists } from "./match-lists.ts";
import type { Writing } from "./writing.ts";

/** A question ready to be compared, with the platform its market is on. */
export interface FiledWeighed {
  readonly platform: string;
  readonly weighed: Weighed;
}

/** The questions that take part, with the rarity of their words. */
export type MatchCorpus = ReturnType<typeof createCorpus>;

/** Words are counted again when the corpus has grown by a tenth. */
const GROWTH = 1.1;
const SIZE = "match-corpus";

/** From this share of all questions on, reading the whole index is cheaper than looking things up in it. */
const MANY = 0.1;

/** So many questions are kept ready at a time; each takes about a kilobyte. */
const MOST_READY = 20_000;
const STEP_ROWS = 1000;

/** Counts words in steps, keeps the counts in the database and in memory, and questions ready for comparison. */
export function createCorpus(writing: Writing) {
  const { propositions, frequencies } = writing.matching;
  const ready = new Map<number, FiledWeighed>();
  const counts = new Map<string, number>();
  const lists = createLists(writing);
  let corpus: Corpus | undefined;
  /** Questions when they were last counted, and how many have been read or have left since. */
  let counted = 0;
  let changed = 0;
  const use = (size: number): void => {
    ready.clear();
    corpus = { size, frequencyOf: (word) => counts.get(word) ?? 0 };
  };
  return {
    listFiled: lists.find,
    hasPartners: lists.hasPartners,
    isSamePlatform: lists.isSamePlatform,

    /** Undefined for a market that takes no part. */
    find(marketKey: number): FiledWeighed | undefined {
      const known = ready.get(marketKey);
      if (known !== undefined) return known;
      const filed = propositions.find(marketKey);
      if (filed === undefined || corpus === undefined) return undefined;
      if (ready.size >= MOST_READY) ready.clear();
      const found = { platform: filed.platform, weighed: weigh(filed.proposition, corpus) };
      ready.set(marketKey, found);
      return found;
    },

    /** To be called for each market that is read anew or leaves. */
    forget(marketKey: number): void {
      ready.delete(marketKey);
      changed++;
    },

    /**
     * Makes the counts fit for use: reads the stored ones, or counts anew when there are many more questions now. Where
     * many are to be compared, reads the index in one go as well.
     */
    async refresh(now: number, due: number): Promise<void> {
      const size = findPosition(writing.db, SIZE);
      // Counting reads the whole table, so it is done only where the size may have left its bounds.
      if (isGrown(size, counted + changed) || isGrown(size, counted - changed)) {
        counted = frequencies.countPropositions();
        changed = 0;
      }
      const sizeNow = counted;
      if (isGrown(size, sizeNow)) {
        await count(writing, counts, now);
        await writing.step(() => savePosition(writing.db, SIZE, sizeNow));
        use(sizeNow);
      } else if (corpus === undefined) {
        await load(writing, counts);
        use(size);
      }
      lists.clear();
      if (due > sizeNow * MANY) await lists.readAll();
    },

    /** Lets go of what is only needed while markets are compared. */
    clearLists: lists.clear,
  };
}

const isGrown = (size: number, now: number): boolean => now > size * GROWTH || size > now * GROWTH;

async function load({ matching: { frequencies } }: Writing, counts: Map<string, number>): Promise<void> {
  let rows = frequencies.list("", STEP_ROWS);
  while (rows.length > 0) {
    for (const { word, propositions } of rows) counts.set(word, propositions);
    await setImmediate();
    rows = frequencies.list(rows.at(-1)?.word ?? "", STEP_ROWS);
  }
}

async function count(
  { matching: { frequencies }, step }: Writing,
  counts: Map<string, number>,
  now: number,
): Promise<void> {
  counts.clear();
  let rows = frequencies.listPropositions(0, STEP_ROWS);
  while (rows.length > 0) {
    for (const { words } of rows) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
    await setImmediate();
    rows = frequencies.listPropositions(rows.at(-1)?.marketKey ?? 0, STEP_ROWS);
  }
  const all = [...counts];
  for (let start = 0; start < all.length; start += STEP_ROWS) {
    await step(() => frequencies.save(all.slice(start, start + STEP_ROWS), now));
  }
  await step(() => frequencies.deleteOld(now));
}
