import type { ServerResponse } from "node:http";
import { AppError } from "../../errors.ts";

/** Answers that were sent and that slow callers have not read yet. */
export type Backlog = ReturnType<typeof createBacklog>;

interface BacklogLimits {
  readonly maxBytes: number;
  /** How long an answer may wait while there is no room for others. */
  readonly patienceMs: number;
  /** A caller who reads nothing for this long is disconnected, even while there is room. */
  readonly stalledMs: number;
}

const LIMITS: BacklogLimits = { maxBytes: 64 * 1024 * 1024, patienceMs: 3_000, stalledMs: 120_000 };
const RETRY_AFTER_SECONDS = 5;

/** Bounds the memory that slow callers hold: beyond it they are disconnected, and large answers refused. */
export function createBacklog(limits: Partial<BacklogLimits> = {}) {
  const { maxBytes, patienceMs, stalledMs } = { ...LIMITS, ...limits };
  let bytes = 0;
  // In the order in which they began to wait.
  const waiting = new Map<ServerResponse, { readonly bytes: number; readonly since: number }>();
  const release = (response: ServerResponse): void => {
    bytes -= waiting.get(response)?.bytes ?? 0;
    waiting.delete(response);
  };
  const disconnectSlow = (): void => {
    const before = performance.now() - patienceMs;
    // Down to half, so that it is not full again with the next answer.
    for (const [response, { since }] of waiting) {
      if (bytes < maxBytes / 2 || since > before) return;
      release(response);
      response.destroy();
    }
  };
  return {
    /**
     * Makes room by disconnecting callers who have read nothing for some time. Throws AppError overloaded while the rest
     * still holds too much memory.
     */
    requireRoom(): void {
      if (bytes < maxBytes) return;
      disconnectSlow();
      if (bytes < maxBytes) return;
      throw new AppError("overloaded", "too many callers are slow to take their answers; try again in a few seconds", {
        headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
      });
    },
    /** Call it once an answer has been written. */
    watch(response: ServerResponse): void {
      const unsent = response.writableLength;
      if (unsent === 0) return;
      bytes += unsent;
      waiting.set(response, { bytes: unsent, since: performance.now() });
      response.once("close", () => release(response));
      // Only for slow callers: on every connection, the timer would be reset with every request.
      response.setTimeout(stalledMs, () => response.destroy());
    },
    get bytes() {
      return bytes;
    },
  };
}
