/** Where the feed was a moment ago. */
export interface Positions {
  /** Notes where it is. `elapsed` in monotonic milliseconds. */
  note(elapsed: number, seq: number): void;
  /** A seq of at least `OVERLAP_MS` ago, or the first that was noted. */
  start(elapsed: number): number;
}

/**
 * A new stream begins so long before now: an answer from the response cache, which its reader may start from, is older
 * than the newest change.
 */
const OVERLAP_MS = 2500;
const NOTED_EVERY_MS = 500;

export function createPositions(elapsed: number, seq: number): Positions {
  const noted = [{ at: elapsed, seq }];
  return {
    note(at, current) {
      if (at - (noted.at(-1)?.at ?? 0) < NOTED_EVERY_MS) return;
      noted.push({ at, seq: current });
      while ((noted[1]?.at ?? at) <= at - OVERLAP_MS) noted.shift();
    },
    start(at) {
      const found = noted.findLast((one) => one.at <= at - OVERLAP_MS) ?? noted[0];
      return found?.seq ?? seq;
    },
  };
}
