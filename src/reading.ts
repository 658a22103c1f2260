import { setImmediate } from "node:timers/promises";
import type { Context } from "./context.ts";

const SYNC_INTERVAL_MS = 50;

type WarmUpDeps = Pick<Context, "store" | "clock" | "config" | "log" | "readiness">;

/**
 * Runs one read of each kind, since the first takes several times as long as later ones. Waits for a `turn` before each.
 */
export async function warmUp(
  { store, clock, config: { platforms }, log, readiness }: WarmUpDeps,
  turn: () => Promise<void>,
): Promise<void> {
  const list = { status: "open", minVolume: 0, sort: "volume", order: "desc" } as const;
  const reads = [
    () => store.markets.list(list, { page: 1, size: 50 }),
    () => store.search.find({ text: "will", status: "open", limit: 10, now: clock.now() }),
    () => store.questions.list({ ...list, minGap: 0, realMoneyOnly: false, now: clock.now() }, { page: 1, size: 50 }),
    () => store.board.find({ platforms, limit: 10, now: clock.now() }),
  ];
  try {
    for (const read of reads) {
      await turn();
      await read();
    }
  } catch (error) {
    // The next request reports what else is wrong.
    if (!readiness.noteFailure(error)) log.debug({ err: error }, "nothing could be read yet");
  }
}

/** Keeps the lists in memory up to date, so that no request waits for it. Returns a function that stops it. */
export function startListSync({ store, readiness, log }: Context): () => void {
  let isFailing = false;
  let [isRunning, isStopped] = [false, false];
  const sync = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      // Requests are answered between two steps.
      while (!isStopped && store.syncLists()) await setImmediate();
      isFailing = false;
    } catch (error) {
      // Requests for lists fail with the same error; the status reports it meanwhile.
      if (!readiness.noteFailure(error) && !isFailing) log.error({ err: error }, "lists cannot follow what is written");
      isFailing = true;
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void sync(), SYNC_INTERVAL_MS).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
