import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "../context.ts";
import { redactSecrets } from "../domain/secrets.ts";
import { AppError } from "../errors.ts";
import { checkRequest } from "./connections/index.ts";
import { toRequestId } from "./headers.ts";
import type { Served } from "./metrics/index.ts";
import {
  type Backlog,
  type Encodings,
  type Exchange,
  logFailure,
  respondDocument,
  respondError,
} from "./responding/index.ts";
import type { Document, Route } from "./route.ts";

/** Where requests are answered, and who is told of it. */
export interface Desk {
  readonly context: Context;
  readonly backlog: Backlog;
  readonly encodings: Encodings;
  /** Shows a person that there is nothing under an address; without it as JSON. */
  readonly refuse?: ((context: Context, error: AppError, path: string) => Document) | undefined;
  readonly onServed: (served: Served) => void;
}

/** Does `work`, which answers a request, and answers whatever it throws, at once or later: polka does not catch it. */
export function answer(
  desk: Desk,
  work: (exchange: Exchange) => void | Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
  route?: Route,
): void {
  const requestId = toRequestId(request.headers["x-request-id"]);
  const { clock } = desk.context;
  const exchange: Exchange = {
    request,
    response,
    requestId,
    startedAt: performance.now(),
    clock,
    receivedAt: clock.now(),
    answeredAt: undefined,
    admission: undefined,
    keyId: undefined,
    error: undefined,
    isRepeated: false,
  };
  const pending = begin(work, exchange);
  // Most are answered at once, and then no promise is made.
  if (pending === undefined) settle(desk, exchange, route);
  else void finish(desk, exchange, pending, route);
}

function begin(work: (exchange: Exchange) => void | Promise<void>, exchange: Exchange): void | Promise<void> {
  try {
    checkRequest(exchange.request);
    return work(exchange);
  } catch (error) {
    return Promise.reject(error);
  }
}

async function finish(desk: Desk, exchange: Exchange, pending: Promise<void>, route?: Route): Promise<void> {
  try {
    await pending;
  } catch (error) {
    await answerFailure(desk, exchange, error, route);
  }
  settle(desk, exchange, route);
}

function settle({ backlog, onServed }: Desk, exchange: Exchange, route?: Route): void {
  backlog.watch(exchange.response);
  onServed(toServed(exchange, route));
}

async function answerFailure(desk: Desk, exchange: Exchange, error: unknown, route?: Route): Promise<void> {
  const { context, encodings } = desk;
  const { request, response, requestId } = exchange;
  const shown = toAppError(error);
  exchange.error = shown.code;
  context.readiness.noteFailure(error);
  // Never the query: a key may be in it.
  const [whole = ""] = (request.url ?? "").split("?", 1);
  const path = redactSecrets(whole);
  logFailure(context.log, error, { request_id: requestId, method: request.method, path });
  const refuse = route === undefined && isFromBrowser(request) ? desk.refuse : route?.refuse;
  const page = response.headersSent ? undefined : refuse?.(context, shown, path);
  if (page === undefined) await respondError(exchange, error);
  else respondDocument(exchange, page, { route, encodings });
}

/** Programs that want JSON do not ask for pages by name, and whoever looks at the API wants to see what it says. */
const isFromBrowser = ({ headers, url }: IncomingMessage): boolean =>
  headers.accept?.includes("text/html") === true && url?.startsWith("/api/") === false;

const toServed = (
  { request, response, requestId, startedAt, keyId, error, isRepeated }: Exchange,
  route?: Route,
): Served => ({
  requestId,
  method: request.method ?? "",
  route: route?.path,
  status: response.statusCode,
  milliseconds: performance.now() - startedAt,
  keyId,
  error,
  isRepeated,
  isAborted: response.destroyed && !response.writableFinished,
});

/** What is said of an error to whoever it is not meant for. */
const toAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError("internal_error", "something went wrong here; it was noted");
