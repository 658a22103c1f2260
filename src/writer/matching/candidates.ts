import { setImmediate } from "node:timers/promises";
import { blockingKeysOf, MAX_MARKETS_PER_KEY } from "../../domain/matching/blocking-keys.ts";
import type { Proposition } from "../../domain/propositions/reading/proposition.ts";
import { toKeyRanges } from "../../store/matching/blocking-keys.ts";
import type { Writing } from "../transactions/writing.ts";
import type { MatchCorpus } from "./corpus.ts";
import { createNumberList, increase, sortIntoBuckets } from "./number-list.ts";
import { createSketchbook, type Sketchbook } from "./sketchbook.ts";

/** Lists of the stored index that are cached while few markets are compared. */
const MAX_CACHED_LISTS = 20_000;

const STEP_ROWS = 1000;

/** A larger index is not loaded into memory. */
const MAX_ENTRIES = 8_000_000;

export type CandidateIndex = ReturnType<typeof createCandidateIndex>;

/** Finds the markets that share a blocking key with one, as of the last `clear`. */
export function createCandidateIndex(writing: Writing) {
  const { blockingKeys } = writing.matching;
  const lists = new Map<number, readonly number[]>();
  let loaded: LoadedIndex | undefined;

  /** The markets with a key; none for a key that too many share. */
  const listMarkets = (key: number): readonly number[] => {
    const cached = lists.get(key);
    if (cached !== undefined) return cached;
    const found = blockingKeys.listMarkets(key, MAX_MARKETS_PER_KEY + 1);
    const list = found.length > MAX_MARKETS_PER_KEY ? [] : found;
    if (lists.size >= MAX_CACHED_LISTS) lists.clear();
    lists.set(key, list);
    return list;
  };
  return {
    isLoaded: () => loaded !== undefined,

    /** Candidates on other platforms, from the loaded index; empty while it is not loaded. */
    findLoaded: (marketKey: number): number[] => (loaded === undefined ? [] : candidatesIn(loaded, marketKey)),

    /** Whether two markets may score enough for review; true while the index is not loaded. */
    mayScore: (marketKey: number, otherKey: number): boolean =>
      loaded?.sketchbook.mayScore(marketKey, otherKey) ?? true,

    /** The same markets, those with common candidates next to each other if the index is loaded. */
    sort: (marketKeys: Uint32Array): Uint32Array =>
      loaded === undefined ? marketKeys : sortByList(loaded, marketKeys),

    /** Candidates on all platforms, from the stored index. */
    find(marketKey: number, proposition: Proposition): number[] {
      const candidates = new Set<number>();
      for (const key of blockingKeysOf(proposition)) for (const other of listMarkets(key)) candidates.add(other);
      candidates.delete(marketKey);
      return [...candidates];
    },

    /** Loads the whole index into memory, unless it is too large. */
    async load(corpus: MatchCorpus): Promise<void> {
      loaded = await loadIndex(writing, corpus);
    },

    clear(): void {
      lists.clear();
      loaded = undefined;
    },
  };
}

/** The lists of markets that share a key, without lists of a single platform. */
interface LoadedIndex {
  readonly sketchbook: Sketchbook;
  /** Platform numbers by market key; 0 for a market without a question. */
  readonly platforms: Uint8Array;
  /** All lists, one after the other; list `n` is from `starts[n]` to before `starts[n + 1]`. */
  readonly members: Uint32Array;
  readonly starts: Uint32Array;
  /** The lists of each market, one market after the other; those of a market begin at `offsets[marketKey]`. */
  readonly lists: Uint32Array;
  readonly offsets: Uint32Array;
  /** Scratch space by market key: 1 for candidates already found. */
  readonly found: Uint8Array;
}

/**
 * Sorts markets by the first of their lists. Lists are ordered by key, which is a hash, so markets that share most lists
 * mostly share the first.
 */
function sortByList({ starts, lists, offsets }: LoadedIndex, marketKeys: Uint32Array): Uint32Array {
  const bucketOf = (marketKey: number): number => {
    const at = offsets[marketKey] ?? 0;
    return at < (offsets[marketKey + 1] ?? 0) ? (lists[at] ?? 0) + 1 : 0;
  };
  const { order } = sortIntoBuckets(marketKeys.length, starts.length, (index) => bucketOf(marketKeys[index] ?? 0));
  return order.map((index) => marketKeys[index] ?? 0);
}

function candidatesIn({ platforms, members, starts, lists, offsets, found }: LoadedIndex, marketKey: number): number[] {
  const platform = platforms[marketKey];
  const candidates: number[] = [];
  const end = offsets[marketKey + 1] ?? 0;
  for (let at = offsets[marketKey] ?? 0; at < end; at++) {
    const list = lists[at] ?? 0;
    const listEnd = starts[list + 1] ?? 0;
    for (let position = starts[list] ?? 0; position < listEnd; position++) {
      const other = members[position] ?? 0;
      if (platforms[other] === platform || found[other] === 1) continue;
      found[other] = 1;
      candidates.push(other);
    }
  }
  for (const other of candidates) found[other] = 0;
  return candidates;
}

async function loadIndex({ matching }: Writing, corpus: MatchCorpus): Promise<LoadedIndex | undefined> {
  const members = createNumberList(Uint32Array);
  const starts = createNumberList(Uint32Array);
  const { platforms, sketchbook } = await sketchQuestions(matching.propositions, corpus);
  const { count, width } = toKeyRanges(corpus.size());
  for (let range = 0; range < count && members.length < MAX_ENTRIES; range++) {
    const [first, last] = [range * width, (range + 1) * width - 1];
    for (const marketKeys of matching.blockingKeys.listShared(first, last, MAX_MARKETS_PER_KEY)) {
      const platform = platforms[marketKeys[0] ?? 0];
      if (marketKeys.every((key) => platforms[key] === platform)) continue;
      starts.push(members.length);
      for (const key of marketKeys) members.push(key);
    }
    await setImmediate();
  }
  if (members.length >= MAX_ENTRIES) return undefined;
  starts.push(members.length);
  return { sketchbook, ...addOffsets(platforms, members.take(), starts.take()) };
}

/** The platform numbers and sketches of all questions. */
async function sketchQuestions({ listWords }: Writing["matching"]["propositions"], corpus: MatchCorpus) {
  const numbers = new Map<string, number>();
  const platforms = createNumberList(Uint8Array);
  const sketchbook = createSketchbook(corpus);
  for (let after = 0; ; await setImmediate()) {
    const rows = listWords(after, STEP_ROWS);
    for (const row of rows) {
      if (!numbers.has(row.platform)) numbers.set(row.platform, numbers.size + 1);
      platforms.set(row.marketKey, numbers.get(row.platform) ?? 0);
      sketchbook.add(row.marketKey, row);
      after = row.marketKey;
    }
    if (rows.length < STEP_ROWS) break;
  }
  sketchbook.end();
  return { platforms: platforms.take(), sketchbook };
}

function addOffsets(platforms: Uint8Array, members: Uint32Array, starts: Uint32Array): Omit<LoadedIndex, "sketchbook"> {
  const offsets = new Uint32Array(platforms.length + 1);
  for (const key of members) increase(offsets, key + 1, 1);
  for (let key = 1; key < offsets.length; key++) increase(offsets, key, offsets[key - 1] ?? 0);
  const lists = new Uint32Array(members.length);
  const next = offsets.slice();
  for (let list = 0; list + 1 < starts.length; list++) {
    for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at++) {
      const key = members[at] ?? 0;
      lists[next[key] ?? 0] = list;
      increase(next, key, 1);
    }
  }
  return { platforms, members, starts, lists, offsets, found: new Uint8Array(platforms.length) };
}
