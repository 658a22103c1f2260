import type { Clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { getPlatform, type PassTimes } from "../../domain/platforms.ts";
import { messageOf } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { createFetcher, type FetcherSettings, type PlatformFetcher } from "../../sources/fetcher.ts";
import { openSources } from "../../sources/index.ts";
import type { Listing, Source } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import type { Run, RunKind } from "../../store/runs.ts";
import { VERSION } from "../../version.ts";
import type { Writing } from "../transactions.ts";

/** One platform that is gathered from. */
export interface PolledPlatform {
  readonly source: Source;
  readonly fetcher: PlatformFetcher;
  /** For asking after single markets, which is never urgent. */
  readonly slowFetcher: PlatformFetcher;
  /** When its passes begin. */
  readonly passes: PassTimes;
  /** For the fast lane; missing where there is none. */
  readonly lane?: { readonly fetcher: PlatformFetcher; readonly requestsPerSecond: number };
  /** What was last asked for again since this was last called, and why; null for nothing. */
  takeRetry?(): string | null;
}

/** The fast lane's share of a platform's requests. */
const MAX_LANE_SHARE = 0.5;

type Requests = Pick<FetcherSettings, "signal" | "maxTries"> & { readonly log?: Log };

/** The configured platforms, each with fetchers at its pace. */
export function openPlatforms(
  config: Config,
  { signal, maxTries, log }: Requests,
  sources: ReadonlyMap<string, Source> = openSources(config.urls),
): PolledPlatform[] {
  return config.platforms.map((platform) => {
    const source = sources.get(platform);
    const passes = config.passes[platform];
    if (source === undefined || passes === undefined) throw new Error(`no source for platform '${platform}'`);
    let retried: string | null = null;
    const { site, requestsPerSecond } = getPlatform(platform);
    const fetcher = createFetcher({
      ...{ platform, site, requestsPerSecond, signal },
      ...(maxTries === undefined ? {} : { maxTries }),
      userAgent: `Toteboard/${VERSION}${config.publicUrl === undefined ? "" : ` (+${config.publicUrl})`}`,
      onRetry: (retry) => {
        retried = retry.reason;
        log?.debug(retry, "asking a platform again");
      },
    });
    const takeRetry = (): string | null => {
      const reason = retried;
      retried = null;
      return reason;
    };
    const laneRequestsPerSecond = requestsPerSecond * MAX_LANE_SHARE;
    const lane = { fetcher: fetcher.slowed(laneRequestsPerSecond), requestsPerSecond: laneRequestsPerSecond };
    return { source, fetcher, slowFetcher: fetcher.slowed(1), lane, passes, takeRetry };
  });
}

/** What the first page of a platform's listing held. */
export interface FirstPage {
  readonly platform: string;
  /** Undefined where it could not be read. */
  readonly listing: Listing | undefined;
  readonly milliseconds: number;
  readonly reason?: string;
}

/** Reads the first page of each platform's listing, as a pass at `now` would. */
export function readFirstPages(config: Config, timeoutMs: number, now: number): Promise<FirstPage[]> {
  const platforms = openPlatforms(config, { signal: AbortSignal.timeout(timeoutMs), maxTries: 2 });
  return Promise.all(
    platforms.map(async ({ source, fetcher }) => {
      const { platform } = source;
      const startedAt = performance.now();
      const end = (listing: Listing | undefined, reason?: string): FirstPage => {
        const milliseconds = performance.now() - startedAt;
        return { platform, listing, milliseconds, ...(reason === undefined ? {} : { reason }) };
      };
      try {
        for await (const body of source.fetchOpen(fetcher, now)) return end(source.normalise(body, now));
        return end(undefined, "an empty listing");
      } catch (error) {
        return end(undefined, error instanceof UpstreamError ? error.reason : messageOf(error));
      }
    }),
  );
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

const MAX_PAUSE_MS = 10 * 60_000;

/** How long a platform that fails is left alone. Half a run less, since runs are never quite on time. */
export const pauseMsFor = (doublings: number, everyMs: number): number =>
  Math.min(everyMs * (2 ** Math.min(doublings, 10) - 0.5), MAX_PAUSE_MS);
