import { COMMON_HEADERS, type Headers, NO_STORE_HEADERS, STREAM_HEADERS, toList } from "../headers.ts";
import type { Streamed } from "../route.ts";
import { chooseCoding, type GzipHead, toGzipTail } from "./compress.ts";
import { brotliOf, gzipOf, matchesEtag, type Prepared, toTail } from "./prepare.ts";
import type { RequestContext } from "./request-context.ts";

/** What is sent in answer to one request, but for the headers that every response gets. */
export interface HttpReply {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Parts of the body; undefined for a status that has none. */
  readonly body?: readonly Buffer[];
}

/** `warnings` are those of the request, `now` is in epoch milliseconds. */
interface ReplyOptions {
  readonly warnings: readonly string[];
  readonly now: number;
}

/** Replies with a prepared answer, or 304 where the caller has it already. Waits only while a large one is compressed. */
export function toReply(
  { incoming, startedAt }: RequestContext,
  prepared: Prepared,
  { warnings, now }: ReplyOptions,
): HttpReply | Promise<HttpReply> {
  const { status, headers, head, etag, codings } = prepared;
  const isOpened = prepared.hasAges === true && incoming.headers["sec-fetch-mode"] === "navigate";
  if (etag !== undefined && !isOpened && matchesEtag(incoming.headers["if-none-match"], etag))
    return { status: 304, headers };
  const tail = prepared.isEnveloped
    ? toTail({ responseMs: performance.now() - startedAt, warnings: [...prepared.warnings, ...warnings], now })
    : "";
  const bytes = Buffer.from(tail);
  const coding = chooseCoding(incoming.headers["accept-encoding"], head.length + bytes.length, codings);
  const typed: string[] = prepared.type === undefined ? [...headers] : [...headers, "Content-Type", prepared.type];
  if (prepared.isTable) typed.push(...toWarningHeader([...prepared.warnings, ...warnings]));
  if (coding === "identity") return { status, headers: typed, body: prepared.isEnveloped ? [head, bytes] : [head] };
  const coded = [...typed, "Content-Encoding", coding];
  if (coding === "br") return { status, headers: coded, body: [brotliOf(prepared)] };
  const toGzipReply = (gzip: GzipHead): HttpReply => ({
    status,
    headers: coded,
    body: [gzip.bytes, toGzipTail(gzip, bytes)],
  });
  const gzip = gzipOf(prepared);
  return gzip instanceof Promise ? gzip.then(toGzipReply) : toGzipReply(gzip);
}

/** A JSON list, in characters that a header may have. */
const toWarningHeader = (warnings: readonly string[]): string[] =>
  warnings.length === 0 ? [] : ["X-Warnings", JSON.stringify(warnings).replace(/[^ -~]/g, toEscape)];

const toEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

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
  const length = body.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(status, [...headers, ...more, "X-Request-Id", requestId, "Content-Length", String(length)]);
  // Separate writes leave together and share the cached bytes; joined, they would be copied each time.
  for (const part of body.slice(0, -1)) response.write(part);
  response.end(body.at(-1));
}
