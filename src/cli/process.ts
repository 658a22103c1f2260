import { readFileSync } from "node:fs";
import { constants } from "node:os";
import type { Config } from "../config.ts";
import { OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";

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

/** An idle service has 50 to 80 open, and one more for each connection. */
export const MIN_OPEN_FILES = 128;

/** Throws OperatorError where threads or the first connections would get no file descriptor: nothing survives that. */
export function requireOpenFiles(): void {
  const limit = readOpenFilesLimit();
  if (limit >= MIN_OPEN_FILES) return;
  const allowed = limit === 0 ? "too few" : `only ${limit}`;
  throw new OperatorError(`${allowed} files may be open at a time, and ${MIN_OPEN_FILES} are needed: ${HOW_TO_RAISE}`);
}

/** Accepted even where that leaves fewer files than an idle service may need. */
const MIN_CONNECTIONS = 16;

/** Lowers the limits of connections and streams, with a warning, so that they leave files for database and platforms. */
export function fitOpenFiles(config: Config, log: Log): Config {
  const limit = readOpenFilesLimit();
  const wanted = config.maxConnections + config.maxStreams;
  const left = Math.max(MIN_CONNECTIONS, limit - MIN_OPEN_FILES);
  if (wanted <= left) return config;
  const shareOf = (count: number): number => Math.floor((count * left) / wanted);
  const maxConnections = Math.max(1, shareOf(config.maxConnections));
  const maxConnectionsPerAddress = Math.max(1, shareOf(config.maxConnectionsPerAddress));
  const maxStreams = shareOf(config.maxStreams);
  const accepted = `${maxConnections} connections (${maxConnectionsPerAddress} from one address) and ${maxStreams} streams`;
  log.warn(`only ${limit} files may be open at a time, so ${accepted} are accepted: ${HOW_TO_RAISE}`);
  return { ...config, maxConnections, maxConnectionsPerAddress, maxStreams };
}

export const HOW_TO_RAISE = "raise the limit with 'ulimit -n' or, under systemd, LimitNOFILE";

/** How many files and connections this process may have open; Infinity where the system does not say. */
export function readOpenFilesLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Number(limit ?? Number.NaN) || Number.POSITIVE_INFINITY;
  } catch (error) {
    // The limit is reached: even this file cannot be opened.
    return (error as NodeJS.ErrnoException).code === "EMFILE" ? 0 : Number.POSITIVE_INFINITY;
  }
}
