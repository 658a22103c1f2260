import { setTimeout as delay } from "node:timers/promises";
import { addressOn, identifier, toFields, toRecords } from "./json-fields.ts";
import { abortedError, UpstreamError } from "./upstream-error.ts";

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
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REDIRECTS = 3;

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
    const reply = await request(url, { ...settings, signal }, options);
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
}

interface Reply {
  /** The decoded JSON; undefined when there is an error. */
  readonly body: unknown;
  readonly error: UpstreamError | null;
  readonly retryAfter: string | null;
}

/** Sends one GET, or POST, for JSON and follows redirects. Never fails: errors are in the reply. */
async function request(url: string, settings: FetcherSettings, options: FetchOptions): Promise<Reply> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = settings;
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([settings.signal, timeout]);
  let at = new URL(url);
  let retryAfter: string | null = null;
  try {
    const response = await fetchFollowing(at, { ...settings, ...options, signal }, (next) => {
      at = next;
    });
    retryAfter = response.headers.get("retry-after");
    if (!response.ok) {
      await response.body?.cancel();
      throw new UpstreamError(`http_${response.status}`, at.host);
    }
    const body = await readBody(response, Math.min(maxBytes, options.maxBytes ?? maxBytes));
    if (body === undefined) throw new UpstreamError("too_large", at.host);
    return { body: parse(body, at.host), error: null, retryAfter };
  } catch (error) {
    if (settings.signal.aborted) return failed(abortedError(at.host, settings.signal.reason), retryAfter);
    if (error instanceof UpstreamError) return failed(error, retryAfter);
    const isLate = timeout.aborted || systemCodeOf(error).endsWith("_TIMEOUT");
    const tookMs = isLate ? performance.now() - startedAt : undefined;
    return failed(toConnectionError(error, at.host, tookMs), retryAfter);
  }
}

const failed = (error: UpstreamError, retryAfter: string | null): Reply => ({ body: undefined, error, retryAfter });

/** The first answer that is no redirect. A redirect may only lead to the platform's own hosts. */
async function fetchFollowing(
  start: URL,
  { site, userAgent, signal, post }: FetcherSettings & FetchOptions,
  onRedirect: (to: URL) => void,
): Promise<Response> {
  const headers = { accept: "application/json", "accept-encoding": "gzip", "user-agent": userAgent };
  const sent = post === undefined ? {} : { method: "POST", body: JSON.stringify(post) };
  const type = post === undefined ? {} : { "content-type": "application/json" };
  let at = start;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(at, { ...sent, headers: { ...headers, ...type }, signal, redirect: "manual" });
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    if (redirects >= MAX_REDIRECTS) throw new UpstreamError("redirect", at.host);
    const next = URL.parse(location, at.href);
    if (next === null || !isOwn(next, at, site)) {
      throw new UpstreamError("redirect", at.host, { detail: next?.host || "an address without a host" });
    }
    at = next;
    onRedirect(at);
  }
}

/** Whether `next` is on the host that was asked, or on the platform's domain over https. */
function isOwn(next: URL, asked: URL, site: string): boolean {
  const isSameHost = next.host === asked.host && (next.protocol === asked.protocol || next.protocol === "https:");
  const domain = new URL(site).hostname.replace(/^www\./, "");
  return isSameHost || addressOn(domain, next.href) !== null;
}

/**
 * The body of an answer; undefined where it is longer, of which no more is read. Bounds the decoded size, so that a small
 * body that decodes to a huge one is too long too.
 */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return Buffer.alloc(0);
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function parse(body: Buffer, host: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    throw new UpstreamError("not_json", host, { cause: error });
  }
}

/** The error for one that fetch threw itself, which is always about the connection. */
function toConnectionError(cause: unknown, host: string, tookMs: number | undefined): UpstreamError {
  if (tookMs !== undefined) return new UpstreamError("timeout", host, { cause, detail: secondsText(tookMs) });
  const systemCode = systemCodeOf(cause);
  const code = CONNECTION_CODES.find(([, pattern]) => pattern.test(systemCode))?.[0] ?? "connection";
  return new UpstreamError(code, host, { cause, detail: systemCode || undefined });
}

/** Our codes by the error codes of Node, its TLS and its HTTP client. */
const CONNECTION_CODES = [
  ["unresolved", /^(ENOTFOUND|EAI_\w+)$/],
  ["refused", /^ECONNREFUSED$/],
  ["unreachable", /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/],
  ["certificate", /CERT|^UNABLE_TO_VERIFY/],
  ["reset", /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/],
] as const;

/** The system's code below fetch's own error, such as "ECONNREFUSED"; empty when there is none. */
function systemCodeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

const secondsText = (ms: number): string => `${ms < 9950 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;

/** A base address from the settings, or the platform's own, without a slash at its end. */
export const baseAddress = (setting: string | undefined, standard: string): string =>
  (setting ?? standard).replace(/\/+$/, "");

/** Parameters of a request, by name. */
export type QueryFields = Readonly<Record<string, string>>;

/** Epoch milliseconds as whole epoch seconds in text. */
export const toSeconds = (ms: number): string => `${Math.floor(ms / 1000)}`;

/** The error for an answer of another shape than was asked for. */
export const unexpected = (base: string): UpstreamError => new UpstreamError("unexpected", new URL(base).host);

/** The bodies at these addresses, without those that the platform does not know. */
export async function* fetchEach(fetcher: Fetcher, urls: Iterable<string>): AsyncGenerator<unknown> {
  for (const url of urls) {
    const body = await fetcher.json(url, { isOptional: true });
    if (body !== null) yield body;
  }
}

/** How to walk a listing from page to page. */
interface PageWalk {
  /** The address of the page at a cursor; null is the first page. */
  readonly url: (cursor: string | null, limit: number) => string;
  /** The cursor of the page after this one; null ends the walk. */
  readonly next: (body: unknown, limit: number) => string | null;
  /** The field that holds a page's records. A page without it is an error, never the end of the listing. */
  readonly recordsField?: string;
  /** Page sizes, largest first. The walk turns to the next one when a page takes too long or is too big. */
  readonly limits: readonly [number, ...number[]];
  /** Ends the walk without an error; without it, a listing that does not end is one. */
  readonly maxPages?: number | undefined;
}

const RESIZE_ABOVE_BYTES = 16 * 1024 * 1024;
/** A longer listing does not end, nor does one with so many pages in a row that bring no new record. */
const MAX_PAGES = 5000;
const MAX_STALE_PAGES = 20;

/**
 * The bodies of a listing's pages. Fails with UpstreamError `paging` when a cursor comes twice, pages bring nothing new
 * or never end.
 */
export async function* walkPages(fetcher: Fetcher, walk: PageWalk): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<string>();
  const bringsNew = walk.recordsField === undefined ? () => true : createNovelty(walk.recordsField);
  let cursor: string | null = null;
  let [step, stalePages] = [0, 0];
  for (let pages = 0; pages < (walk.maxPages ?? MAX_PAGES); pages++) {
    const page: SizedPage = await fetchPage(fetcher, walk, cursor, step);
    step = page.step;
    if (walk.recordsField !== undefined && !Array.isArray(toFields(page.body)?.[walk.recordsField]))
      throw unexpected(walk.url(null, 1));
    yield page.body;
    cursor = walk.next(page.body, limitAt(walk, step));
    if (cursor === null) return;
    stalePages = bringsNew(page.body) ? 0 : stalePages + 1;
    if (seen.has(cursor) || stalePages >= MAX_STALE_PAGES) throw endless(walk);
    seen.add(cursor);
  }
  if (walk.maxPages === undefined) throw endless(walk);
}

/** Tells whether a page has a record that no page before had. */
function createNovelty(recordsField: string): (body: unknown) => boolean {
  const seen = new Set<string>();
  return (body) => {
    const before = seen.size;
    for (const record of toRecords(toFields(body)?.[recordsField]))
      seen.add(identifier(record?.id ?? record?.ticker ?? record?.event_ticker) ?? "");
    return seen.size > before;
  };
}

const endless = (walk: PageWalk): UpstreamError => new UpstreamError("paging", new URL(walk.url(null, 1)).host);

interface SizedPage {
  readonly body: unknown;
  /** Index into `limits`: the size the page was fetched with. */
  readonly step: number;
}

async function fetchPage(fetcher: Fetcher, walk: PageWalk, cursor: string | null, step: number): Promise<SizedPage> {
  const url = walk.url(cursor, limitAt(walk, step));
  if (step >= walk.limits.length - 1) return { body: await fetcher.json(url), step };
  try {
    const body = await fetcher.json(url, { maxBytes: RESIZE_ABOVE_BYTES, retriesTimeouts: false });
    return { body, step };
  } catch (error) {
    if (!(error instanceof UpstreamError) || !["timeout", "too_large"].includes(error.code)) throw error;
    return fetchPage(fetcher, walk, cursor, step + 1);
  }
}

const limitAt = (walk: PageWalk, step: number): number => walk.limits[step] ?? walk.limits[0];

/** Splits a list into parts of at most `size` items. */
export function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[], void, undefined> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
