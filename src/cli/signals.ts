import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

/** Ctrl-C may arrive several times, from the terminal and from programs between it and this one. */
const SAME_SIGNAL_MS = 500;

/**
 * Waits for the signal to stop. A second one, later than an echo of the first, ends the process at once. SIGHUP calls
 * `onReload` if given, except on a terminal, where it means that the terminal is gone.
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
