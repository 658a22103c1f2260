import { SECOND_MS } from "../../clock.ts";
import type { Cadence } from "../../config.ts";
import type { RunKind } from "../../store/runs.ts";

/** Recent resolutions are read this often, or with every full pass where those are rarer. */
const RESOLVED_EVERY_SECONDS = 600;

/** The first retry of a failed pass; each further failure doubles it. */
const FIRST_RETRY_MS = 5 * SECOND_MS;

/** So much of a cadence, either way, keeps the platforms' passes apart. */
const JITTER = 0.05;

/** Milliseconds from one pass of a kind to the next; undefined for a kind that is off. */
export function everyMs(kind: RunKind, { fullEverySeconds, activeEverySeconds }: Cadence): number | undefined {
  const seconds = {
    full: fullEverySeconds,
    active: activeEverySeconds,
    resolved: Math.min(RESOLVED_EVERY_SECONDS, fullEverySeconds),
  }[kind];
  return seconds === 0 ? undefined : seconds * SECOND_MS;
}

/**
 * When the next pass is due. After a failure it comes sooner than the cadence, then doubles up to it; `failures`
 * counts the passes in a row that failed, this one included. A pass that was held is not hurried.
 */
export function nextPassAt(
  pass: { startedAt: number; finishedAt: number; status: "ok" | "failed" | "held" },
  { cadenceMs, failures, random }: { cadenceMs: number; failures: number; random: number },
): number {
  if (pass.status === "failed") {
    const backOffMs = Math.min(cadenceMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
    return pass.finishedAt + Math.round(backOffMs * (1 - random / 4));
  }
  const jitterMs = Math.round(cadenceMs * JITTER * (2 * random - 1));
  return Math.max(pass.startedAt + cadenceMs + jitterMs, pass.finishedAt);
}

/**
 * When a pass that was put off until `dueAt` is due. Farther ahead than any pass is ever put says that the clock was set
 * back since: it is due already.
 */
export const dueAgainAt = (dueAt: number, now: number, cadenceMs: number): number =>
  dueAt > now + cadenceMs * (1 + JITTER) + SECOND_MS ? now : dueAt;
