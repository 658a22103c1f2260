import { randomUUID } from "node:crypto";
import Negotiator from "negotiator";

export type Headers = Readonly<Record<string, string>>;

/** Names and values in turn, as `writeHead` takes them. */
export const toList = (headers: Headers): string[] => Object.entries(headers).flat();

const EXPOSED = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Link";

/**
 * On every JSON response, errors included. Any origin may read it: a key travels in a header, and the cookie of a session
 * counts only beside a header that no other origin may send.
 */
export const COMMON_HEADERS: Headers = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  "X-Content-Type-Options": "nosniff",
};

/** Of CSV and NDJSON: a page of any origin may read what JSON says in `meta`. */
export const TABLE_HEADERS: Headers = {
  "Access-Control-Expose-Headers": `${EXPOSED}, Content-Disposition, X-Total-Count, X-Warnings`,
};

export const PREFLIGHT_HEADERS: Headers = {
  "Access-Control-Allow-Headers": "X-API-Key, Authorization, If-None-Match, X-Request-Id, Last-Event-ID, Content-Type",
  "Access-Control-Max-Age": "86400",
};

/** The caller may cache it, but must revalidate before each use. */
export const REVALIDATED_HEADERS = {
  "Cache-Control": "private, no-cache",
  Vary: "Accept-Encoding, X-API-Key, Authorization",
} as const satisfies Headers;

/** Of an answer whose format the header Accept may choose. */
export const NEGOTIATED_VARY = `Accept, ${REVALIDATED_HEADERS.Vary}`;

export const NO_STORE_HEADERS: Headers = { "Cache-Control": "no-store", Vary: "Accept-Encoding" };

/** No proxy may hold events back, and the connection serves nothing else. */
export const STREAM_HEADERS: Headers = { "X-Accel-Buffering": "no", Connection: "close" };

/** A page is for the browser that asked for it: no other origin may read it or hears its address. Forms say where they are. */
export const DOCUMENT_HEADERS: Headers = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-cache",
  Vary: "Accept-Encoding",
};

export const JSON_TYPE = "application/json; charset=utf-8";

/** The caller's own id where it is harmless in logs and headers, else a new one. */
export const toRequestId = (given: string | string[] | undefined): string =>
  typeof given === "string" && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID();

/** The coding a caller with this Accept-Encoding likes best; undefined where it takes none of them. */
export const prefersEncoding = (header: string, codings: readonly string[]): string | undefined =>
  new Negotiator({ headers: { "accept-encoding": header } }).encoding([...codings]);

/** The media type a caller with this Accept likes best, the first one where it does not say. */
export const prefersType = (header: string | undefined, types: readonly string[]): string | undefined =>
  new Negotiator({ headers: { accept: header } }).mediaType([...types]);
