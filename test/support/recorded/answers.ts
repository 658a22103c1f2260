import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Tier } from "../../../src/domain/accounts/plans.ts";

/** Who asks; `nobody` presents no key, the operator has signed in to the pages below /admin. */
export type Asker = Tier | "nobody" | "operator";

/** One request of the recorded set. */
export interface RecordedRequest {
  readonly as: Asker;
  readonly method: string;
  /** With its query. `{name}` stands for a value that an earlier answer gave. */
  readonly path: string;
  readonly body?: unknown;
  /** The page that the cursor of the one before leads to: 2 or 3. */
  readonly page?: number;
  /** Values of the answer that later requests name, by the dotted path to each. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly accept?: string;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Recorded {
  readonly request: RecordedRequest;
  readonly answer: RecordedAnswer;
}

/** Says which request it is, in one line. */
export const nameOf = ({ as, method, path, body, page, accept }: RecordedRequest): string =>
  [
    `${method} ${path}`,
    body === undefined ? "" : JSON.stringify(body),
    page === undefined ? "" : `page ${page}`,
    accept === undefined ? "" : `as ${accept}`,
    `by ${as}`,
  ]
    .filter((part) => part !== "")
    .join(" ");

/** A file for each noun, so that changes of different nouns do not meet. */
const FOLDER = new URL("../../recorded/answers/", import.meta.url);
/** Of 128 MB, so that what many answers have in common is stored once. */
const WINDOW_LOG = 27;

/** What a request is about, by its path: a noun of the API, the tools, or the pages. */
export function nounOf({ path }: RecordedRequest): string {
  const [pathname = ""] = path.split("?");
  return /^\/api\/v1\/(\w+)/.exec(pathname)?.[1] ?? (pathname === "/mcp" ? "tools" : "pages");
}

export function readRecorded(): readonly Recorded[] {
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG };
  const read = (name: string): Recorded[] => {
    const text = zstdDecompressSync(readFileSync(new URL(name, FOLDER)), { params }).toString();
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  return readdirSync(FOLDER).toSorted().flatMap(read);
}

export function writeRecorded(all: readonly Recorded[]): void {
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  };
  for (const [noun, own] of Map.groupBy(all, ({ request }) => nounOf(request))) {
    const lines = own.map((one) => `${JSON.stringify(one)}\n`);
    writeFileSync(new URL(`${noun}.zst`, FOLDER), zstdCompressSync(lines.join(""), { params }));
  }
}

/** Headers that depend on nothing but the request and the data. */
const HEADERS = [
  "content-type",
  "content-disposition",
  "cache-control",
  "vary",
  "link",
  "location",
  "allow",
  "www-authenticate",
  "x-total-count",
  "x-warnings",
];

/** Members that are another at every run. */
const VOLATILE = new Set(["response_ms", "size_bytes", "wal_bytes", "schema_version", "version"]);
/** Opaque to callers. Following it shows whether it leads to the right page. */
const CURSOR = /^next_cursor$/;

/** Of longer lists the rest is kept as ids and a digest. */
const MAX_ITEMS = 20;
const MAX_LINES = 40;

/** An answer without what differs between two runs; `hidden` has texts by the name that replaces them. */
export function toRecorded(
  { status, headers, text }: { readonly status: number; readonly headers: Headers; readonly text: string },
  hidden: ReadonlyMap<string, string>,
): RecordedAnswer {
  const hide = (given: string): string => {
    let shown = given;
    for (const [value, name] of hidden) shown = shown.replaceAll(value, name);
    return shown
      .replace(/([?&]cursor=)[^&>"\s]+/g, "$1…")
      .replace(/\btb_live_\w{4}\b/g, "{key_prefix}")
      .replace(/(?<=<generator version=")[^"]+/, "…");
  };
  const kept = HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, hide(value)]];
  });
  return { status, headers: Object.fromEntries(kept), body: toBody(headers.get("content-type") ?? "", hide(text)) };
}

function toBody(type: string, text: string): unknown {
  if (text === "") return null;
  if (type.startsWith("text/html")) {
    const title = /<title>(.*?)<\/title>/s.exec(text)?.[1] ?? null;
    const [terms, rows, figures] = [TERMS, ROW, FIGURE].map((part) => shorten(listTexts(text, part)));
    return { title, terms, rows, figures, drawn: shorten(listDrawn(text)) };
  }
  if (/\/json/.test(type)) {
    const json = JSON.parse(text);
    return "openapi" in json ? outlineOf(json) : shorten(json);
  }
  const lines = text.split(/\r?\n/);
  if (/ndjson/.test(type)) return shorten(lines.filter((line) => line !== "").map((line) => JSON.parse(line)));
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES), describeRest(lines.slice(MAX_LINES))];
}

const TERMS = /<dl\b.*?<\/dl>/gs;
/** Rows of tables and lists. The other words of a page may be put better at any time, but not its headings and figures. */
const ROW = /<tr\b.*?<\/tr>|<li\b[^>]* data-row=.*?<\/li>/gs;
const FIGURE = /<(h[1-3]|strong|time|figcaption)\b.*?<\/\1>/gs;

/** Shapes of drawings, with their styles, and the texts beside them. */
const listDrawn = (html: string): string[] =>
  [...html.matchAll(/<((?:g|path|polyline|rect|line|text)\b[^>]*?)\/?>([^<]*)/g)].map(
    ([, shape, text]) => `${shape} ${text}`,
  );

const listTexts = (html: string, part: RegExp): string[] =>
  [...html.matchAll(part)].map(([text]) =>
    text
      .replace(/<(?:tr|li)\b[^>]* data-row="([^"]*)"[^>]*>/, "$1: ")
      .replaceAll(/<a\b[^>]* href="([^"]*)"[^>]*>/g, "[$1] ")
      .replaceAll(/<svg class="gauge"[^>]*><rect width="([\d.]+)"/g, "$1 of 100 <rect")
      .replaceAll(/<\/(?:t[dh]|d[td])>/g, " | ")
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .replace(/(?<=\b(?:Database|Version) \| )[^|]+/g, "… ")
      .trim(),
  );

/** The operations of the API with their parameters. What describes them has tests of its own. */
const outlineOf = ({ paths }: OpenapiOutline) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [] }]) =>
        `${method} ${path} ${parameters.map(({ name, $ref }) => name ?? $ref?.split("/").at(-1)).join()}`,
    ),
  );

interface OpenapiOutline {
  readonly paths: Readonly<
    Record<
      string,
      Record<string, { readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[] }>
    >
  >;
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const all = value.map(shorten);
    return all.length <= MAX_ITEMS ? all : [...all.slice(0, MAX_ITEMS), describeRest(all.slice(MAX_ITEMS))];
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const isHidden = VOLATILE.has(name) || (CURSOR.test(name) && member !== null);
    return [name, isHidden ? "…" : shorten(member)];
  });
  return Object.fromEntries(members);
}

/** What more there is: how much, which ids, and whether all of it is the same. */
function describeRest(items: readonly unknown[]) {
  const ids = items.flatMap((item) => {
    const { platform, id, market_id } = (typeof item === "object" && item !== null ? item : {}) as Record<
      string,
      unknown
    >;
    const name = id ?? market_id;
    return name === undefined ? [] : [platform === undefined ? name : `${platform}:${name}`];
  });
  const digest = createHash("sha256").update(JSON.stringify(items)).digest("hex").slice(0, 16);
  return { more: items.length, ...(ids.length > 0 && { ids }), digest };
}
