import type { Clock } from "../clock.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../clock.ts";
import type { ClockSteps } from "./clock-steps.ts";
import { applyCategoryRules } from "./maintenance/categories.ts";
import { closePassed, foldHistory, keepBounded, type Retention, trimChanges } from "./maintenance/maintenance.ts";
import type { Matcher } from "./matching/matcher.ts";
import type { Job } from "./schedule.ts";
import type { Writing } from "./transactions/writing.ts";

/** What keeps tables and lists in order; none of it forgets anything. */
export const maintenanceJobs = (writing: Writing, clock: Clock): Job[] => [
  { name: "close-passed", everyMs: SECOND_MS, run: () => closePassed(writing, clock) },
  { name: "fold-history", everyMs: HOUR_MS, firstMs: 10 * MINUTE_MS, run: () => foldHistory(writing) },
  { name: "trim-changes", everyMs: MINUTE_MS, firstMs: 30 * SECOND_MS, run: () => trimChanges(writing) },
  { name: "file-events", everyMs: MINUTE_MS, firstMs: 25 * SECOND_MS, run: () => applyCategoryRules(writing, clock) },
];

interface RetentionDeps {
  readonly writing: Writing;
  readonly clock: Clock;
  readonly clockSteps: Pick<ClockSteps, "isTrusted">;
  readonly config: Retention;
  readonly matcher: Pick<Matcher, "retireClosed">;
}

/** What forgets what is old, put off while the clock may be wrong: that would make everything old. */
export function retentionJobs({ writing, clock, clockSteps, config, matcher }: RetentionDeps): Job[] {
  const whenTrusted = (work: () => Promise<void>) => async (): Promise<void> => {
    if (clockSteps.isTrusted()) await work();
  };
  return [
    {
      name: "keep-bounded",
      everyMs: MINUTE_MS,
      firstMs: 40 * SECOND_MS,
      run: whenTrusted(() => keepBounded(writing, clock, config)),
    },
    {
      name: "retire-closed",
      everyMs: HOUR_MS,
      firstMs: 20 * MINUTE_MS,
      run: whenTrusted(() => matcher.retireClosed()),
    },
  ];
}
