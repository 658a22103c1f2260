/** Below 0 where a row comes before another, above where it comes after it. */
export type Compare = (key: number, other: number) => number;

/** From one index up to another. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const BLOCK_KEYS = 512;
/** The rest is room for keys to come. */
const FILLED_KEYS = 448;
/** Two blocks that have no more than these together become one. */
const FEW_KEYS = 256;
/** Room for blocks to come, and by how much that grows. */
const ROOM = 1.1;
const GROWTH = 1.25;

/**
 * Keys in an order, in blocks: to put one in or take one out moves the rest of a block, and never that of the order. What
 * a key is compared by may change only while the key is not in it.
 */
export class Order {
  /** Whether a key comes before the one that is looked for. */
  readonly #isBefore: (key: number) => boolean;
  #wanted = 0;
  /** The blocks, in no order that means anything. */
  #pool: Uint32Array;
  #used = 0;
  readonly #unused: number[] = [];
  /** Where each block begins in the pool, and how many keys it has. None is empty, but one that is alone. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  #length: number;

  /** Of so many keys, which `fill` writes in their order: into memory that stays, since what is thrown away does so too. */
  constructor(length: number, fill: (keys: Uint32Array) => void, compare: Compare) {
    this.#isBefore = (key) => compare(key, this.#wanted) < 0;
    this.#length = length;
    const blocks = Math.ceil((length / FILLED_KEYS) * ROOM) + 1;
    this.#pool = new Uint32Array(blocks * BLOCK_KEYS);
    // From the end of the pool no block is filled before what was there has gone to another.
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

  /** How many of the first are so, where none is so that comes after one that is not. */
  countFirst(isSo: (key: number) => boolean): number {
    const block = this.#findBlock(isSo);
    let count = this.#countIn(block, isSo);
    for (let before = 0; before < block; before++) count += this.#lengths[before] ?? 0;
    return count;
  }

  /** Tells of the keys of a stretch, backwards from its last one if so wanted, until `visit` gives false. */
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

  /** Of one that is not in it, nothing is changed. */
  remove(key: number): void {
    this.#wanted = key;
    let block = this.#findBlock(this.#isBefore);
    let index = this.#countIn(block, this.#isBefore);
    // It may be the first of the block after.
    if (index === this.#lengths[block]) [block, index] = [block + 1, 0];
    const { start, end } = this.#boundsOf(block);
    if (start + index >= end || this.#pool[start + index] !== key) return;
    this.#pool.copyWithin(start + index, start + index + 1, end);
    this.#lengths[block] = end - 1 - start;
    this.#length--;
    this.#join(block);
    if (block > 0) this.#join(block - 1);
  }

  /** The last block of which the first key is so; the first block where there is none. */
  #findBlock(isSo: (key: number) => boolean): number {
    let [from, to] = [1, this.#starts.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isSo(this.#pool[this.#starts[middle] ?? 0] ?? 0)) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }

  /** How many of the first keys of a block are so. */
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

  /** The block that has a key by its index, or the last one, and how many keys are before it. */
  #blockAt(index: number): { block: number; before: number } {
    let [block, before] = [0, 0];
    for (; block < this.#lengths.length - 1; block++) {
      const length = this.#lengths[block] ?? 0;
      if (before + length > index) break;
      before += length;
    }
    return { block, before };
  }

  /** False once `visit` has given false. */
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

  /** Makes one of a block and the next where both have few keys. */
  #join(block: number): void {
    const [length = 0, following] = [this.#lengths[block], this.#lengths[block + 1]];
    if (following === undefined) return;
    if (length > 0 && following > 0 && length + following > FEW_KEYS) return;
    const [start = 0, next = 0] = this.#starts.slice(block, block + 2);
    this.#pool.copyWithin(start + length, next, next + following);
    this.#lengths[block] = length + following;
    this.#starts.splice(block + 1, 1);
    this.#lengths.splice(block + 1, 1);
    this.#unused.push(next);
  }

  /** Gives where it begins in the pool. */
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
