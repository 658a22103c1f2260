import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "../../access/limit.ts";
import type { Clock } from "../../clock.ts";
import { COMMON_LIST, type Headers, JSON_TYPE, NO_STORE_HEADERS, toList } from "../headers.ts";
import { takeText } from "../json.ts";
import type { Answer } from "../route.ts";
import { type Compressed, compress, isGzipWanted, toGzip } from "./compress.ts";
import { type Content, toBytes } from "./content.ts";
import { toHead, toTail } from "./envelope.ts";
import { matchesEtag } from "./etag.ts";
import { toFailure } from "./failure.ts";

/** A request on its way to its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  readonly clock: Clock;
  /** Of `clock`. */
  readonly receivedAt: number;
  /** Of `clock`, there once the answer says when it is given. */
  answeredAt: number | undefined;
  /** There once the request is within the limits of a key. */
  admission: Admission | undefined;
  /** The key it was made with. */
  keyId: string | undefined;
  /** The code of the error it is answered with. */
  error: string | undefined;
  /** True where the answer was made for an earlier request. */
  isRepeated: boolean;
}

/** Sends an answer that is not kept. */
export function respond(
  exchange: Exchange,
  answer: Answer,
  { isDemo, warnings }: { isDemo: boolean; warnings: readonly string[] },
): void | Promise<void> {
  const head = toHead(answer, isDemo);
  const tail = "body" in answer ? "" : closing(exchange, [...(answer.meta?.warnings ?? []), ...warnings]);
  const text = typeof head === "string" ? head : takeText(head);
  return sendText(exchange, answer.status ?? 200, text + tail, UNKEPT_LIST);
}

/** Sends content, or 304 when the caller has it already. Only where a large one is compressed first, there is a wait. */
export function respondContent(
  exchange: Exchange,
  content: Content,
  warnings: readonly string[],
): void | Promise<void> {
  const { headers: asked } = exchange.request;
  const { head, headers } = content;
  if (matchesEtag(asked["if-none-match"], content.etag)) return end(exchange, 304, headers);
  const tail = content.isEnveloped ? closingBytes(exchange, content, warnings) : "";
  const length = (typeof head === "string" ? head : head.bytes).length + tail.length;
  const isGzip = isGzipWanted(asked["accept-encoding"], length);
  if (isGzip) return sendGzip(exchange, 200, content.compressed(), tail, headers);
  if (typeof head === "string") return send(exchange, 200, toBytes(head) + tail, headers);
  head.send(exchange.response, ownHeaders(exchange, 200, length), tail);
}

/** Sends the body that belongs to an error. */
export function respondError(exchange: Exchange, error: unknown): void | Promise<void> {
  // Too late to say anything: cut off, the caller at least sees that the answer is not whole.
  if (exchange.response.headersSent) return void exchange.response.destroy();
  const { status, body, headers } = toFailure(error, exchange.requestId);
  return sendText(exchange, status, body, toList({ ...NO_STORE_HEADERS, ...headers }));
}

export const sendEmpty = (exchange: Exchange, status: number, headers: Headers): void =>
  end(exchange, status, toList(headers));

const UNKEPT_LIST = toList(NO_STORE_HEADERS);

const closing = (exchange: Exchange, warnings: readonly string[]): string =>
  toTail({ responseMs: performance.now() - exchange.startedAt, warnings, now: answeredAt(exchange) });

function answeredAt(exchange: Exchange): number {
  exchange.answeredAt ??= exchange.clock.now();
  return exchange.answeredAt;
}

function closingBytes(exchange: Exchange, content: Content, warnings: readonly string[]): string {
  // All else in it is ASCII.
  if (warnings.length === 0 && content.warnings.length === 0) return closing(exchange, warnings);
  return toBytes(closing(exchange, [...content.warnings, ...warnings]));
}

function sendText(exchange: Exchange, status: number, text: string, headers: readonly string[]): void | Promise<void> {
  const body = toBytes(text);
  if (!isGzipWanted(exchange.request.headers["accept-encoding"], body.length)) {
    return send(exchange, status, body, headers);
  }
  return sendGzip(exchange, status, compress(Buffer.from(body, "latin1")), "", headers);
}

function sendGzip(
  exchange: Exchange,
  status: number,
  head: Compressed | Promise<Compressed>,
  tail: string,
  headers: readonly string[],
): void | Promise<void> {
  const coded = [...headers, "Content-Encoding", "gzip"];
  if (head instanceof Promise) return head.then((done) => send(exchange, status, toGzip(done, tail), coded));
  send(exchange, status, toGzip(head, tail), coded);
}

/** Sends a body that has a character for each byte. Node leaves it out of an answer to HEAD. */
function send(exchange: Exchange, status: number, body: string, headers: readonly string[]): void {
  begin(exchange, status, headers, body.length);
  exchange.response.end(body, "latin1");
}

function end(exchange: Exchange, status: number, headers: readonly string[]): void {
  begin(exchange, status, headers);
  exchange.response.end();
}

/** Writes the headers, for a body of `bytes` or none; nothing leaves before the answer has a body or is at its end. */
function begin(exchange: Exchange, status: number, headers: readonly string[], bytes?: number): void {
  const list = [...COMMON_LIST, ...headers, ...ownHeaders(exchange, status, bytes)];
  if (bytes !== undefined) list.push("Content-Type", JSON_TYPE);
  exchange.response.writeHead(status, list);
}

/** Those that no other answer has, for a body of `bytes` or none. To be asked for once. */
function ownHeaders(exchange: Exchange, status: number, bytes?: number): string[] {
  const { requestId, admission } = exchange;
  const list =
    bytes === undefined ? ["X-Request-Id", requestId] : ["X-Request-Id", requestId, "Content-Length", String(bytes)];
  // Where it was a limit that refused the request, nothing was admitted and the error says all.
  admission?.settle(status, answeredAt(exchange), list);
  return list;
}
