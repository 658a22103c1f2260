import type { Clock } from "../../clock.ts";
import { BANDS, type BandCount, sumUp } from "../../domain/match-audit.ts";
import type { Writing } from "../transactions/writing.ts";

const STEP_MARKETS = 1000;

/** Counts the matches that resolved lately, in short steps, and stores the sums: there are too many for a request. */
export async function countResolved({ matching: { resolved }, part, step }: Writing, clock: Clock): Promise<void> {
  const now = clock.now();
  const largest = resolved.largestMarket();
  const counts: BandCount[] = [];
  for (let first = 1; first <= largest; first += STEP_MARKETS) {
    counts.push(...(await part(() => resolved.count({ first, last: first + STEP_MARKETS - 1, now }))));
  }
  await step(() => {
    for (const band of BANDS) resolved.save({ band, ...sumUp(counts.filter((one) => one.band === band)) }, now);
  });
}
