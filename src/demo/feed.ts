import type { SharedClock } from "../clock.ts";
import { DEMO_SEED, type DemoFault, type DemoOptions, FAILING_FOR_MS } from "../domain/demo.ts";
import { messageOf, OperatorError } from "../errors.ts";
import { startThread } from "../threads.ts";

/** The stand-in platforms, running in a thread of this process. */
export interface DemoFeed {
  /** Base addresses as the adapters take them. */
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** What the stand-ins are started with. All they list follows from the seed and the start. */
export interface DemoData {
  readonly seed: number;
  /** Epoch milliseconds; platforms that fail answer until then. */
  readonly startsAt: number;
  readonly faults: Readonly<Record<string, DemoFault>>;
}

/** Starts the stand-in platforms; resolves once they listen. Holds the clock where `options` ask for it. */
export async function startDemoFeed(clock: SharedClock, options?: DemoOptions): Promise<DemoFeed> {
  const startsAt = options?.heldAt ?? clock.now();
  if (options !== undefined) holdClock(clock, options, startsAt);
  const { seed, faults }: Omit<DemoData, "startsAt"> = options ?? { seed: DEMO_SEED, faults: {} };
  const data: DemoData = { seed, faults, startsAt };
  const thread = startThread("demo", { ...data, clock: clock.memory });
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

/** Holds the clock at the start or, where platforms are to have failed for a while, in the past until all is read. */
function holdClock(clock: SharedClock, { heldAt, faults }: DemoOptions, startsAt: number): void {
  clock.set(startsAt - clock.running());
  const hasFaults = Object.keys(faults).length > 0;
  if (heldAt !== undefined || hasFaults) clock.holdAt(hasFaults ? startsAt - FAILING_FOR_MS : startsAt);
}
