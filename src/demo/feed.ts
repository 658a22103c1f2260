import type { SharedClock } from "../clock.ts";
import { messageOf, OperatorError } from "../errors.ts";
import { startThread } from "../threads.ts";

/** The stand-in platforms, running in a thread of this process. */
export interface DemoFeed {
  /** Base addresses as the adapters take them. */
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** All demo data follows from this seed and the time. */
export const DEMO_SEED = 20_261_120;

/** Starts the stand-in platforms; resolves once they listen. */
export async function startDemoFeed(clock: SharedClock): Promise<DemoFeed> {
  const thread = startThread("demo", { seed: DEMO_SEED, clock: clock.memory });
  const listening = Promise.withResolvers<Readonly<Record<string, string>>>();
  const ended = Promise.withResolvers<void>();
  thread.once("message", ({ urls }: { urls: Readonly<Record<string, string>> }) => listening.resolve(urls));
  thread.once("error", (cause) => {
    listening.reject(new OperatorError(`the demo feed cannot start: ${messageOf(cause)}`, { cause }));
  });
  thread.once("exit", () => ended.resolve());
  return {
    urls: await listening.promise,
    async close() {
      thread.postMessage("stop");
      await ended.promise;
    },
  };
}
