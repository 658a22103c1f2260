import { readFileSync } from "node:fs";
import { OperatorError } from "../errors.ts";

/** An idle service has 50 to 80 open, and one more for each connection. */
export const MIN_OPEN_FILES = 128;

/** Throws OperatorError where threads or the first connections would get no file descriptor: nothing survives that. */
export function requireOpenFiles(): void {
  const limit = readOpenFilesLimit();
  if (limit >= MIN_OPEN_FILES) return;
  const allowed = limit === 0 ? "too few" : `only ${limit}`;
  throw new OperatorError(`${allowed} files may be open at a time, and ${MIN_OPEN_FILES} are needed: ${HOW_TO_RAISE}`);
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
