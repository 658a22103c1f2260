import type { IncomingMessage, ServerResponse } from "node:http";
import type { Ticket } from "../../access/counters.ts";
import type { Context } from "../../context.ts";
import { type Key, redactSecrets } from "../../domain/accounts/keys.ts";
import { AppError, OperatorError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { COMMON_HEADERS, type Headers, NO_STORE_HEADERS, STREAM_HEADERS, toList, toRequestId } from "../headers.ts";
import { NO_QUERY, parseQuery, type Query } from "../query.ts";
import type { Document, Route, StreamBody, Streamed } from "../route.ts";
import {
  brotliOf,
  chooseCoding,
  gzipOf,
  matchesEtag,
  type Prepared,
  prepareDocument,
  prepareError,
  toWarningHeader,
} from "./prepare.ts";

/** What is sent in answer to one request, but for the headers that every response gets. */
export interface HttpReply {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Undefined for a status that has none. */
  readonly body?: Buffer;
}

/** Replies with a prepared answer, or 304 where the caller has it already. Waits only while a large one is compressed. */
export function toReply({ incoming }: RequestContext, prepared: Prepared): HttpReply | Promise<HttpReply> {
  const { status, headers, body, etag, codings, type } = prepared;
  const isOpened = prepared.hasAges === true && incoming.headers["sec-fetch-mode"] === "navigate";
  if (etag !== undefined && !isOpened && matchesEtag(incoming.headers["if-none-match"], etag))
    return { status: 304, headers };
  const typed = type === undefined ? headers : [...headers, "Content-Type", type];
  const coding = chooseCoding(incoming.headers["accept-encoding"], body.length, codings);
  if (coding === "identity") return { status, headers: typed, body };
  const toCoded = (body: Buffer): HttpReply => ({ status, headers: [...typed, "Content-Encoding", coding], body });
  const coded = coding === "br" ? brotliOf(prepared) : gzipOf(prepared);
  return coded instanceof Promise ? coded.then(toCoded) : toCoded(coded);
}

/** A reply without a body. */
export const toEmptyReply = (status: number, headers: Headers): HttpReply => ({
  status,
  headers: toList({ ...COMMON_HEADERS, ...headers }),
});

/** Begins a reply without an end. HEAD gets its headers and takes no place. Throws AppError where there is none. */
export async function toStreamReply(
  request: RequestContext,
  { streamType, headers: own, open }: Streamed,
  warnings: readonly string[],
): Promise<HttpReply> {
  const { method, httpVersion } = request.incoming;
  if (method !== "HEAD") request.stream = await open();
  const { headers: found, trailer } = request.stream ?? {};
  const headers = {
    ...{ ...COMMON_HEADERS, ...NO_STORE_HEADERS, ...STREAM_HEADERS, ...own, ...found, "Content-Type": streamType },
    ...(trailer !== undefined && httpVersion !== "1.0" ? { Trailer: trailer } : undefined),
  };
  return { status: 200, headers: [...toList(headers), ...toWarningHeader(warnings)] };
}

/** Sends a reply with further headers, names and values in turn. Node leaves the body out of an answer to HEAD. */
export function send(
  { response, requestId, stream }: RequestContext,
  { status, headers, body }: HttpReply,
  more: string[],
): void {
  if (body === undefined) {
    response.writeHead(status, [...headers, ...more, "X-Request-Id", requestId]);
    if (stream === undefined) response.end();
    else stream.begin(response);
    return;
  }
  response.writeHead(status, [...headers, ...more, "X-Request-Id", requestId, "Content-Length", String(body.length)]);
  response.end(body);
}

/** Makes the page that shows a person an error. */
export type ErrorPage = (context: Context, error: AppError, path: string, query: Query) => Document;

/** Logs an error and replies with it; `notFoundPage` is for browsers where there is no route. */
export function toErrorReply(
  context: Context,
  request: RequestContext,
  error: unknown,
  notFoundPage: ErrorPage | undefined,
): HttpReply | Promise<HttpReply> {
  const { incoming, requestId, route } = request;
  const { shown, path } = noteError(context, request, error);
  const toPage = route === undefined && isFromBrowser(incoming) ? notFoundPage : route?.refuse;
  const page = toPage?.(context, shown, path, readQuery(incoming.url));
  const prepared =
    page === undefined ? prepareError(toFailure(error, requestId)) : prepareDocument(page, { isStorable: false });
  return toReply(request, prepared);
}

/** Logs the error of a request; gives it as a caller may see it, and the path that failed. */
export function noteError(context: Context, request: RequestContext, error: unknown) {
  const { incoming, requestId } = request;
  const shown = toPublicError(error);
  request.errorCode = shown.code;
  // Never the query: a key may be in it.
  const path = redactSecrets(incoming.url?.split("?", 1)[0] ?? "");
  const isLogged = context.readiness.noteFailure(error);
  if (!isLogged) logFailure(context.log, error, { request_id: requestId, method: incoming.method, path });
  return { shown, path };
}

/** The query of a request that may have failed for it. */
function readQuery(url = ""): Query {
  try {
    return parseQuery(url.split("?", 2)[1]);
  } catch {
    return NO_QUERY;
  }
}

/** Errors below /api/ stay JSON also for a person who looks at the API. */
const isFromBrowser = ({ headers, url }: IncomingMessage): boolean =>
  headers.accept?.includes("text/html") === true && url?.startsWith("/api/") === false;

/** The error as it is, and any other without its details, as pages and tools show it. */
export const toPublicError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError("internal_error", "something went wrong here and was logged; try again");

/** An error as the caller sees it. */
interface Failure {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

const INTERNAL = "internal error; try again, and name the request_id when you report it";

/** Shows an AppError as it is and anything else as an internal error. */
export function toFailure(error: unknown, requestId: string): Failure {
  if (!isForCaller(error)) {
    const detail = { error: "internal_error", message: INTERNAL, request_id: requestId };
    return { status: 500, body: JSON.stringify({ detail }), headers: {} };
  }
  const detail = { error: error.code, message: error.message, ...error.details };
  // The specification gives limit errors a body without `detail`.
  const body = redactSecrets(JSON.stringify(error.status === 429 ? detail : { detail }));
  return { status: error.status, body, headers: error.headers };
}

/** Logs what the caller is not shown: an internal error whole, and the cause of one the operator can act on. */
export function logFailure(log: Log, error: unknown, request: Readonly<Record<string, unknown>>): void {
  if (!isForCaller(error)) log.error({ err: error, ...request }, "request failed");
  else if (error.cause instanceof OperatorError) log.error({ err: error, ...request }, error.cause.message);
  else if (error.status >= 500 && error.cause !== undefined) log.warn({ err: error, ...request }, "request refused");
}

const isForCaller = (error: unknown): error is AppError => error instanceof AppError && error.code !== "internal_error";

export interface Routed {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Undefined where no route has this path and method. */
  readonly route: Route | undefined;
}

/** An HTTP request under way. */
export interface RequestContext extends Routed {
  readonly requestId: string;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** The address it came from, once that was read. */
  address: string | undefined;
  /** The valid key the request was made with. */
  key: Key | undefined;
  /** Set from when the request is counted until it is answered. */
  ticket: Ticket | undefined;
  /** Counts the answer to the address of a page's reader, by its status. */
  countAnswer: ((status: number) => void) | undefined;
  /** The code of the error it is answered with. */
  errorCode: string | undefined;
  isCacheHit: boolean;
  /** Set where it is answered with a stream. */
  stream: StreamBody | undefined;
}

/** `now` in epoch milliseconds. */
export const beginRequest = ({ incoming, response, route }: Routed, now: number): RequestContext => ({
  incoming,
  response,
  route,
  requestId: toRequestId(incoming.headers["x-request-id"]),
  startedAt: performance.now(),
  receivedAt: now,
  address: undefined,
  key: undefined,
  ticket: undefined,
  countAnswer: undefined,
  errorCode: undefined,
  isCacheHit: false,
  stream: undefined,
});

export type ServedRequest = ReturnType<typeof toServed>;

/** A request that was answered, or given up on, for the log and the metrics. */
export const toServed = (request: RequestContext, addressOf: (incoming: IncomingMessage) => string) => ({
  requestId: request.requestId,
  method: request.incoming.method ?? "",
  /** Its parameters by name; undefined where no route was found. */
  route: request.route?.path,
  status: request.response.statusCode,
  receivedAt: request.receivedAt,
  milliseconds: performance.now() - request.startedAt,
  /** Of a refused request, the address it came from. */
  refused: isRefusal(request.response.statusCode) ? (request.address ?? addressOf(request.incoming)) : undefined,
  keyId: request.key?.id,
  errorCode: request.errorCode,
  isCacheHit: request.isCacheHit,
  /** True when the caller was gone before the answer. */
  isAborted: request.stream === undefined && request.response.destroyed && !request.response.writableFinished,
  stream: request.stream?.figures(),
});

const isRefusal = (status: number): boolean => status >= 400 && status < 500;
