import { mix, unit } from "../../src/demo/chance.ts";

/** How often a process is killed, in all; a fifth of it within migrations and a fifth within roll-ups. */
export const ROUNDS = Number(process.env.TEST_CRASH_ROUNDS ?? 6);

const SEED = Number(process.env.TEST_CRASH_SEED ?? 1);

/** Numbers in 0..1 that are the same for every run with the same seed. */
export function chancesOf(stream: number): () => number {
  let drawn = 0;
  return () => unit(mix(SEED * 1000 + stream, ++drawn));
}
