import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";

/** Something that has to be done from time to time. */
export interface Job {
  readonly name: string;
  /** From one run to the next. Setting the time of day moves no timer. */
  readonly everyMs: number;
  /** Until the first run, where that is not `everyMs`. It keeps jobs of the same period apart. */
  readonly firstMs?: number;
  run(): Promise<void> | void;
}

/** How many rows of each kind a job has dealt with. */
export type JobCounts = Readonly<Record<string, number>>;

interface CountingJob extends Omit<Job, "run"> {
  /** Undefined where there was nothing to do. */
  run(): Promise<JobCounts | undefined>;
}

/** A job that logs what it did, if anything. */
export const logCounts = (job: CountingJob, log: Log): Job => ({
  ...job,
  async run() {
    const counts = await job.run();
    const hasWorked = counts !== undefined && Object.values(counts).some((count) => count > 0);
    if (hasWorked) log.info({ job: job.name, ...counts }, "a job is done");
  },
});

export interface Schedule {
  /** Stops the timers and waits for jobs that are running. */
  stop(): Promise<void>;
}

/** Runs jobs at their times, none while it is still running. A job that throws is logged and comes again. */
export function startSchedule(jobs: readonly Job[], log: Log): Schedule {
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const start = (job: Job): void => {
    if (running.has(job.name)) return;
    const done = Promise.resolve()
      .then(() => job.run())
      .catch((error: unknown) => {
        // The health of the database logs a lost file, once.
        if (!(error instanceof AppError)) log.error({ err: error, job: job.name }, "a job failed");
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, done);
  };
  for (const job of jobs) {
    const first = setTimeout(() => {
      timers.set(
        job.name,
        setInterval(() => start(job), job.everyMs),
      );
      start(job);
    }, job.firstMs ?? job.everyMs);
    timers.set(job.name, first);
  }
  return {
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
