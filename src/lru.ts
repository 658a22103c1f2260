import { LRUCache } from "lru-cache";

/** Entries by key; where there is no more room, the least recently used one is dropped. */
export interface Lru<K, V> {
  /** Counts as a use. */
  get(key: K): V | undefined;
  /** Does not count as a use. */
  has(key: K): boolean;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  /** Bytes of all entries, where bytes are the limit; else 0. */
  readonly calculatedSize: number;
}

/** Keeps the `max` entries used last. */
export const createLru = <K extends {}, V extends {}>(max: number): Lru<K, V> => new LRUCache<K, V>({ max });

export interface LruBytesOptions<K, V> {
  readonly maxBytes: number;
  /** A larger entry is not kept at all. */
  readonly maxEntryBytes?: number;
  /** At least 1. */
  bytesOf(value: V, key: K): number;
}

/** Keeps the entries used last, up to `maxBytes`. */
export const createLruOfBytes = <K extends {}, V extends {}>({
  maxBytes,
  maxEntryBytes = maxBytes,
  bytesOf,
}: LruBytesOptions<K, V>): Lru<K, V> =>
  new LRUCache<K, V>({ maxSize: maxBytes, maxEntrySize: maxEntryBytes, sizeCalculation: bytesOf });
