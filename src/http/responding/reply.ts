import { COMMON_HEADERS, type Headers, NO_STORE_HEADERS, STREAM_HEADERS, toList } from "../headers.ts";
import type { Streamed } from "../route.ts";
import { chooseCoding } from "./compress.ts";
import { brotliOf, gzipOf, matchesEtag, type Prepared, toWarningHeader } from "./prepare.ts";
import type { RequestContext } from "./request-context.ts";

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
