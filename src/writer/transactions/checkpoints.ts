import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { Log } from "../../log.ts";
import { copyWal, type Db, pageBytesOf, readWal } from "../../store/database/db.ts";
import { startThread } from "../../threads.ts";
import type { CheckpointAnswer, CheckpointData } from "./checkpoint-thread.ts";

export interface LogLimits {
  /** The log is copied once this much of it is new. A page is copied once, however often it was written. */
  readonly copiedBytes: number;
  /** At this length writing waits until all of it is copied, because only then can the log restart. */
  readonly maxBytes: number;
}

const MEGABYTE = 2 ** 20;
const LIMITS: LogLimits = { copiedBytes: 16 * MEGABYTE, maxBytes: 64 * MEGABYTE };

/** Keeps the log short. Copying it waits for the disk, so the service does it in a thread of its own. */
export interface Checkpoints {
  /** To be called between two transactions. */
  keepUp(): Promise<void>;
  close(): Promise<void>;
}

/** Copies in this thread; for short runs, and where nobody waits. */
export const inlineCheckpoints = (db: Db, log: Log, { copiedBytes }: LogLimits = LIMITS): Checkpoints => ({
  async keepUp() {
    if (readWal(db).uncopied * pageBytesOf(db) < copiedBytes) return;
    try {
      copyWal(db);
    } catch (error) {
      log.warn({ err: error }, NOT_COPIED);
    }
    await setImmediate();
  },
  close: () => Promise.resolve(),
});

/** Copies in a thread of its own, which is started when it is first needed. */
export function threadedCheckpoints(
  db: Db,
  data: CheckpointData,
  log: Log,
  { copiedBytes, maxBytes }: LogLimits = LIMITS,
): Checkpoints {
  const pageBytes = pageBytesOf(db);
  let thread: Worker | undefined;
  let running: Promise<void> | undefined;
  const start = (): Worker => {
    const started = startThread("checkpoints", data);
    started.on("error", (error) => log.error({ err: error }, "the checkpoint thread failed"));
    started.on("exit", () => {
      thread = undefined;
    });
    return started;
  };
  const copy = (): Promise<void> => {
    thread ??= start();
    running ??= askFor(thread, log).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    async keepUp() {
      const { pages, uncopied } = readWal(db);
      if (uncopied * pageBytes < copiedBytes) return;
      const copied = copy();
      if (pages * pageBytes < maxBytes) return;
      // What runs already may have begun too early to copy all.
      await copied;
      await copy();
    },
    async close() {
      await running;
      if (thread === undefined) return;
      const ended = Promise.withResolvers<void>();
      thread.once("exit", () => ended.resolve());
      thread.postMessage("close");
      await ended.promise;
    },
  };
}

async function askFor(thread: Worker, log: Log): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<CheckpointAnswer>();
  const onExit = (): void => resolve("the thread has ended");
  thread.once("message", resolve).once("exit", onExit);
  thread.postMessage("copy");
  const reason = await promise;
  thread.off("message", resolve).off("exit", onExit);
  if (reason !== undefined) log.warn({ reason }, NOT_COPIED);
}

const NOT_COPIED = "the log could not be copied into the database file; it is tried again";
