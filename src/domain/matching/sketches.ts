import { citiesOf } from "../propositions/language/lexicon.ts";
import type { Proposition } from "../propositions/reading/proposition.ts";
import { MIN_REFUSED_OVERLAP, MIN_SHARED } from "./overlap.ts";

/** The part of a question that its sketch is made of. */
export type SketchInput = Pick<Proposition, "words" | "context" | "years">;

/**
 * Turns questions into short lists of numbers, to rule out most pairs without a full comparison. Sketches are valid while
 * the words keep their weights.
 */
export function createSketches(weightOf: (word: string) => number) {
  const ids = new Map<string, number>();
  const weights: number[] = [];
  const idOf = (word: string): number => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    ids.set(word, weights.length);
    return weights.push(weightOf(word)) - 1;
  };
  return {
    /** Frees what only further sketches need. */
    end: (): void => ids.clear(),

    /** The sketch of a question: two lengths, whether it names a team, its years, then its words and its context. */
    sketch({ words, context, years }: SketchInput): number[] {
      const [own, around] = [words, context].map((list) => [...new Set(list)].map(idOf));
      const hasTeams = words.some((word) => citiesOf(word).length > 0);
      const head = [own?.length ?? 0, around?.length ?? 0, Number(hasTeams), toBits(years)];
      return [...head, ...(own ?? []), ...(around ?? [])];
    },

    /**
     * Whether two questions share enough to be compared. `a` and `b` are the starts of their sketches in `numbers`. Never
     * false for a pair that `compare` gives a score.
     */
    mayScore(numbers: Uint32Array, a: number, b: number): boolean {
      const hasTeams = numbers[a + 2] === 1 || numbers[b + 2] === 1;
      const isOtherYear = isApart(numbers[a + 3] ?? 0, numbers[b + 3] ?? 0);
      if (hasTeams && !isOtherYear) return true;
      const [middleA, middleB] = [middleOf(numbers, a), middleOf(numbers, b)];
      const endA = middleA + (numbers[a + 1] ?? 0);
      const endB = middleB + (numbers[b + 1] ?? 0);
      let [shared, totalA, totalB] = [0, 0, 0];
      for (let at = a + START; at < middleA; at++) {
        const weight = weights[numbers[at] ?? 0] ?? 0;
        totalA += weight;
        if (has(numbers, b + START, endB, numbers[at] ?? 0)) shared += weight;
      }
      for (let at = b + START; at < middleB; at++) {
        const weight = weights[numbers[at] ?? 0] ?? 0;
        totalB += weight;
        if (has(numbers, middleA, endA, numbers[at] ?? 0)) shared += weight;
      }
      // Other years refuse the pair, which needs more than this to be a near miss.
      if (isOtherYear && 2 * shared + ROUNDING < MIN_REFUSED_OVERLAP * (totalA + totalB)) return false;
      return hasTeams || shared + ROUNDING >= MIN_SHARED * Math.min(totalA, totalB);
    },
  };
}

/** Where the words of a sketch begin. */
const START = 4;

const FIRST_YEAR = 2020;
const YEARS = 31;

/** A bit for each year; 0 if there are none or one is out of range. */
function toBits(years: readonly string[]): number {
  let bits = 0;
  for (const year of years) {
    const at = Number(year) - FIRST_YEAR;
    if (!(at >= 0 && at < YEARS)) return 0;
    bits |= 1 << at;
  }
  return bits;
}

/** Whether both sides have years and share none. */
const isApart = (a: number, b: number): boolean => a !== 0 && b !== 0 && (a & b) === 0;

/** Adding in another order changes a sum by less. */
const ROUNDING = 1e-6;

const middleOf = (numbers: Uint32Array, sketch: number): number => sketch + START + (numbers[sketch] ?? 0);

function has(numbers: Uint32Array, start: number, end: number, id: number): boolean {
  for (let at = start; at < end; at++) if (numbers[at] === id) return true;
  return false;
}
