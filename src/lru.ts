import { LRUCache } from "lru-cache";

/** Entries by key; where there is no more room, the one that was used longest ago makes it. */
export interface Lru<K, V> {
  /** Counts as a use. */
  get(key: K): V | undefined;
  /** Does not. */
  has(key: K): boolean;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  /** Of what is kept, where that is what bounds it; else 0. */
  readonly calculatedSize: number;
}

/** Keeps the `most` entries used last. */
export const createLru = <K extends {}, V extends {}>(most: number): Lru<K, V> => new LRUCache<K, V>({ max: most });

export interface Room<K, V> {
  readonly mostBytes: number;
  /** A larger entry is not kept at all. */
  readonly mostBytesEach?: number;
  /** At least 1. */
  bytesOf(value: V, key: K): number;
}

/** Keeps of the entries used last as many as there is room for. */
export const createLruOfBytes = <K extends {}, V extends {}>(room: Room<K, V>): Lru<K, V> =>
  new LRUCache<K, V>({
    maxSize: room.mostBytes,
    maxEntrySize: room.mostBytesEach ?? room.mostBytes,
    sizeCalculation: room.bytesOf,
  });
