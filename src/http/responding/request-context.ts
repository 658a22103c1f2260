import type { IncomingMessage, ServerResponse } from "node:http";
import type { Ticket } from "../../access/counters.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { type Log, writeFields } from "../../log.ts";
import { toRequestId } from "../headers.ts";
import type { Route, StreamBody } from "../route.ts";

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
  /** The valid key the request was made with. */
  key: Key | undefined;
  /** Set from when the request is counted until it is answered. */
  ticket: Ticket | undefined;
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
  key: undefined,
  ticket: undefined,
  errorCode: undefined,
  isCacheHit: false,
  stream: undefined,
});

export type ServedRequest = ReturnType<typeof toServed>;

/** A request that was answered, or given up on, for the log and the metrics. */
export const toServed = (request: RequestContext) => ({
  requestId: request.requestId,
  method: request.incoming.method ?? "",
  /** Its parameters by name; undefined where no route was found. */
  route: request.route?.path,
  status: request.response.statusCode,
  receivedAt: request.receivedAt,
  milliseconds: performance.now() - request.startedAt,
  keyId: request.key?.id,
  errorCode: request.errorCode,
  isCacheHit: request.isCacheHit,
  /** True when the caller was gone before the answer. */
  isAborted: request.stream === undefined && request.response.destroyed && !request.response.writableFinished,
  stream: request.stream?.figures(),
});

/** Asked for every few seconds by what watches the service. */
const QUIET_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Writes one line for a request; never its URL, for a key may be in it. */
export function logRequest(log: Log, served: ServedRequest): void {
  const level = QUIET_ROUTES.has(served.route ?? "") ? "debug" : "info";
  if (log.isLevelEnabled(level)) writeFields(log, level, served.receivedAt + served.milliseconds, toFields(served));
}

/** Nothing needs escaping: routes, ids and codes are our own or checked, and Node accepts known methods only. */
function toFields({
  requestId,
  method,
  route,
  status,
  milliseconds,
  keyId,
  errorCode,
  isAborted,
  stream,
}: ServedRequest) {
  const path = route === undefined ? "null" : `"${route}"`;
  const optional =
    (keyId === undefined ? "" : `,"key_id":"${keyId}"`) +
    (errorCode === undefined ? "" : `,"error":"${errorCode}"`) +
    (isAborted ? `,"aborted":true` : "") +
    (stream === undefined ? "" : `,"events":${stream.events},"ended_by":"${stream.endedBy}"`);
  const ms = Math.round(milliseconds * 100) / 100;
  return `"request_id":"${requestId}","method":"${method}","route":${path},"status":${status},"ms":${ms}${optional},"msg":"request"`;
}
