import { mix, unit } from "../../src/demo/chance.ts";

export const SEED = Number(process.env.TEST_FUZZ_SEED ?? 1);

/** Draws that are the same for every run with the same seed. */
export interface Chance {
  below(limit: number): number;
  happens(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

export function chanceOf(stream: number): Chance {
  let drawn = 0;
  const next = (): number => unit(mix(SEED * 1000 + stream, ++drawn));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    happens: (probability) => next() < probability,
    pick<T>(values: readonly T[]): T {
      if (values.length === 0) throw new Error("nothing to pick from");
      return values[below(values.length)] as T;
    },
  };
}
