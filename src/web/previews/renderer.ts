import type { Worker } from "node:worker_threads";
import { AppError } from "../../errors.ts";
import { startThread } from "../../threads.ts";
import type { FromRenderer, ToRenderer } from "./messages.ts";

/** Renders pictures in a thread of its own, one at a time. The thread ends when it is idle, with all its memory. */
export interface Renderer {
  /** Throws AppError overloaded while too many wait. */
  render(drawing: ToRenderer): Promise<Buffer>;
}

interface PendingPicture {
  readonly drawing: ToRenderer;
  readonly done: PromiseWithResolvers<Buffer>;
}

export interface RendererOptions {
  readonly start?: () => Worker;
  readonly maxWaiting?: number;
  readonly idleMs?: number;
  /** A picture takes some 100 ms, the first one half a second. */
  readonly deadlineMs?: number;
}

export function createRenderer(options: RendererOptions = {}): Renderer {
  const {
    start = () => startThread("previews", null),
    maxWaiting = 20,
    idleMs = 30_000,
    deadlineMs = 15_000,
  } = options;
  const waiting: PendingPicture[] = [];
  let running: PendingPicture | undefined;
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;

  const end = (reason: Error): void => {
    clearTimeout(timer);
    const ended = thread;
    thread = undefined;
    void ended
      ?.removeAllListeners()
      .on("error", () => undefined)
      .terminate();
    const failed = running;
    running = undefined;
    failed?.done.reject(reason);
    next();
  };
  const finish = (message: FromRenderer): void => {
    clearTimeout(timer);
    const picture = running;
    running = undefined;
    if (message.png === undefined) picture?.done.reject(new Error(`a picture cannot be rendered: ${message.reason}`));
    else picture?.done.resolve(Buffer.from(message.png.buffer));
    next();
  };
  const open = (): Worker => {
    const opened = start();
    opened.on("message", finish);
    opened.once("error", end);
    opened.once("exit", (code) => end(new Error(`the thread for pictures ended with ${code}`)));
    return opened;
  };
  const next = (): void => {
    if (running !== undefined) return;
    running = waiting.shift();
    if (running === undefined) {
      // An idle thread keeps no process alive.
      thread?.unref();
      if (thread !== undefined) timer = setTimeout(() => end(new Error("idle")), idleMs).unref();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => end(new Error(`a picture took longer than ${deadlineMs} ms`)), deadlineMs).unref();
    thread ??= open();
    thread.ref();
    thread.postMessage(running.drawing);
  };
  return {
    render(drawing) {
      if (waiting.length >= maxWaiting) {
        throw tooManyPictures();
      }
      const done = Promise.withResolvers<Buffer>();
      waiting.push({ drawing, done });
      next();
      return done.promise;
    },
  };
}

export const tooManyPictures = (): AppError =>
  new AppError("overloaded", "too many pictures are being drawn: try again in a few seconds", {
    headers: { "Retry-After": "5" },
  });
