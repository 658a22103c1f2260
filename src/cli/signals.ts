import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

/** A terminal and the programs in between may each forward the same Ctrl-C. */
const ECHO_MS = 500;

/**
 * Resolves at the first signal to stop. A second one ends the process at once, unless it is an echo of the first.
 * SIGHUP calls `onReload` instead where there is one, except on a terminal: there it means that the terminal is gone.
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
      if (now - firstAt > ECHO_MS) process.exit(128 + constants.signals[signal]);
      resolve(signal);
    });
  }
  return { signalled: promise, isSignalled: () => firstAt !== undefined };
}
