import { setImmediate } from "node:timers/promises";
import { gramsOf, LONGEST_LIST, type Proposition } from "../../domain/matching/index.ts";
import { toGramParts } from "../../store/matching/index.ts";
import type { Writing } from "../transactions/index.ts";
import type { MatchCorpus } from "./corpus.ts";
import { createNumbers, increase, sortByPlace } from "./numbers.ts";
import { createSketchbook, type Sketchbook } from "./sketches.ts";

/** Lists of the index kept in memory while few markets are compared, most of them of a few markets. */
const MOST_LISTS = 20_000;

const STEP_ROWS = 1000;

/** With more entries than this in lists of use, the index is not kept in memory. */
const MOST_ENTRIES = 8_000_000;

export type Partners = ReturnType<typeof createPartners>;

/** Tells which markets share a gram with one, by the index as of the last `clear`. */
export function createPartners(writing: Writing) {
  const { grams } = writing.matching;
  const lists = new Map<number, readonly number[]>();
  let all: Index | undefined;

  /** Markets filed under a gram; none for one so common that it says little. */
  const listFiled = (gram: number): readonly number[] => {
    const known = lists.get(gram);
    if (known !== undefined) return known;
    const filed = grams.listFiled(gram, LONGEST_LIST + 1);
    const list = filed.length > LONGEST_LIST ? [] : filed;
    if (lists.size >= MOST_LISTS) lists.clear();
    lists.set(gram, list);
    return list;
  };
  return {
    /** Whether the whole index has been read. */
    isComplete: () => all !== undefined,

    /** Those of other platforms once the whole index has been read; none before. */
    findAll: (marketKey: number): number[] => (all === undefined ? [] : partnersIn(all, marketKey)),

    /** Whether two markets may score enough to be kept, as far as that can be told without reading them. */
    mayScore: (marketKey: number, otherKey: number): boolean => all?.sketchbook.mayScore(marketKey, otherKey) ?? true,

    /** Markets with common partners side by side, as far as that is known. */
    inOrder: (marketKeys: Uint32Array): Uint32Array => (all === undefined ? marketKeys : sorted(all, marketKeys)),

    /** Those of any platform, looked up for a market that asks this. */
    find(marketKey: number, proposition: Proposition): number[] {
      const partners = new Set<number>();
      for (const gram of gramsOf(proposition)) for (const key of listFiled(gram)) partners.add(key);
      partners.delete(marketKey);
      return [...partners];
    },

    /** Reads the whole index, of which only lists with markets of several platforms are of use. */
    async readAll(corpus: MatchCorpus): Promise<void> {
      all = await readIndex(writing, corpus);
    },

    clear(): void {
      lists.clear();
      all = undefined;
    },
  };
}

/** The lists of use, one after the other, and where each market stands in them. */
interface Index {
  readonly sketchbook: Sketchbook;
  /** By market key; 0 for one that takes no part. */
  readonly platforms: Uint8Array;
  readonly members: Uint32Array;
  /** Where each list begins in `members`, and where the last ends. */
  readonly starts: Uint32Array;
  /** The lists of one market after the other, */
  readonly lists: Uint32Array;
  /** and where those of each market begin, by its key. */
  readonly offsets: Uint32Array;
  /** By market key, 1 while it is among the partners being gathered. */
  readonly found: Uint8Array;
}

/**
 * By the first list of each: lists are in the order of their grams, which are hashes, so markets that share most of their
 * lists mostly share the first one.
 */
function sorted({ starts, lists, offsets }: Index, marketKeys: Uint32Array): Uint32Array {
  const placeOf = (key: number): number => {
    const at = offsets[key] ?? 0;
    return at < (offsets[key + 1] ?? 0) ? (lists[at] ?? 0) + 1 : 0;
  };
  const { order } = sortByPlace(marketKeys.length, starts.length, (index) => placeOf(marketKeys[index] ?? 0));
  return order.map((index) => marketKeys[index] ?? 0);
}

/** Without a set of them, of which this would make one for each market. */
function partnersIn({ platforms, members, starts, lists, offsets, found }: Index, marketKey: number): number[] {
  const platform = platforms[marketKey];
  const partners: number[] = [];
  const end = offsets[marketKey + 1] ?? 0;
  for (let at = offsets[marketKey] ?? 0; at < end; at++) {
    const list = lists[at] ?? 0;
    const listEnd = starts[list + 1] ?? 0;
    for (let one = starts[list] ?? 0; one < listEnd; one++) {
      const key = members[one] ?? 0;
      if (platforms[key] === platform || found[key] === 1) continue;
      found[key] = 1;
      partners.push(key);
    }
  }
  for (const key of partners) found[key] = 0;
  return partners;
}

async function readIndex({ matching }: Writing, corpus: MatchCorpus): Promise<Index | undefined> {
  const members = createNumbers(Uint32Array);
  const starts = createNumbers(Uint32Array);
  const { platforms, sketchbook } = await readQuestions(matching.propositions, corpus);
  const { count, width } = toGramParts(corpus.size());
  for (let part = 0; part < count && members.length < MOST_ENTRIES; part++) {
    for (const keys of matching.grams.listShared(part * width, (part + 1) * width - 1, LONGEST_LIST)) {
      const platform = platforms[keys[0] ?? 0];
      if (keys.every((key) => platforms[key] === platform)) continue;
      starts.push(members.length);
      for (const key of keys) members.push(key);
    }
    await setImmediate();
  }
  if (members.length >= MOST_ENTRIES) return undefined;
  starts.push(members.length);
  return { sketchbook, ...withOffsets(platforms, members.take(), starts.take()) };
}

/** Their platforms by market key, as small numbers, and their sketches. */
async function readQuestions({ listSpoken }: Writing["matching"]["propositions"], corpus: MatchCorpus) {
  const numbers = new Map<string, number>();
  const platforms = createNumbers(Uint8Array);
  const sketchbook = createSketchbook(corpus);
  for (let after = 0; ; await setImmediate()) {
    const rows = listSpoken(after, STEP_ROWS);
    for (const row of rows) {
      if (!numbers.has(row.platform)) numbers.set(row.platform, numbers.size + 1);
      platforms.set(row.marketKey, numbers.get(row.platform) ?? 0);
      sketchbook.add(row.marketKey, row);
      after = row.marketKey;
    }
    if (rows.length < STEP_ROWS) return { platforms: platforms.take(), sketchbook };
  }
}

function withOffsets(platforms: Uint8Array, members: Uint32Array, starts: Uint32Array): Omit<Index, "sketchbook"> {
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
