import { setImmediate } from "node:timers/promises";
import { blockingKeysOf, MAX_MARKETS_PER_KEY } from "../../domain/matching/blocking-keys.ts";
import type { KeyedQuestion } from "../../store/matching/propositions.ts";
import { toKeySet } from "../key-set.ts";
import type { Writing } from "../transactions/writing.ts";

const STEP_ROWS = 1000;

export type CandidateIndex = ReturnType<typeof createCandidateIndex>;

/** Finds markets of other platforms that share a blocking key. In memory only, from the stored questions. */
export function createCandidateIndex({ matching: { propositions } }: Writing) {
  const numbers = new Map<string, number>();
  let index: BlockingIndex | undefined;

  const numberOf = (platform: string): number => {
    const known = numbers.get(platform) ?? numbers.size;
    numbers.set(platform, known);
    return known;
  };
  return {
    /** Builds the index, unless that is done. Everything else needs it. */
    async load(): Promise<void> {
      if (index !== undefined) return;
      const loading = createBlockingIndex();
      for (let after = 0; ; await setImmediate()) {
        const rows = propositions.listKeyed(after, STEP_ROWS);
        for (const { marketKey, platform, ...question } of rows) {
          loading.add(blockingKeysOf(question), numberOf(platform), marketKey);
          after = marketKey;
        }
        if (rows.length < STEP_ROWS) break;
      }
      index = loading;
    },

    /** Forgets the index: the next load builds it again. */
    reset(): void {
      index = undefined;
    },

    /** Call it before a proposition is stored, or deleted where `after` is undefined. */
    changed(
      marketKey: number,
      platform: string,
      after: Omit<KeyedQuestion, "marketKey" | "platform"> | undefined,
    ): void {
      if (index === undefined) return;
      const [before] = propositions.listKeyedOf([marketKey]);
      if (before !== undefined) index.remove(blockingKeysOf(before), numberOf(platform), marketKey);
      if (after !== undefined) index.add(blockingKeysOf(after), numberOf(platform), marketKey);
    },

    /** The markets of other platforms that share a key with a question. */
    find: (question: KeyedQuestion): number[] =>
      index?.find(blockingKeysOf(question), numberOf(question.platform)) ?? [],

    /** The same markets, those that share a key mostly next to each other. */
    sort(marketKeys: Uint32Array): Uint32Array {
      const left = toKeySet(marketKeys);
      const sorted = new Uint32Array(marketKeys.length);
      let count = 0;
      const take = (marketKey: number): void => {
        if (!left.has(marketKey)) return;
        left.delete(marketKey);
        sorted[count++] = marketKey;
      };
      index?.visitShared(take);
      for (const marketKey of marketKeys) take(marketKey);
      return sorted;
    },
  };
}

// An entry is one number of 53 bits: 23 of its key, 4 of its platform, 26 of its market. Eleven bits of the key choose the
// bucket, so that an entry moves few others.
const MARKETS = 2 ** 26;
const KEY_WIDTH = 16 * MARKETS;
const BUCKETS = 2 ** 11;
const KEYS = 2 ** 52;
const KEYS_PER_BUCKET = KEYS / BUCKETS;
const KEYS_PER_ENTRY = KEYS_PER_BUCKET / 2 ** 23;

/** Sorted entries, then free space. */
interface Bucket {
  entries: Float64Array;
  length: number;
}

type BlockingIndex = ReturnType<typeof createBlockingIndex>;

/** Markets by blocking key, in 8 bytes for each pair of both, and some free space. Platforms are numbers below 16. */
export function createBlockingIndex() {
  const buckets: Bucket[] = Array.from({ length: BUCKETS }, () => ({ entries: new Float64Array(8), length: 0 }));
  const bucketOf = (key: number): Bucket => {
    const bucket = buckets[Math.floor(key / KEYS_PER_BUCKET)];
    if (bucket === undefined) throw new Error(`matching: ${key} is no blocking key`);
    return bucket;
  };
  return {
    add(keys: readonly number[], platform: number, marketKey: number): void {
      for (const key of keys) {
        const bucket = bucketOf(key);
        const entry = firstOf(key) + platform * MARKETS + marketKey;
        const at = lowerBound(bucket, entry);
        if (at < bucket.length && bucket.entries[at] === entry) continue;
        if (bucket.length === bucket.entries.length) grow(bucket);
        bucket.entries.copyWithin(at + 1, at, bucket.length++);
        bucket.entries[at] = entry;
      }
    },

    remove(keys: readonly number[], platform: number, marketKey: number): void {
      for (const key of keys) {
        const bucket = bucketOf(key);
        const entry = firstOf(key) + platform * MARKETS + marketKey;
        const at = lowerBound(bucket, entry);
        if (at < bucket.length && bucket.entries[at] === entry) bucket.entries.copyWithin(at, at + 1, bucket.length--);
      }
    },

    /** The markets of other platforms with one of the keys; a key that too many markets have gives none. */
    find(keys: readonly number[], platform: number): number[] {
      const found = new Set<number>();
      for (const key of keys) {
        const bucket = bucketOf(key);
        const [start, end] = [lowerBound(bucket, firstOf(key)), lowerBound(bucket, firstOf(key) + KEY_WIDTH)];
        if (end - start > MAX_MARKETS_PER_KEY) continue;
        for (let at = start; at < end; at++) {
          const entry = bucket.entries[at] ?? 0;
          if (platformOf(entry) !== platform) found.add(entry % MARKETS);
        }
      }
      return [...found];
    },

    /** Visits the markets of each key that makes candidates, by key. */
    visitShared(visit: (marketKey: number) => void): void {
      for (const { entries, length } of buckets) {
        for (let start = 0, end = 0; start < length; start = end) {
          const next = keyOf(entries[start] ?? 0) + 1;
          while (end < length && keyOf(entries[end] ?? 0) < next) end++;
          const isShared = platformOf(entries[start] ?? 0) !== platformOf(entries[end - 1] ?? 0);
          if (!isShared || end - start > MAX_MARKETS_PER_KEY) continue;
          for (let at = start; at < end; at++) visit((entries[at] ?? 0) % MARKETS);
        }
      }
    },
  };
}

const keyOf = (entry: number): number => Math.floor(entry / KEY_WIDTH);
const platformOf = (entry: number): number => Math.floor(entry / MARKETS) % 16;

/** The least number that an entry with the key can be. */
const firstOf = (key: number): number => Math.floor((key % KEYS_PER_BUCKET) / KEYS_PER_ENTRY) * KEY_WIDTH;

/** Where the first entry from this one on is, or would be. */
function lowerBound({ entries, length }: Bucket, entry: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] ?? 0) < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

function grow(bucket: Bucket): void {
  const larger = new Float64Array(Math.ceil(bucket.length * 1.25) + 8);
  larger.set(bucket.entries);
  bucket.entries = larger;
}
