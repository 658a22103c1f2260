/** Negative when the first row comes before the second, positive when it comes after. */
export type CompareKeys = (key: number, other: number) => number;

/** From one index up to, not including, another. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const BLOCK_KEYS = 512;
/** Keys of a block at first; the rest is room for new ones. */
const FILLED_KEYS = 448;
/** Two neighbouring blocks with no more keys than this together become one. */
const MAX_JOINED_KEYS = 256;
const SPARE_BLOCKS = 1.1;
const GROWTH = 1.25;

/**
 * Sorted keys in blocks: adding or removing one moves the rest of a block, never that of the order. The values that a key is
 * compared by may change only while the key is not in the order.
 */
export class SortedKeys {
  /** Whether a key comes before `#wanted`. */
  readonly #isBefore: (key: number) => boolean;
  #wanted = 0;
  /** The blocks, in any order. */
  #pool: Uint32Array;
  #used = 0;
  readonly #unused: number[] = [];
  /** Where each block begins in the pool, and its number of keys. No block is empty unless it is the only one. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  #length: number;

  /** `fill` writes `length` keys in their order, straight into the pool: this leaves no garbage. */
  constructor(length: number, fill: (keys: Uint32Array) => void, compare: CompareKeys) {
    this.#isBefore = (key) => compare(key, this.#wanted) < 0;
    this.#length = length;
    const blocks = Math.ceil((length / FILLED_KEYS) * SPARE_BLOCKS) + 1;
    this.#pool = new Uint32Array(blocks * BLOCK_KEYS);
    // Keys at the end of the pool are copied away before a block gets there.
    const first = this.#pool.length - length;
    fill(this.#pool.subarray(first));
    for (let from = 0; from < length || from === 0; from += FILLED_KEYS) {
      const to = Math.min(from + FILLED_KEYS, length);
      this.#pool.copyWithin(this.#insertBlock(this.#starts.length, to - from), first + from, first + to);
    }
  }

  get length(): number {
    return this.#length;
  }

  /** Length of the prefix that matches `isSo`, by binary search. */
  countFirst(isSo: (key: number) => boolean): number {
    const block = this.#findBlock(isSo);
    let count = this.#countIn(block, isSo);
    for (let before = 0; before < block; before++) count += this.#lengths[before] ?? 0;
    return count;
  }

  /** Visits the keys of a stretch until `visit` returns false; backwards from its last one if so wanted. */
  walk({ from, to }: Stretch, isBackwards: boolean, visit: (key: number) => boolean): void {
    if (from >= to) return;
    let { block, before } = this.#blockAt(isBackwards ? to - 1 : from);
    for (;;) {
      const length = this.#lengths[block];
      if (length === undefined) return;
      const stretch = { from: Math.max(from - before, 0), to: Math.min(to - before, length) };
      if (!this.#walkBlock(this.#starts[block] ?? 0, stretch, isBackwards, visit)) return;
      const isLast = isBackwards ? before <= from : before + length >= to;
      if (isLast) return;
      if (isBackwards) before -= this.#lengths[--block] ?? 0;
      else [block, before] = [block + 1, before + length];
    }
  }

  add(key: number): void {
    this.#wanted = key;
    let block = this.#findBlock(this.#isBefore);
    if (this.#lengths[block] === BLOCK_KEYS) {
      this.#split(block);
      block = this.#findBlock(this.#isBefore);
    }
    const { start, end } = this.#boundsOf(block);
    const at = start + this.#countIn(block, this.#isBefore);
    this.#pool.copyWithin(at + 1, at, end);
    this.#pool[at] = key;
    this.#lengths[block] = end + 1 - start;
    this.#length++;
  }

  /** Does nothing for a key that is not in the order. */
  remove(key: number): void {
    this.#wanted = key;
    let block = this.#findBlock(this.#isBefore);
    let index = this.#countIn(block, this.#isBefore);
    // It may be the first of the next block.
    if (index === this.#lengths[block]) [block, index] = [block + 1, 0];
    const { start, end } = this.#boundsOf(block);
    if (start + index >= end || this.#pool[start + index] !== key) return;
    this.#pool.copyWithin(start + index, start + index + 1, end);
    this.#lengths[block] = end - 1 - start;
    this.#length--;
    this.#join(block);
    if (block > 0) this.#join(block - 1);
  }

  /** The last block whose first key matches `isSo`; the first block where none does. */
  #findBlock(isSo: (key: number) => boolean): number {
    let [from, to] = [1, this.#starts.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isSo(this.#pool[this.#starts[middle] ?? 0] ?? 0)) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }

  /** Length of the prefix of a block that matches `isSo`. */
  #countIn(block: number, isSo: (key: number) => boolean): number {
    const { start, end } = this.#boundsOf(block);
    let [from, to] = [start, end];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isSo(this.#pool[middle] ?? 0)) from = middle + 1;
      else to = middle;
    }
    return from - start;
  }

  /** The block that holds an index, or the last block, and the number of keys before it. */
  #blockAt(index: number): { block: number; before: number } {
    let [block, before] = [0, 0];
    for (; block < this.#lengths.length - 1; block++) {
      const length = this.#lengths[block] ?? 0;
      if (before + length > index) break;
      before += length;
    }
    return { block, before };
  }

  /** False once `visit` has returned false. */
  #walkBlock(start: number, { from, to }: Stretch, isBackwards: boolean, visit: (key: number) => boolean): boolean {
    const pool = this.#pool;
    const step = isBackwards ? -1 : 1;
    for (let index = isBackwards ? to - 1 : from; index >= from && index < to; index += step) {
      if (!visit(pool[start + index] ?? 0)) return false;
    }
    return true;
  }

  #boundsOf(block: number): { start: number; end: number } {
    const start = this.#starts[block] ?? 0;
    return { start, end: start + (this.#lengths[block] ?? 0) };
  }

  /** Moves the second half of a full block to a new one. */
  #split(block: number): void {
    const { start, end } = this.#boundsOf(block);
    const half = BLOCK_KEYS / 2;
    const next = this.#insertBlock(block + 1, half);
    this.#pool.copyWithin(next, start + half, end);
    this.#lengths[block] = half;
  }

  /** Joins a block with the next one when both have few keys. */
  #join(block: number): void {
    const [length = 0, following] = [this.#lengths[block], this.#lengths[block + 1]];
    if (following === undefined) return;
    if (length > 0 && following > 0 && length + following > MAX_JOINED_KEYS) return;
    const [start = 0, next = 0] = this.#starts.slice(block, block + 2);
    this.#pool.copyWithin(start + length, next, next + following);
    this.#lengths[block] = length + following;
    this.#starts.splice(block + 1, 1);
    this.#lengths.splice(block + 1, 1);
    this.#unused.push(next);
  }

  /** Returns where the new block begins in the pool. */
  #insertBlock(block: number, length: number): number {
    const start = this.#unused.pop() ?? this.#takeNew();
    this.#starts.splice(block, 0, start);
    this.#lengths.splice(block, 0, length);
    return start;
  }

  #takeNew(): number {
    const start = this.#used;
    this.#used += BLOCK_KEYS;
    if (this.#used > this.#pool.length) {
      const larger = new Uint32Array(Math.ceil((this.#pool.length * GROWTH) / BLOCK_KEYS) * BLOCK_KEYS);
      larger.set(this.#pool);
      this.#pool = larger;
    }
    return start;
  }
}
