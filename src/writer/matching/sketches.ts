import { createSketches, type Sketched } from "../../domain/matching/index.ts";
import type { MatchCorpus } from "./corpus.ts";
import { createNumbers } from "./numbers.ts";

/** With more numbers than this, 64 megabytes of them, the remaining questions are not sketched. */
const MOST_NUMBERS = 16_000_000;

export type Sketchbook = ReturnType<typeof createSketchbook>;

/** Keeps a sketch of each question by the key of its market. */
export function createSketchbook(corpus: MatchCorpus) {
  const sketches = createSketches(corpus.weightOf);
  const numbers = createNumbers(Uint32Array);
  /** Where each begins, counted from 1. */
  const places = createNumbers(Uint32Array);
  let taken: Uint32Array | undefined;
  return {
    add(marketKey: number, question: Sketched): void {
      if (numbers.length >= MOST_NUMBERS) return;
      taken = undefined;
      places.set(marketKey, numbers.length + 1);
      for (const number of sketches.sketch(question)) numbers.push(number);
    },

    /** Whether two questions may score enough to be kept; true where it cannot be told. */
    mayScore(marketKey: number, otherKey: number): boolean {
      const [one, other] = [places.get(marketKey), places.get(otherKey)];
      taken ??= numbers.take();
      return one === 0 || other === 0 || sketches.mayScore(taken, one - 1, other - 1);
    },
  };
}
