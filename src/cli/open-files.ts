import { readFileSync } from "node:fs";
import { OperatorError } from "../errors.ts";

/** A service at rest holds 50 to 80, each connection one more. */
export const MIN_OPEN_FILES = 128;

/** Throws OperatorError where a thread or the first callers would find no descriptor left, which no code survives. */
export function requireOpenFiles(): void {
  const limit = readOpenFilesLimit();
  if (limit >= MIN_OPEN_FILES) return;
  const allowed = limit === 0 ? "too few" : `only ${limit}`;
  throw new OperatorError(`${allowed} files may be open at a time, and ${MIN_OPEN_FILES} are needed: ${HOW_TO_RAISE}`);
}

export const HOW_TO_RAISE = "raise the limit with 'ulimit -n' or, under systemd, LimitNOFILE";

/** How many files and connections this process may have open; Infinity where the system does not say. Node raises it as far as it may. */
export function readOpenFilesLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Number(limit ?? Number.NaN) || Number.POSITIVE_INFINITY;
  } catch (error) {
    // Not even this file can be opened.
    return (error as NodeJS.ErrnoException).code === "EMFILE" ? 0 : Number.POSITIVE_INFINITY;
  }
}
