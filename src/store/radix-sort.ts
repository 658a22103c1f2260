const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
const WORD_DIGITS = 3;

/**
 * Sorts keys by the value that each has, and those of the same value in the order they are given in. Takes time in
 * proportion to their number, a tenth of what comparing them takes; digits that all values share cost nothing.
 */
export function sortByValue(keys: Uint32Array, values: Float64Array, isDescending: boolean): Uint32Array {
  const words = toWords(keys, values, isDescending);
  let order = Uint32Array.from(keys, (_, index) => index);
  let spare = new Uint32Array(keys.length);
  for (const word of words) {
    for (let digit = 0; digit < WORD_DIGITS; digit++) {
      if (!sortByDigit(word, digit * DIGIT_BITS, order, spare)) continue;
      [order, spare] = [spare, order];
    }
  }
  for (let index = 0; index < order.length; index++) spare[index] = keys[order[index] ?? 0] ?? 0;
  return spare;
}

/** Each value as two words, the lower first, that are ordered as the values are. */
function toWords(keys: Uint32Array, values: Float64Array, isDescending: boolean): readonly [Uint32Array, Uint32Array] {
  const [low, high] = [new Uint32Array(keys.length), new Uint32Array(keys.length)];
  const double = new Float64Array(1);
  const halves = new Uint32Array(double.buffer);
  const flip = isDescending ? 0xffff_ffff : 0;
  for (let index = 0; index < keys.length; index++) {
    // Adding 0 makes a negative zero the other one.
    double[0] = (values[keys[index] ?? 0] ?? 0) + 0;
    const [lower = 0, upper = 0] = [halves[0], halves[1]];
    const isNegative = upper >>> 31 === 1;
    low[index] = (isNegative ? ~lower : lower) ^ flip;
    high[index] = (isNegative ? ~upper : upper ^ 0x8000_0000) ^ flip;
  }
  return [low, high];
}

/** False when all have the same digit, so that nothing was done. */
function sortByDigit(word: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean {
  const starts = new Uint32Array(BUCKETS);
  for (let index = 0; index < word.length; index++) bump(starts, ((word[index] ?? 0) >>> shift) & (BUCKETS - 1));
  let sum = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = starts[bucket] ?? 0;
    if (count === word.length) return false;
    starts[bucket] = sum;
    sum += count;
  }
  for (let index = 0; index < from.length; index++) {
    const entry = from[index] ?? 0;
    to[bump(starts, ((word[entry] ?? 0) >>> shift) & (BUCKETS - 1))] = entry;
  }
  return true;
}

/** Gives the number and adds one to it. */
function bump(numbers: Uint32Array, index: number): number {
  const number = numbers[index] ?? 0;
  numbers[index] = number + 1;
  return number;
}
