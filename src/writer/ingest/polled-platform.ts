import type { Clock } from "../../clock.ts";
import type { Cadence } from "../../config.ts";
import type { Log } from "../../log.ts";
import type { PlatformFetcher } from "../../sources/fetcher.ts";
import type { Source } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import type { Run, RunKind } from "../../store/runs.ts";
import type { Writing } from "../transactions/writing.ts";

/** One platform that is gathered from. */
export interface PolledPlatform {
  readonly source: Source;
  readonly fetcher: PlatformFetcher;
  /** For asking after single markets, which is never urgent. */
  readonly slowFetcher: PlatformFetcher;
  readonly cadence: Cadence;
  /** For the fast lane; missing where there is none. */
  readonly lane?: { readonly fetcher: PlatformFetcher; readonly requestsPerSecond: number };
  /** What was last asked for again since this was last called, and why; null for nothing. */
  takeRetry?(): string | null;
}

export interface IngestDeps {
  readonly writing: Writing;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PassProgress) => void;
  readonly onPass: (run: Run) => void;
  /** Corrects what a step of the clock made untrue; see `createClockSteps`. */
  readonly checkClock: () => Promise<void>;
}

/** How far a running pass is. */
export interface PassProgress {
  readonly platform: string;
  readonly kind: RunKind;
  readonly pages: number;
  readonly markets: number;
}

/** What asks platforms outside of passes. */
export type AskingDeps = Pick<IngestDeps, "writing" | "clock" | "log" | "signal">;

/** False where the platform failed, which is logged unless the service stops. */
export async function tryToAsk(
  { log, signal }: AskingDeps,
  asked: object,
  failure: string,
  ask: () => Promise<void>,
): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (!signal.aborted) log.warn({ ...asked, reason: error.message }, failure);
    return false;
  }
}
