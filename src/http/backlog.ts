import type { ServerResponse } from "node:http";
import { AppError } from "../errors.ts";

/** What has been answered and not yet been taken by its callers. */
export interface Backlog {
  /** Throws AppError overloaded while callers leave too much of their answers waiting in memory. */
  requireRoom(): void;
  /** To be called once an answer has been written. */
  watch(response: ServerResponse): void;
  readonly bytes: number;
}

const MOST_BYTES = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** Slow callers may make the service hold `mostBytes` (64 MB) for them; after that large answers are refused. */
export function createBacklog(mostBytes = MOST_BYTES): Backlog {
  let bytes = 0;
  return {
    requireRoom() {
      if (bytes < mostBytes) return;
      throw new AppError("overloaded", "too many callers are slow to take their answers; try again in a few seconds", {
        headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
      });
    },
    watch(response) {
      // What a fast caller gets has left already.
      const waiting = response.writableLength;
      if (waiting === 0) return;
      bytes += waiting;
      response.once("close", () => {
        bytes -= waiting;
      });
    },
    get bytes() {
      return bytes;
    },
  };
}
