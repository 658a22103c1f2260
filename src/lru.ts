import { LRUCache } from "lru-cache";

/** A cache that drops the entry used longest ago when it is full. */
export interface Lru<K, V> {
  /** Counts as a use. */
  get(key: K): V | undefined;
  /** Does not count as a use. */
  has(key: K): boolean;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
}

/** Keeps `max` entries. As a size, since the library takes the memory of a `max` of its own at once. */
export const createLru = <K extends {}, V extends {}>(max: number): Lru<K, V> =>
  new LRUCache<K, V>({ maxSize: max, sizeCalculation: () => 1 });

interface ByteBudget<K, V> {
  readonly maxBytes: number;
  /** A larger entry is not cached. */
  readonly maxEntryBytes?: number;
  /** At least 1. */
  bytesOf(value: V, key: K): number;
}

/** Keeps as many entries as `maxBytes` allows. */
export const createLruOfBytes = <K extends {}, V extends {}>(budget: ByteBudget<K, V>): Lru<K, V> =>
  new LRUCache<K, V>({
    maxSize: budget.maxBytes,
    maxEntrySize: budget.maxEntryBytes ?? budget.maxBytes,
    sizeCalculation: budget.bytesOf,
  });
