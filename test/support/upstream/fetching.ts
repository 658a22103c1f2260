import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createFetcher, type FetcherSettings, type Retry } from "../../../src/sources/fetcher.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { listen } from "../service/listen.ts";

/** A server on a free port; gives its address. */
export const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}`;

/** A fetcher that never waits, and what it would have waited. */
export function openFetcher(settings: Partial<FetcherSettings> = {}) {
  const waits: number[] = [];
  const retries: Retry[] = [];
  const fetcher = createFetcher({
    platform: "example",
    site: "https://www.example.com",
    requestsPerSecond: Number.POSITIVE_INFINITY,
    userAgent: "Toteboard/9.9.9 (+https://example.com/toteboard)",
    signal: new AbortController().signal,
    random: () => 0.5,
    now: () => 0,
    sleep: async (ms) => waits.push(ms),
    onRetry: (retry) => retries.push(retry),
    ...settings,
  });
  return { fetcher, waits, retries };
}

/** Answers from a list, the last one again and again. */
export function script(...answers: ((response: ServerResponse) => void)[]): {
  listener: RequestListener;
  seen: IncomingMessage[];
} {
  const seen: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    seen.push(request);
    answers[Math.min(seen.length, answers.length) - 1]?.(response);
  };
  return { listener, seen };
}

export const json = (body: unknown) => (response: ServerResponse) => {
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
};
export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end('{"error": "no"}');
  };

/** Checks the code, the host, and what people read; by default that is "<code> from <host>". */
export const failure =
  (code: string, base: string, summary?: (host: string) => string | RegExp) => (error: unknown) => {
    assert.ok(error instanceof UpstreamError, `${error} is an UpstreamError`);
    const { host } = new URL(base);
    assert.deepEqual([error.code, error.host], [code, host]);
    const expected = summary?.(host) ?? `${code} from ${host}`;
    if (typeof expected === "string") assert.equal(error.message, expected);
    else assert.match(error.message, expected);
    return true;
  };
export const timedOut = (host: string): RegExp => new RegExp(`^timed out after \\d+(\\.\\d)? s waiting for ${host}$`);
export const closedEarly = (host: string): string => `${host} closed the connection before its answer was complete`;
