import { setImmediate } from "node:timers/promises";
import { blockingKeysOf, MAX_MARKETS_PER_KEY } from "../../domain/matching/blocking-keys.ts";
import type { Db } from "../../store/database/db.ts";
import { type KeyedQuestion, listKeyed, listKeyedOf } from "../../store/matching/propositions.ts";
import { toKeySet } from "../key-set.ts";

const STEP_ROWS = 1000;

export type CandidateIndex = ReturnType<typeof createCandidateIndex>;

/** Finds markets of other platforms that share a blocking key. In memory only, from the stored questions. */
export function createCandidateIndex(db: Db) {
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
        const rows = listKeyed(db, after, STEP_ROWS);
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
      const [before] = listKeyedOf(db, [marketKey]);
      if (before !== undefined) index.remove(blockingKeysOf(before), marketKey);
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

/** Sorted by key, then by market; free space follows. A row is the same place of each column. */
interface Bucket {
  keys: Uint32Array;
  markets: Uint32Array;
  platforms: Uint8Array;
  length: number;
}

/** Few enough rows in each that a new one moves few others. */
const BUCKETS = 4096;

type BlockingIndex = ReturnType<typeof createBlockingIndex>;

/** Markets by blocking key, in 9 bytes for each pair of both, and some free space. Keys are of 32 bits, platforms below 256. */
export function createBlockingIndex() {
  const buckets = Array.from({ length: BUCKETS }, () => createBucket(8));
  const bucketOf = (key: number): Bucket => {
    const bucket = buckets[key % BUCKETS];
    if (bucket === undefined) throw new Error(`matching: ${key} is no blocking key`);
    return bucket;
  };
  return {
    add(keys: readonly number[], platform: number, marketKey: number): void {
      for (const key of keys) {
        const bucket = bucketOf(key);
        const at = lowerBound(bucket, key, marketKey);
        if (!isAt(bucket, at, key, marketKey)) insertAt(bucket, at, { key, platform, marketKey });
      }
    },

    remove(keys: readonly number[], marketKey: number): void {
      for (const key of keys) {
        const bucket = bucketOf(key);
        const at = lowerBound(bucket, key, marketKey);
        if (isAt(bucket, at, key, marketKey)) removeAt(bucket, at);
      }
    },

    /** The markets of other platforms with one of the keys; a key that too many markets have gives none. */
    find(keys: readonly number[], platform: number): number[] {
      const found = new Set<number>();
      for (const key of keys) {
        const bucket = bucketOf(key);
        const start = lowerBound(bucket, key, 0);
        const end = endOf(bucket, start);
        if (bucket.keys[start] !== key || end - start > MAX_MARKETS_PER_KEY) continue;
        for (let at = start; at < end; at++) {
          if (bucket.platforms[at] !== platform) found.add(bucket.markets[at] ?? 0);
        }
      }
      return [...found];
    },

    /** Visits the markets of each key that makes candidates, by key. */
    visitShared(visit: (marketKey: number) => void): void {
      for (const bucket of buckets) {
        for (let start = 0, end = 0; start < bucket.length; start = end) {
          end = endOf(bucket, start);
          if (end - start > MAX_MARKETS_PER_KEY || !isShared(bucket, start, end)) continue;
          for (let at = start; at < end; at++) visit(bucket.markets[at] ?? 0);
        }
      }
    },
  };
}

const createBucket = (size: number): Bucket => ({
  keys: new Uint32Array(size),
  markets: new Uint32Array(size),
  platforms: new Uint8Array(size),
  length: 0,
});

/** The place of the first row with this key and this market, or of the first after. */
function lowerBound({ keys, markets, length }: Bucket, key: number, marketKey: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle] ?? 0;
    if (found < key || (found === key && (markets[middle] ?? 0) < marketKey)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isAt = ({ keys, markets, length }: Bucket, at: number, key: number, marketKey: number): boolean =>
  at < length && keys[at] === key && markets[at] === marketKey;

/** The place after the last row with the key at `start`; a key has few. */
function endOf({ keys, length }: Bucket, start: number): number {
  let end = start;
  while (end < length && keys[end] === keys[start]) end++;
  return end;
}

/** Whether the rows are of more than one platform. */
function isShared({ platforms }: Bucket, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if (platforms[at] !== platforms[start]) return true;
  return false;
}

interface Row {
  readonly key: number;
  readonly platform: number;
  readonly marketKey: number;
}

function insertAt(bucket: Bucket, at: number, { key, platform, marketKey }: Row): void {
  if (bucket.length === bucket.keys.length) grow(bucket);
  const { keys, markets, platforms } = bucket;
  keys.copyWithin(at + 1, at, bucket.length);
  markets.copyWithin(at + 1, at, bucket.length);
  platforms.copyWithin(at + 1, at, bucket.length);
  keys[at] = key;
  markets[at] = marketKey;
  platforms[at] = platform;
  bucket.length++;
}

function removeAt(bucket: Bucket, at: number): void {
  const { keys, markets, platforms, length } = bucket;
  keys.copyWithin(at, at + 1, length);
  markets.copyWithin(at, at + 1, length);
  platforms.copyWithin(at, at + 1, length);
  bucket.length--;
}

function grow(bucket: Bucket): void {
  const larger = createBucket(Math.ceil(bucket.length * 1.25) + 8);
  larger.keys.set(bucket.keys);
  larger.markets.set(bucket.markets);
  larger.platforms.set(bucket.platforms);
  Object.assign(bucket, { ...larger, length: bucket.length });
}
