import cron from "node-cron";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";

/** Something that has to be done from time to time. */
export interface Job {
  readonly name: string;
  /** Six fields, seconds first, UTC. */
  readonly cron: string;
  run(): Promise<void> | void;
}

export interface Schedule {
  /** Stops the clockwork and waits for jobs that are running. */
  stop(): Promise<void>;
}

/**
 * A job whose time came while the thread was at work is run late, up to its next time; by itself the library would leave
 * out whatever is a second late, and complain on the terminal.
 */
const TIMING = { timezone: "UTC", missedExecutionTolerance: 86_400_000, suppressMissedWarning: true };

/** Runs jobs at their times, none while it is still running. A job that throws is logged and comes again. */
export function startSchedule(jobs: readonly Job[], log: Log): Schedule {
  const running = new Map<string, Promise<void>>();
  const tasks = jobs.map((job) => cron.schedule(job.cron, () => start(job), { name: job.name, ...TIMING }));
  const start = (job: Job): void => {
    if (running.has(job.name)) return;
    const done = Promise.resolve()
      .then(() => job.run())
      .catch((error: unknown) => {
        // A file that is gone is told of where that is found out, once.
        if (!(error instanceof AppError)) log.error({ err: error, job: job.name }, "a job failed");
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, done);
  };
  return {
    async stop() {
      for (const task of tasks) await task.destroy();
      await Promise.all(running.values());
    },
  };
}
