import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import { isGzipWanted, toGzip } from "./compress.ts";
import { toHead, toTail } from "./envelope.ts";
import { matchesEtag, toEtag } from "./etag.ts";
import { toFailure } from "./failure.ts";
import { COMMON_HEADERS, type Headers, JSON_TYPE, NO_STORE_HEADERS, REVALIDATED_HEADERS } from "./headers.ts";
import type { Admission } from "./limit.ts";
import type { Answer, Route } from "./route.ts";

/** A request on its way to its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  readonly clock: Clock;
  /** There once the request is within the limits of a key. */
  admission?: Admission;
  /** The key it was made with. */
  keyId?: string;
  /** The code of the error it is answered with. */
  error?: string;
}

/** What surrounds an answer in its envelope. */
export interface Surroundings {
  readonly isDemo: boolean;
  readonly warnings: readonly string[];
  readonly now: number;
}

/** Sends a handler's answer, or 304 when the caller has it already. */
export async function respond(exchange: Exchange, route: Route, answer: Answer, around: Surroundings): Promise<void> {
  const status = answer.status ?? 200;
  const head = toHead(answer, around.isDemo);
  let headers = NO_STORE_HEADERS;
  if (route.method === "GET" && route.cache !== "never" && status === 200) {
    const etag = toEtag(head);
    headers = { ...REVALIDATED_HEADERS, ETag: etag };
    if (matchesEtag(exchange.request.headers["if-none-match"], etag)) return sendEmpty(exchange, 304, headers);
  }
  const responseMs = performance.now() - exchange.startedAt;
  await send(exchange, status, head + toTail(answer, { ...around, responseMs }), headers);
}

/** Sends the body that belongs to an error. */
export async function respondError(exchange: Exchange, error: unknown): Promise<void> {
  // Too late to say anything: cut off, the caller at least sees that the answer is not whole.
  if (exchange.response.headersSent) return void exchange.response.destroy();
  const failure = toFailure(error, exchange.requestId);
  await send(exchange, failure.status, failure.body, { ...NO_STORE_HEADERS, ...failure.headers });
}

export function sendEmpty(exchange: Exchange, status: number, headers: Headers): void {
  const { response, requestId } = exchange;
  const limits = settle(exchange, status);
  response.writeHead(status, { ...COMMON_HEADERS, "X-Request-Id": requestId, ...limits, ...headers }).end();
}

const settle = ({ admission, clock }: Exchange, status: number): Headers | undefined =>
  admission?.settle(status, clock.now());

async function send(exchange: Exchange, status: number, text: string, headers: Headers): Promise<void> {
  const { request, response, requestId } = exchange;
  const plainBytes = Buffer.byteLength(text);
  const isGzip = isGzipWanted(request.headers["accept-encoding"], plainBytes);
  // Left as text where it can be: Node then sends it together with the headers in one write.
  const body = isGzip ? await toGzip(Buffer.from(text)) : text;
  response.writeHead(status, {
    ...COMMON_HEADERS,
    "X-Request-Id": requestId,
    "Content-Type": JSON_TYPE,
    "Content-Length": typeof body === "string" ? plainBytes : body.length,
    ...(isGzip ? { "Content-Encoding": "gzip" } : undefined),
    ...settle(exchange, status),
    ...headers,
  });
  // Node leaves the body out of an answer to HEAD.
  response.end(body);
}
