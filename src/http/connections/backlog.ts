import type { ServerResponse } from "node:http";
import { AppError } from "../../errors.ts";

/** What has been answered and not yet been taken by its callers. */
export interface Backlog {
  /**
   * Makes room by hanging up on those who have taken nothing of their answers for long. Throws AppError overloaded while
   * callers who have had no time yet leave too much waiting in memory.
   */
  requireRoom(): void;
  /** To be called once an answer has been written. */
  watch(response: ServerResponse): void;
  readonly bytes: number;
}

export interface BacklogLimits {
  readonly mostBytes: number;
  /** How long an answer may wait where there is no room for others. */
  readonly patienceMs: number;
  /** A caller that takes nothing of its answer for so long does not want it, however much room there is. */
  readonly stalledMs: number;
}

const LIMITS: BacklogLimits = { mostBytes: 64 * 1024 * 1024, patienceMs: 3_000, stalledMs: 120_000 };
const RETRY_AFTER_SECONDS = 5;

/** Slow callers may make the service hold so much for them; after that they lose, and large answers are refused. */
export function createBacklog(limits: Partial<BacklogLimits> = {}): Backlog {
  const { mostBytes, patienceMs, stalledMs } = { ...LIMITS, ...limits };
  let bytes = 0;
  // In the order in which they began to wait.
  const waiting = new Map<ServerResponse, { readonly bytes: number; readonly since: number }>();
  const release = (response: ServerResponse): void => {
    bytes -= waiting.get(response)?.bytes ?? 0;
    waiting.delete(response);
  };
  const hangUp = (): void => {
    const before = performance.now() - patienceMs;
    // Half, so that it is not full again with the next answer.
    for (const [response, { since }] of waiting) {
      if (bytes < mostBytes / 2 || since > before) return;
      release(response);
      response.destroy();
    }
  };
  return {
    requireRoom() {
      if (bytes < mostBytes) return;
      hangUp();
      if (bytes < mostBytes) return;
      throw new AppError("overloaded", "too many callers are slow to take their answers; try again in a few seconds", {
        headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
      });
    },
    watch(response) {
      // What a fast caller gets has left already.
      const left = response.writableLength;
      if (left === 0) return;
      bytes += left;
      waiting.set(response, { bytes: left, since: performance.now() });
      response.once("close", () => release(response));
      // Only here: a limit on every connection would have its timer set anew with every request.
      response.setTimeout(stalledMs, () => response.destroy());
    },
    get bytes() {
      return bytes;
    },
  };
}
