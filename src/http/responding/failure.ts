import type { IncomingMessage } from "node:http";
import type { Context } from "../../context.ts";
import { redactSecrets } from "../../domain/accounts/keys.ts";
import { AppError, OperatorError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import type { Headers } from "../headers.ts";
import { NO_QUERY, parseQuery, type Query } from "../query.ts";
import type { Document } from "../route.ts";
import { prepareDocument, prepareError } from "./prepare.ts";
import { type HttpReply, toReply } from "./reply.ts";
import type { RequestContext } from "./request-context.ts";

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
export interface Failure {
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
