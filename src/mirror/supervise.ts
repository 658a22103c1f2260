import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { type Log, type LogLevel, writeLine } from "../log.ts";
import { startThread } from "../threads.ts";
import type { MirrorStatus } from "./mirror.ts";
import type { FromMirror, MirrorData } from "./thread.ts";

const RESTART_MS = 10_000;
/** Longer than a step takes. PostgreSQL undoes one that takes longer. */
const MAX_CLOSE_MS = 5000;

/** The main thread's side of the mirror: starts its thread, and starts it again when it dies. */
export type MirrorThread = ReturnType<typeof superviseMirror>;

export function superviseMirror(data: MirrorData, log: Log) {
  let status: MirrorStatus = { state: "waiting", currentAt: 0, copies: 0 };
  let thread: Worker | undefined;
  let [isOver, restart]: [boolean, NodeJS.Timeout | undefined] = [false, undefined];
  const start = (): void => {
    thread = startThread("mirror", data);
    thread.on("message", (message: FromMirror) => {
      if ("line" in message) writeLine(log, message.line);
      else if ("status" in message) status = message.status;
      else {
        isOver = true;
        log.error({ reason: message.refused }, "the mirror ends until the next start");
      }
    });
    thread.on("error", (error) => log.error({ err: error }, "the mirror thread failed"));
    thread.on("exit", () => {
      thread = undefined;
      status = { ...status, state: "waiting" };
      if (!isOver) restart = setTimeout(start, RESTART_MS).unref();
    });
  };
  start();
  return {
    /** `now` is epoch milliseconds. How old what the mirror shows is, where it shows anything. */
    figures: (now: number) => ({
      ...status,
      lagSeconds: status.currentAt === 0 ? undefined : Math.max(0, now - status.currentAt) / 1000,
    }),

    setLogLevel: (level: LogLevel): void => thread?.postMessage(level),

    /** Lets the step end that is under way. */
    async close(): Promise<void> {
      isOver = true;
      clearTimeout(restart);
      if (thread === undefined) return;
      const limit = setTimeout(() => void thread?.terminate(), MAX_CLOSE_MS);
      thread.postMessage(null);
      await once(thread, "exit").catch(() => undefined);
      clearTimeout(limit);
    },
  };
}
