/** What a step should take at most, its commit included: commands wait for as long. */
const STEP_MS = 25;

/** The same for a step that fills an empty database. */
export const BULK_STEP_MS = 250;

/**
 * On a machine that is busy with other things a step takes longer than its work; with fewer rows than these it would
 * mostly write pages that the next one writes again.
 */
const MIN_ROWS = 50;

/** What writing a row takes is learnt from the steps before, slowly where they were short and at once where not. */
const LEARNING = 0.3;

/** Before anything is known. */
const FIRST_ROW_MS = 0.25;

/** How much a step may do. */
export interface Allowance {
  /** Notes a written row, whose cost mostly falls due with the commit. */
  spend(): void;
  isSpent(): boolean;
}

export interface StepPace {
  /** Call `end` once the step is committed. */
  begin(stepMs?: number): Allowance & { end(): void };
}

/** Clocks that never go back: the time, and how long this thread has been at work. */
export interface StepClocks {
  readonly elapsedMs: () => number;
  readonly workedMs: () => number;
}

/** Steps of the same rows every time, for a demo that can be repeated: what a step holds decides in which order rows come. */
export const createFixedPace = (): StepPace => ({
  begin(stepMs = STEP_MS) {
    let rows = 0;
    return { spend: () => void rows++, isSpent: () => rows * FIRST_ROW_MS >= stepMs, end: () => undefined };
  },
});

/** Keeps steps short, whatever rows cost on this machine at this time. */
export function createPace({ elapsedMs, workedMs }: StepClocks = CLOCKS): StepPace {
  let rowMs = FIRST_ROW_MS;
  return {
    begin(stepMs = STEP_MS) {
      const [from, workedFrom] = [elapsedMs(), workedMs()];
      let rows = 0;
      const isLate = (): boolean => (rows === 0 || rows >= MIN_ROWS) && elapsedMs() - from >= stepMs / 2;
      return {
        spend: () => void rows++,
        isSpent: () => rows * rowMs >= stepMs || isLate(),
        end(): void {
          if (rows === 0) return;
          const tookMs = workedMs() - workedFrom;
          const share = tookMs > 2 * stepMs ? 1 : LEARNING * Math.min(1, (rows * rowMs) / stepMs);
          rowMs += (tookMs / rows - rowMs) * share;
        },
      };
    },
  };
}

const CLOCKS: StepClocks = {
  elapsedMs: () => performance.now(),
  workedMs() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};
