import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

/** A terminal and the programs between it and this one may each pass on the same Ctrl-C. */
const SAME_SIGNAL_MS = 500;

/**
 * Waits for the signal to stop. Another one, later than an echo of the first, ends the process at once. With `onReload`
 * SIGHUP calls that instead, unless the program runs on a terminal: there it means that the terminal is gone.
 */
export function untilSignal(onReload?: () => void): { signalled: Promise<Signal>; isSignalled: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<Signal>();
  const isReload = (signal: Signal): boolean => signal === "SIGHUP" && onReload !== undefined && !isOnTerminal;
  const isOnTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  let firstAt: number | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isReload(signal)) return onReload?.();
      const now = performance.now();
      firstAt ??= now;
      if (now - firstAt > SAME_SIGNAL_MS) process.exit(128 + constants.signals[signal]);
      resolve(signal);
    });
  }
  return { signalled: promise, isSignalled: () => firstAt !== undefined };
}
