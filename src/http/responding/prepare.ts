import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { dayOf, toDate, toIso } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { createLruOfBytes } from "../../lru.ts";
import {
  COMMON_HEADERS,
  DOCUMENT_HEADERS,
  type Headers,
  JSON_TYPE,
  NEGOTIATED_VARY,
  NO_STORE_HEADERS,
  prefersEncoding,
  REVALIDATED_HEADERS,
  TABLE_HEADERS,
  toList,
} from "../headers.ts";
import type { Query } from "../query.ts";
import {
  type Document,
  type Enveloped,
  type Handled,
  isStorable,
  type Picture,
  type Redirect,
  type Streamed,
} from "../route.ts";
import { type Format, pickMembers, TABLE_TYPES, type Table, type TableFormat, toTableText } from "../table.ts";
import type { ResolvedRequest } from "../validate.ts";

/** An answer in bytes, which can be sent any number of times. */
export interface Prepared {
  readonly status: number;
  /** Names and values in turn, without those that describe the body. */
  readonly headers: readonly string[];
  /** Media type of the body; undefined where there is none. */
  readonly type: string | undefined;
  /** Undefined where the answer must not be stored. */
  readonly etag: string | undefined;
  /** Its tag ignores ages, so that a page is sent whole, with current ages, to a browser that opens it. */
  readonly hasAges?: boolean;
  readonly body: Buffer;
  /** Ways to compress it, the best first; none for what is compressed already. */
  readonly codings: readonly Coding[];
  /** The compressed body, made when it is first asked for. */
  gzip?: Buffer | Promise<Buffer> | undefined;
  brotli?: Buffer;
}

interface PrepareOptions {
  readonly isDemo: boolean;
  /** Whether the answer may be stored: then it gets an entity tag. */
  readonly isStorable: boolean;
  /** Whether the header Accept may choose another format. */
  readonly isNegotiated: boolean;
  /** What the request's own parameters warn of. */
  readonly warnings: readonly string[];
  /** When it was asked, of `performance.now()`. */
  readonly startedAt: number;
  /** When it is made, epoch milliseconds. */
  readonly now: number;
}

/** Turns what a handler answered into bytes and headers. */
function prepare(answer: Exclude<Handled, Streamed>, options: PrepareOptions): Prepared {
  if ("seeOther" in answer) return prepareRedirect(answer);
  const status = answer.status ?? 200;
  const isStorable = options.isStorable && status === 200;
  if ("text" in answer || "bytes" in answer) return prepareDocument(answer, { isStorable });
  if (!("body" in answer)) return prepareEnvelope(answer, { ...options, isStorable });
  const body = Buffer.from(JSON.stringify(answer.body));
  const etag = isStorable ? toEtag(body) : undefined;
  return { ...toJson(status, body, cachingOf(etag, options.isNegotiated)), etag };
}

/** Data and meta as JSON. The entity tag is of what stays the same until the data changes. */
function prepareEnvelope(answer: Enveloped, options: PrepareOptions): Prepared {
  const { isDemo, isStorable, isNegotiated, startedAt, now } = options;
  const meta = isDemo ? { ...answer.meta, demo: true } : answer.meta;
  const warnings = [...(answer.meta?.warnings ?? []), ...options.warnings];
  const lasting = JSON.stringify({ ...meta, warnings: undefined });
  // Made bytes once: of a long answer, that and its tag take as long as its JSON.
  const data = Buffer.from(JSON.stringify(answer.data));
  const etag = isStorable ? toEtag(data, lasting) : undefined;
  const members = lasting === "{}" ? "" : `${lasting.slice(1, -1)},`;
  const warned = warnings.length === 0 ? "" : `,"warnings":${JSON.stringify(warnings)}`;
  const milliseconds = Math.round((performance.now() - startedAt) * 100) / 100;
  const rest = `,"meta":{${members}"response_ms":${milliseconds}${warned}},"timestamp":"${toIso(now)}"}`;
  const body = Buffer.concat([Buffer.from('{"data":'), data, Buffer.from(rest)]);
  return { ...toJson(answer.status ?? 200, body, cachingOf(etag, isNegotiated)), etag };
}

function cachingOf(etag: string | undefined, isNegotiated: boolean): Headers {
  if (etag === undefined) return NO_STORE_HEADERS;
  return { ...REVALIDATED_HEADERS, ...(isNegotiated ? { Vary: NEGOTIATED_VARY } : undefined), ETag: etag };
}

/** What the headers of a table say beside its rows. */
interface TableHeaders {
  /** The name the file is saved under. */
  readonly file: string;
  /** The address of the next page. */
  readonly next: string | undefined;
  /** How many items all pages have. */
  readonly total: number | undefined;
  readonly warnings: readonly string[];
}

/** An answer as CSV or NDJSON. */
function prepareTable(
  text: string,
  format: TableFormat,
  { file, next, total, warnings, isStorable }: TableHeaders & Pick<PrepareOptions, "isStorable">,
): Prepared {
  const about = {
    ...TABLE_HEADERS,
    "Content-Disposition": `attachment; filename="${file}"`,
    ...(total === undefined ? undefined : { "X-Total-Count": String(total) }),
    ...(next === undefined ? undefined : { Link: `<${next}>; rel="next"` }),
  };
  const etag = isStorable ? toEtag(`${total} ${next}\n${text}`) : undefined;
  const made = toJson(200, Buffer.from(text), { ...cachingOf(etag, true), ...about });
  return { ...made, headers: [...made.headers, ...toWarningHeader(warnings)], type: TABLE_TYPES[format], etag };
}

/** A JSON list, in characters that a header may have. */
export const toWarningHeader = (warnings: readonly string[]): string[] =>
  warnings.length === 0 ? [] : ["X-Warnings", JSON.stringify(warnings).replace(/[^ -~]/g, toEscape)];

const toEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The answer to a request that failed. */
export const prepareError = ({ status, body, headers }: { status: number; body: string; headers: Headers }): Prepared =>
  toJson(status, Buffer.from(body), { ...NO_STORE_HEADERS, ...headers });

const toJson = (status: number, body: Buffer, headers: Headers): Prepared => ({
  status,
  headers: toList({ ...COMMON_HEADERS, ...headers }),
  type: JSON_TYPE,
  etag: undefined,
  body,
  codings: ["gzip"],
});

/** A larger document is compressed in gzip alone, off the event loop. */
const MAX_BROTLI_TEXT_BYTES = 256 * 1024;

/** A page, a file or a picture. */
export function prepareDocument(
  answer: Document | Picture,
  { isStorable }: Pick<PrepareOptions, "isStorable">,
): Prepared {
  const { type, status = 200, headers } = answer;
  const body = "bytes" in answer ? answer.bytes : Buffer.from(answer.text);
  const etag = isStorable ? toEtag(answer.etagText ?? body) : undefined;
  const caching = etag === undefined ? NO_STORE_HEADERS : { ETag: etag };
  return {
    ...toJson(status, body, {}),
    headers: toList({ ...DOCUMENT_HEADERS, ...caching, ...headers }),
    type,
    etag,
    hasAges: answer.etagText !== undefined,
    codings: "bytes" in answer ? [] : body.length > MAX_BROTLI_TEXT_BYTES ? ["gzip"] : ["br", "gzip"],
  };
}

const prepareRedirect = ({ seeOther, headers }: Redirect): Prepared => ({
  ...toJson(303, Buffer.alloc(0), {}),
  type: undefined,
  headers: toList({ ...DOCUMENT_HEADERS, ...NO_STORE_HEADERS, ...headers, Location: seeOther }),
});

/** The body in gzip, compressed once. */
export function gzipOf(prepared: Prepared): Buffer | Promise<Buffer> {
  if (prepared.gzip !== undefined) return prepared.gzip;
  const made = compressGzip(prepared.body);
  prepared.gzip = made;
  if (made instanceof Promise) {
    made.then(
      (gzip) => {
        prepared.gzip = gzip;
      },
      // The next caller tries again.
      () => {
        prepared.gzip = undefined;
      },
    );
  }
  return made;
}

const MAX_BROTLI_BYTES = 8 * 1024 * 1024;

/** By the hash of the body: files and pages without ages outlive a data version, and compressing one takes milliseconds. */
const brotlis = createLruOfBytes<string, Buffer>({
  maxBytes: MAX_BROTLI_BYTES,
  bytesOf: (body, hash) => body.length + hash.length,
});

/** The body in brotli. */
export function brotliOf(prepared: Prepared): Buffer {
  const { body, headers, etag, hasAges } = prepared;
  if (prepared.brotli !== undefined) return prepared.brotli;
  const hash = toEtag(body);
  const made =
    brotlis.get(hash) ?? compressBrotli(body, { isLasting: headers.some((value) => value.includes("immutable")) });
  if (etag !== undefined && !hasAges) brotlis.set(hash, made);
  prepared.brotli = made;
  return made;
}

/** What an answer is made for. */
interface AnsweredRequest {
  readonly resolved: ResolvedRequest;
  readonly query: Query;
  /** Percent-encoded. */
  readonly path: string;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Turns what a handler answered into bytes of the format that was asked for. Errors stay JSON. */
export function prepareAnswer(
  { store, site }: Pick<Context, "store" | "site">,
  answer: Exclude<Handled, Streamed>,
  asked: AnsweredRequest,
): Prepared {
  const { route, input } = asked.resolved;
  const { table } = route;
  const format = input.format as Format;
  const { startedAt, now } = asked;
  const { warnings } = asked.resolved;
  const made = { isDemo: store.isDemo, isStorable: isStorable(route), isNegotiated: table !== undefined };
  const options: PrepareOptions = { ...made, warnings, startedAt, now };
  const fields = input.fields as readonly string[] | undefined;
  if (table === undefined || !("data" in answer)) return prepare(answer, options);
  if (format === "json") return prepare(fields === undefined ? answer : withFields(answer, table, fields), options);
  return prepareTable(toTableText(table, answer.data, { format, fields }), format, {
    isStorable: options.isStorable,
    file: toFileName(table.name, now, format),
    next: findNext(answer.meta, asked, site.origin()),
    total: numberIn(answer.meta, "total"),
    warnings: [...(answer.meta?.warnings ?? []), ...(table.notesOf?.(answer.meta ?? {}) ?? []), ...warnings],
  });
}

/** A list whose items have these fields alone. Other data stays whole, and a warning says so. */
function withFields(answer: Enveloped, table: Table, fields: readonly string[]): Enveloped {
  const { data, meta } = answer;
  const [kind] = table.kinds;
  if (table.isList && Array.isArray(data) && kind !== undefined)
    return { ...answer, data: data.map(pickMembers(kind, fields)) };
  const warning = "fields choose columns of csv and ndjson here: as json, this answer is whole";
  return { ...answer, meta: { ...meta, warnings: [...(meta?.warnings ?? []), warning] } };
}

/** The name a file is saved under: the list and the day, UTC. */
export const toFileName = (name: string, now: number, format: TableFormat): string =>
  `toteboard-${name}-${toDate(dayOf(now))}.${format}`;

/** The address of the page after this one. It repeats only what the route knows: an unknown name may hold a secret. */
function findNext(meta: Enveloped["meta"], { resolved, query, path }: AnsweredRequest, origin: string) {
  const page = findNextPage(meta);
  if (page === undefined) return undefined;
  const { parameters } = resolved.route;
  const pairs = [...query].flatMap(([name, values]) =>
    parameters[name]?.in === "query" && !PAGE_PARAMETERS.includes(name)
      ? values.map((value): [string, string] => [name, value])
      : [],
  );
  // A link does not repeat the header Accept.
  const address = new URLSearchParams(pairs);
  address.set("format", String(resolved.input.format));
  address.append(...page);
  return `${origin}${path}?${address}`;
}

const PAGE_PARAMETERS: readonly string[] = ["page", "cursor"];

/** The parameter of the page after this one, and its value there. */
function findNextPage(meta: Enveloped["meta"]): [name: string, value: string] | undefined {
  if (typeof meta?.next_cursor === "string") return ["cursor", meta.next_cursor];
  const [page, pages] = [numberIn(meta, "page"), numberIn(meta, "total_pages")];
  const isLast = meta?.next_cursor === null || page === undefined || pages === undefined || page >= pages;
  return isLast ? undefined : ["page", String(page + 1)];
}

const numberIn = (meta: Enveloped["meta"], name: string): number | undefined =>
  typeof meta?.[name] === "number" ? meta[name] : undefined;

/** A weak entity tag of what a body says. */
function toEtag(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest("base64url").slice(0, 27)}"`;
}

/** Whether an If-None-Match header names `etag`: weak comparison, lists and `*` included. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(opaque) ?? false;
}

/** Smaller bodies fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;
/** Larger bodies would hold up other requests for a millisecond and more. */
const MAX_SYNC_BYTES = 64 * 1024;

const gzipInBackground: (body: Buffer) => Promise<Buffer> = promisify(gzip);

type Coding = "br" | "gzip" | "identity";

/** How a body of this size is sent to a caller with this Accept-Encoding; `codings` are the ways to compress it. */
export function chooseCoding(
  acceptEncoding: string | string[] | undefined,
  bytes: number,
  codings: readonly Coding[],
): Coding {
  if (bytes <= MIN_COMPRESSED_BYTES || acceptEncoding === undefined || codings.length === 0) return "identity";
  const header = acceptEncoding.toString();
  if (codings.includes("br") && prefersEncoding(header, ["br"]) !== undefined) return "br";
  return prefersEncoding(header, ["gzip", "identity"]) === "gzip" ? "gzip" : "identity";
}

/** Pages are small enough to be compressed at once; files that never change are compressed once, and so for longer. */
const compressBrotli = (body: Buffer, { isLasting }: { readonly isLasting: boolean }): Buffer =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: isLasting ? 10 : 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });

/** The body in gzip; a large one is compressed off the event loop. */
const compressGzip = (body: Buffer): Buffer | Promise<Buffer> =>
  body.length <= MAX_SYNC_BYTES ? gzipSync(body) : gzipInBackground(body);

/** Answers that were given a moment ago. */
export type ResponseCache = ReturnType<typeof createResponseCache>;

interface CacheEntry {
  readonly prepared: Prepared;
  readonly version: number;
  readonly madeAt: number;
}

/** How long an answer may be given again while its data stays the same, by what else it depends on. */
const MAX_CACHED_MS = { data: 10_000, clock: 1_000, never: 0 } as const;

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Larger answers would push out too many others. */
const MAX_CACHE_ENTRY_BYTES = MAX_CACHE_BYTES / 16;
/** What surrounds an entry in memory. */
const CACHE_ENTRY_BYTES = 1000;

export function createResponseCache() {
  const entries = createLruOfBytes<string, CacheEntry>({
    maxBytes: MAX_CACHE_BYTES,
    maxEntryBytes: MAX_CACHE_ENTRY_BYTES,
    // With room for the compressed form, which is made later.
    bytesOf: ({ prepared }, key) => CACHE_ENTRY_BYTES + key.length + Math.ceil(prepared.body.length * 1.3),
  });
  return {
    /** The answer to the same request, made from this version of the data within the last seconds. */
    find(request: ResolvedRequest, version: number | undefined, now: number): Prepared | undefined {
      const entry = entries.get(request.cacheKey);
      if (entry === undefined || entry.version !== version) return undefined;
      // A clock that was set back must not keep an answer for longer.
      const isCurrent = now >= entry.madeAt && now - entry.madeAt < MAX_CACHED_MS[request.route.cache];
      return isCurrent ? entry.prepared : undefined;
    },

    /** Keeps an answer made from this version of the data; without a version it is dropped. */
    set(request: ResolvedRequest, prepared: Prepared, version: number | undefined, now: number): void {
      if (version !== undefined) entries.set(request.cacheKey, { prepared, version, madeAt: now });
    },
  };
}

/**
 * Reads the version of the data at most once per turn of the event loop. Reading it takes a tenth of the time of a cached
 * answer, and requests that arrived together may get the same data.
 */
export function createVersionReader(read: () => number | undefined): () => number | undefined {
  let version: number | undefined;
  let isRead = false;
  const forget = (): void => {
    isRead = false;
  };
  return () => {
    if (!isRead) {
      version = read();
      isRead = true;
      setImmediate(forget);
    }
    return version;
  };
}
