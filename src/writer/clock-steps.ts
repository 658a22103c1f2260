import { type Clock, SECOND_MS } from "../clock.ts";
import type { Log } from "../log.ts";
import { MAX_WAIT_MS } from "../store/catalogue/market-writer.ts";
import { prepare } from "../store/database/db.ts";
import type { Writing } from "./transactions.ts";

/** A change of the time of day that no time passed for; waking from sleep is one ahead. */
export interface ClockStep {
  /** The time of day after it, in epoch milliseconds. */
  readonly at: number;
  /** Negative where the clock was set back. */
  readonly ms: number;
}

/** Smaller differences come from reading two clocks on a busy machine. */
const MIN_STEP_MS = 1000;

/** Larger steps are reported, and put retention off. */
const LARGE_STEP_MS = 60_000;

/** Retention waits this long after a start or a step ahead. Waking from sleep is such a step, and comes often. */
const TRUSTED_AFTER_MS = 600_000;

/** The same after a step back: the clock has been wrong. */
const TRUSTED_AFTER_BACK_MS = 3_600_000;

/** A step ahead that comes this close to where the clock was before it was set back undoes that. */
const UNDOES_WITHIN_MS = 5000;

/** Of a thread that is set aside between two readings, one pair of several is close enough. */
const READINGS = 3;

export type ClockSteps = ReturnType<typeof createClockSteps>;

interface ClockStepsDeps {
  readonly writing: Pick<Writing, "step" | "db">;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears of large steps. */
  readonly onStep: (step: ClockStep) => void;
}

/** Notices that the time of day was set, and keeps what the log of passes says true by the clock as it is then. */
export function createClockSteps({ writing, clock, log, onStep }: ClockStepsDeps) {
  let offset = readOffset(clock);
  /** Where the clock was before it was set back, until it is set ahead again. */
  let offsetBefore: number | undefined;
  let trustedFrom = clock.elapsed() + TRUSTED_AFTER_MS;
  /** Passes from before are dated by a clock that was behind, or before the machine slept: the log keeps their dates. */
  let datedSince = Number.MIN_SAFE_INTEGER;

  /** By how much the dates of passes have to move for their ages to be what they were. */
  const shiftFor = ({ at, ms }: ClockStep): number => {
    if (ms < 0) {
      offsetBefore = offset - ms;
      return ms;
    }
    const isUndone = offsetBefore !== undefined && Math.abs(offset - offsetBefore) < UNDOES_WITHIN_MS;
    offsetBefore = undefined;
    if (isUndone) return ms;
    // The time may have passed in sleep: ages grow by the step.
    datedSince = at;
    return 0;
  };

  const noteLarge = (step: ClockStep): void => {
    const waitMs = step.ms < 0 ? TRUSTED_AFTER_BACK_MS : TRUSTED_AFTER_MS;
    trustedFrom = Math.max(trustedFrom, clock.elapsed() + waitMs);
    const seconds = Math.round(Math.abs(step.ms) / 1000);
    log.warn({ seconds }, step.ms < 0 ? "the clock was set back" : "the clock went ahead: set, or asleep");
    onStep(step);
  };

  const check = async (): Promise<void> => {
    const now = readOffset(clock);
    const step = { at: clock.running(), ms: now - offset };
    offset = now;
    if (Math.abs(step.ms) < MIN_STEP_MS) return;
    if (Math.abs(step.ms) >= LARGE_STEP_MS) noteLarge(step);
    const ms = Math.round(shiftFor(step));
    if (ms === 0) return;
    const since = datedSince;
    datedSince += ms;
    await writing.step(() => {
      prepare(writing.db, "runs", "shift").run({ ms, since });
      prepare(writing.db, "outcomes", "bringForward").run({ latest: step.at + MAX_WAIT_MS });
    });
  };

  return {
    /** Notices a step since the last call and corrects what it made untrue. Call it before dating a pass. */
    check,
    job: { name: "check-clock", everyMs: SECOND_MS, run: check },

    /** Whether no large step was seen for long enough to forget by age. */
    isTrusted: (): boolean => clock.elapsed() >= trustedFrom,
  };
}

/** The time of day when the monotonic clock was at zero. */
function readOffset(clock: Clock): number {
  let [offset, closest] = [0, Number.POSITIVE_INFINITY];
  for (let reading = 0; reading < READINGS; reading++) {
    const before = clock.elapsed();
    const now = clock.running();
    const apart = clock.elapsed() - before;
    if (apart < closest) [offset, closest] = [now - before, apart];
  }
  return offset;
}
