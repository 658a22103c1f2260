import { SECOND_MS } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";

/** How many rows of each kind a job has dealt with; undefined where there was nothing to do. */
export type JobCounts = Readonly<Record<string, number>> | undefined;

/** Something that has to be done from time to time. What it did is logged, if anything. */
export type Job = (Timed | ByCron) & {
  readonly name: string;
  run(): Promise<JobCounts> | Promise<void> | JobCounts | void;
};

interface Timed {
  /** From one run to the next. Setting the time of day moves no timer. */
  readonly everyMs: number;
  /** Until the first run, where that is not `everyMs`. It keeps jobs of the same period apart. */
  readonly firstMs?: number;
}

interface ByCron {
  /** Asked every second, as `createCronTimes` gives it. */
  isTime(): boolean;
}

export interface Schedule {
  /** Stops the timers and waits for jobs that are running. */
  stop(): Promise<void>;
}

/** Runs jobs at their times, none while it is still running. A job that throws is logged and comes again. */
export function startSchedule(jobs: readonly Job[], log: Log): Schedule {
  const running = new Map<string, Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  const start = (job: Job): void => {
    if (running.has(job.name)) return;
    const done = runJob(job, log).finally(() => running.delete(job.name));
    running.set(job.name, done);
  };
  const startTimed = (job: Job, { everyMs, firstMs = everyMs }: Timed): void => {
    const first = setTimeout(() => {
      timers.push(setInterval(() => start(job), everyMs));
      start(job);
    }, firstMs);
    timers.push(first);
  };
  for (const job of jobs) {
    if ("everyMs" in job) startTimed(job, job);
    else timers.push(setInterval(() => job.isTime() && start(job), SECOND_MS));
  }
  return {
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

async function runJob(job: Job, log: Log): Promise<void> {
  try {
    const counts = await job.run();
    const hasWorked = counts !== undefined && Object.values(counts).some((count) => count > 0);
    if (hasWorked) log.info({ job: job.name, ...counts }, "a job is done");
  } catch (error) {
    // The health of the database logs a lost file, once.
    if (!(error instanceof AppError)) log.error({ err: error, job: job.name }, "a job failed");
  }
}
