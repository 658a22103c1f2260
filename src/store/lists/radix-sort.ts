const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
const MASK = BUCKETS - 1;
const WORD_BITS = 32;

/** A double consists of two words; the lower one comes first on every machine that Node runs on. */
const LOWER = 0;
const UPPER = 1;

/**
 * Sorts keys in place by their values; keys with the same value keep their order. Takes a tenth of the time of a sort that
 * compares. Values must not be negative zero.
 */
export function sortByValue(keys: Uint32Array, values: Float64Array, isDescending: boolean): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  let order: Uint32Array = keys;
  let spare: Uint32Array = scratchOf(keys.length);
  for (const half of [LOWER, UPPER]) {
    for (let shift = 0; shift < WORD_BITS; shift += DIGIT_BITS) {
      const digitOf = digits(words, { half, shift, isDescending });
      if (sortByDigit(order, spare, digitOf)) [order, spare] = [spare, order];
    }
  }
  if (order !== keys) keys.set(order);
}

let scratch = new Uint32Array();

/** Reuses the memory of the sort before: the process would keep what is freed. */
function scratchOf(length: number): Uint32Array {
  if (scratch.length < length) scratch = new Uint32Array(length);
  return scratch.subarray(0, length);
}

interface Digit {
  readonly half: number;
  readonly shift: number;
  readonly isDescending: boolean;
}

/** Reads one digit of a key's value, as a number that sorts as the values do. */
function digits(words: Uint32Array, { half, shift, isDescending }: Digit): (key: number) => number {
  const flip = isDescending ? 0xffff_ffff : 0;
  const sign = half === UPPER ? 0x8000_0000 : 0;
  return (key) => {
    const isNegative = (words[2 * key + UPPER] ?? 0) >>> 31 === 1;
    const word = (words[2 * key + half] ?? 0) ^ (isNegative ? 0xffff_ffff : sign) ^ flip;
    return (word >>> shift) & MASK;
  };
}

/** False when all keys have the same digit, so that nothing was moved. */
function sortByDigit(from: Uint32Array, to: Uint32Array, digitOf: (key: number) => number): boolean {
  const starts = new Uint32Array(BUCKETS);
  for (let index = 0; index < from.length; index++) bump(starts, digitOf(from[index] ?? 0));
  let sum = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = starts[bucket] ?? 0;
    if (count === from.length) return false;
    starts[bucket] = sum;
    sum += count;
  }
  for (let index = 0; index < from.length; index++) {
    const key = from[index] ?? 0;
    to[bump(starts, digitOf(key))] = key;
  }
  return true;
}

/** Adds one to a number and returns what it was. */
function bump(numbers: Uint32Array, index: number): number {
  const number = numbers[index] ?? 0;
  numbers[index] = number + 1;
  return number;
}
