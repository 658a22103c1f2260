import type { IncomingMessage, ServerResponse } from "node:http";
import type { Ticket } from "../../access/counters.ts";
import type { Key } from "../../domain/accounts/keys.ts";
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
