import { createSketches, type SketchInput } from "../../domain/matching/sketches.ts";
import type { MatchCorpus } from "./corpus.ts";
import { createNumberList } from "./number-list.ts";

/** 64 MB. Further questions get no sketch. */
const MAX_NUMBERS = 16_000_000;

export type Sketchbook = ReturnType<typeof createSketchbook>;

/** Keeps a sketch of each question by market key. */
export function createSketchbook(corpus: MatchCorpus) {
  const sketches = createSketches(corpus.weightOf);
  const numbers = createNumberList(Uint32Array);
  /** Where each sketch begins, plus 1; 0 for none. */
  const positions = createNumberList(Uint32Array);
  let view: Uint32Array | undefined;
  return {
    /** Call it when all questions are added. */
    end: sketches.end,

    add(marketKey: number, question: SketchInput): void {
      if (numbers.length >= MAX_NUMBERS) return;
      view = undefined;
      positions.set(marketKey, numbers.length + 1);
      for (const number of sketches.sketch(question)) numbers.push(number);
    },

    /** Whether two questions may score enough for review; true where a sketch is missing. */
    mayScore(marketKey: number, otherKey: number): boolean {
      const [one, other] = [positions.get(marketKey), positions.get(otherKey)];
      view ??= numbers.take();
      return one === 0 || other === 0 || sketches.mayScore(view, one - 1, other - 1);
    },
  };
}
