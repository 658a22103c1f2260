import { setTimeout as delay } from "node:timers/promises";
import { type Reply, request, type Transport } from "./transport.ts";
import { abortedError, type UpstreamError } from "./upstream-error.ts";

export interface FetchOptions {
  /** A 404 gives null instead of failing. */
  readonly isOptional?: boolean;
  /** Sent as JSON by POST, for reads whose question is too long for an address. */
  readonly post?: unknown;
  /** Bound on the decoded bytes of the body, below the fetcher's own bound. */
  readonly maxBytes?: number;
  /** False where the caller prefers a smaller page to another try. */
  readonly retriesTimeouts?: boolean;
}

/** Fetches JSON from one platform. Fails with UpstreamError only. */
export interface Fetcher {
  json(url: string, options?: FetchOptions): Promise<unknown>;
}

/** A fetcher at the platform's pace. */
export interface PlatformFetcher extends Fetcher {
  /** The same fetcher at the same pace, until `signal` aborts. */
  until(signal: AbortSignal): Fetcher;
}

/** The fetcher that sets a platform's pace. */
interface PacingFetcher extends PlatformFetcher {
  /** A slower fetcher for what is never urgent; its requests also count against the platform's pace. */
  slowed(requestsPerSecond: number): PlatformFetcher;
}

export interface FetcherSettings {
  readonly platform: string;
  /** The platform's web address. Redirects may lead to its domain or to the host that was asked. */
  readonly site: string;
  readonly requestsPerSecond: number;
  /** "Product/version (+https://...)". */
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Bound on the decoded bytes of a body. */
  readonly maxBytes?: number;
  readonly maxTries?: number;
  readonly onRetry?: (retry: Retry) => void;
  /** Monotonic milliseconds, for the pace. */
  readonly now?: () => number;
  /** Epoch milliseconds, for a Retry-After that is a date. */
  readonly clock?: { now(): number };
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface Retry {
  readonly platform: string;
  /** The UpstreamError's message. */
  readonly reason: string;
  /** Counted from 1. */
  readonly failedTry: number;
  readonly waitMs: number;
}

const FIRST_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 30_000;
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * A polite fetcher for one platform: spaced requests, time-outs, bounded bodies, and retries with exponential back-off
 * and full jitter that honour Retry-After.
 */
export function createFetcher(settings: FetcherSettings): PacingFetcher {
  const pace = createPace(settings);
  return {
    ...paced(settings, pace),
    slowed(requestsPerSecond) {
      const slower = createPace({ ...settings, requestsPerSecond });
      return paced(settings, async (signal) => {
        await slower(signal);
        await pace(signal);
      });
    },
  };
}

function paced(settings: FetcherSettings, pace: Pace): PlatformFetcher {
  const until = (signal: AbortSignal): Fetcher => ({
    json: (url, options = {}) => fetchJson(url, options, settings, signal, pace),
  });
  return { ...until(settings.signal), until: (signal) => until(AbortSignal.any([signal, settings.signal])) };
}

type Pace = (signal: AbortSignal) => Promise<void>;

/** Resolves when the next request may start, in the order of asking. */
function createPace(settings: FetcherSettings): Pace {
  const { requestsPerSecond, now = () => performance.now(), sleep = abortableSleep } = settings;
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const startAt = Math.max(now(), nextAt);
    nextAt = startAt + 1000 / requestsPerSecond;
    const waitMs = startAt - now();
    if (waitMs > 0) await sleep(waitMs, signal);
  };
}

const abortableSleep = (ms: number, signal: AbortSignal): Promise<unknown> => delay(ms, undefined, { signal });

async function fetchJson(
  url: string,
  options: FetchOptions,
  settings: FetcherSettings,
  signal: AbortSignal,
  pace: Pace,
): Promise<unknown> {
  const { platform, maxTries = 4, sleep = abortableSleep, onRetry } = settings;
  const { host } = new URL(url);
  for (let tried = 1; ; tried++) {
    await orAborted(pace(signal), signal, host);
    const reply = await request(url, toTransport(settings, options, signal));
    if (reply.error === null) return reply.body;
    if (options.isOptional === true && reply.error.code === "http_404") return null;
    if (tried >= maxTries || !isWorthRetrying(reply.error, options)) throw reply.error;
    const waitMs = toWait(tried, reply, settings);
    onRetry?.({ platform, reason: reply.error.message, failedTry: tried, waitMs });
    // A pass that runs out of time here failed for the reason it waited.
    await sleep(waitMs, signal).catch((error: unknown) => {
      throw signal.aborted ? reply.error : error;
    });
  }
}

const toTransport = (settings: FetcherSettings, options: FetchOptions, signal: AbortSignal): Transport => {
  const bound = settings.maxBytes ?? 64 * 1024 * 1024;
  return {
    signal,
    site: settings.site,
    userAgent: settings.userAgent,
    timeoutMs: settings.timeoutMs ?? 20_000,
    maxBytes: Math.min(bound, options.maxBytes ?? bound),
    ...(options.post === undefined ? {} : { post: JSON.stringify(options.post) }),
  };
};

/** Text in place of JSON is mostly a proxy's notice of a passing fault, so it is worth another try. */
function isWorthRetrying(error: UpstreamError, options: FetchOptions): boolean {
  if (error.code === "timeout") return options.retriesTimeouts !== false;
  return /^(unresolved|refused|unreachable|reset|connection|not_json|http_(408|429|5\d\d))$/.test(error.code);
}

function toWait(tried: number, reply: Reply, settings: FetcherSettings): number {
  const { random = Math.random, clock = Date } = settings;
  const backoffMs = random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tried - 1));
  const askedMs = parseRetryAfter(reply.retryAfter, clock.now()) ?? 0;
  return Math.max(backoffMs, Math.min(askedMs, MAX_RETRY_AFTER_MS));
}

/** RFC 9110, 10.2.3: seconds or an HTTP date. */
function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Waits; fails with the UpstreamError `aborted` when the signal aborts. */
async function orAborted(waiting: Promise<unknown>, signal: AbortSignal, host: string): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    throw signal.aborted ? abortedError(host, signal.reason) : error;
  }
  if (signal.aborted) throw abortedError(host, signal.reason);
}
