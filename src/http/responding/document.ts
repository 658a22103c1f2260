import { DOCUMENT_HEADERS, type Headers, NO_STORE_HEADERS } from "../headers.ts";
import type { Answer, Document, Redirect, Route } from "../route.ts";
import type { Encodings } from "./cache.ts";
import { chooseCoding, encode } from "./compress.ts";
import type { Content } from "./content.ts";
import { matchesEtag, toEtag } from "./etag.ts";
import type { Exchange } from "./respond.ts";

export const isDocument = (answer: Answer | Content | Document | Redirect): answer is Document | Redirect =>
  "text" in answer || "seeOther" in answer;

/** Sends a page or a file, 304 when the browser has it already, or the browser to another page. */
export function respondDocument(
  exchange: Exchange,
  answer: Document | Redirect,
  { route, encodings }: { route: Route | undefined; encodings: Encodings },
): void {
  const { request, response, requestId } = exchange;
  const common = { ...DOCUMENT_HEADERS, "X-Request-Id": requestId };
  if ("seeOther" in answer) {
    response.writeHead(303, { ...common, ...NO_STORE_HEADERS, Location: answer.seeOther, "Content-Length": 0 }).end();
    return;
  }
  const { text, type, status = 200, headers } = answer;
  const caching = cachingOf(route, text, status);
  if (caching.ETag !== undefined && matchesEtag(request.headers["if-none-match"], caching.ETag)) {
    response.writeHead(304, { ...common, ...caching, ...headers }).end();
    return;
  }
  const coding = chooseCoding(request.headers["accept-encoding"], Buffer.byteLength(text));
  // What has an entity tag will be asked for again.
  const body =
    caching.ETag === undefined || coding === "identity"
      ? encode(text, coding)
      : encodings.find(`${coding} ${caching.ETag}`, () => encode(text, coding));
  response.writeHead(status, {
    ...common,
    "Content-Type": type,
    "Content-Length": body.length,
    ...(coding === "identity" ? {} : { "Content-Encoding": coding }),
    ...caching,
    ...headers,
  });
  response.end(body);
}

function cachingOf(route: Route | undefined, text: string, status: number): Headers & { readonly ETag?: string } {
  const isKept = route?.method === "GET" && route.cache !== "never" && status === 200;
  return isKept ? { ETag: toEtag(text) } : NO_STORE_HEADERS;
}
