import type { Fetcher } from "./fetcher.ts";
import { identifier, toFields, toRecords } from "./json-fields.ts";
import { UpstreamError } from "./upstream-error.ts";

/** A base address from the settings, or the platform's own, without a slash at its end. */
export const baseAddress = (setting: string | undefined, standard: string): string =>
  (setting ?? standard).replace(/\/+$/, "");

/** Parameters of a request, by name. */
export type QueryFields = Readonly<Record<string, string>>;

/** Epoch milliseconds as whole epoch seconds in text. */
export const toSeconds = (ms: number): string => `${Math.floor(ms / 1000)}`;

/** The error for an answer of another shape than was asked for. */
export const unexpected = (base: string): UpstreamError => new UpstreamError("unexpected", new URL(base).host);

/** The bodies at these addresses, without those that the platform does not know. */
export async function* fetchEach(fetcher: Fetcher, urls: Iterable<string>): AsyncGenerator<unknown> {
  for (const url of urls) {
    const body = await fetcher.json(url, { isOptional: true });
    if (body !== null) yield body;
  }
}

/** How to walk a listing from page to page. */
interface PageWalk {
  /** The address of the page at a cursor; null is the first page. */
  readonly url: (cursor: string | null, limit: number) => string;
  /** The cursor of the page after this one; null ends the walk. */
  readonly next: (body: unknown, limit: number) => string | null;
  /** The field that holds a page's records. A page without it is an error, never the end of the listing. */
  readonly recordsField?: string;
  /** Page sizes, largest first. The walk turns to the next one when a page takes too long or is too big. */
  readonly limits: readonly [number, ...number[]];
  /** Ends the walk without an error; without it, a listing that does not end is one. */
  readonly maxPages?: number | undefined;
}

const RESIZE_ABOVE_BYTES = 16 * 1024 * 1024;
/** A longer listing does not end, nor does one with so many pages in a row that bring no new record. */
const MAX_PAGES = 5000;
const MAX_STALE_PAGES = 20;

/**
 * The bodies of a listing's pages. Fails with UpstreamError `paging` when a cursor comes twice, pages bring nothing new
 * or never end.
 */
export async function* walkPages(fetcher: Fetcher, walk: PageWalk): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<string>();
  const bringsNew = walk.recordsField === undefined ? () => true : createNovelty(walk.recordsField);
  let cursor: string | null = null;
  let [step, stalePages] = [0, 0];
  for (let pages = 0; pages < (walk.maxPages ?? MAX_PAGES); pages++) {
    const page: SizedPage = await fetchPage(fetcher, walk, cursor, step);
    step = page.step;
    if (walk.recordsField !== undefined && !Array.isArray(toFields(page.body)?.[walk.recordsField]))
      throw unexpected(walk.url(null, 1));
    yield page.body;
    cursor = walk.next(page.body, limitAt(walk, step));
    if (cursor === null) return;
    stalePages = bringsNew(page.body) ? 0 : stalePages + 1;
    if (seen.has(cursor) || stalePages >= MAX_STALE_PAGES) throw endless(walk);
    seen.add(cursor);
  }
  if (walk.maxPages === undefined) throw endless(walk);
}

/** Tells whether a page has a record that no page before had. */
function createNovelty(recordsField: string): (body: unknown) => boolean {
  const seen = new Set<string>();
  return (body) => {
    const before = seen.size;
    for (const record of toRecords(toFields(body)?.[recordsField]))
      seen.add(identifier(record?.id ?? record?.ticker ?? record?.event_ticker) ?? "");
    return seen.size > before;
  };
}

const endless = (walk: PageWalk): UpstreamError => new UpstreamError("paging", new URL(walk.url(null, 1)).host);

interface SizedPage {
  readonly body: unknown;
  /** Index into `limits`: the size the page was fetched with. */
  readonly step: number;
}

async function fetchPage(fetcher: Fetcher, walk: PageWalk, cursor: string | null, step: number): Promise<SizedPage> {
  const url = walk.url(cursor, limitAt(walk, step));
  if (step >= walk.limits.length - 1) return { body: await fetcher.json(url), step };
  try {
    const body = await fetcher.json(url, { maxBytes: RESIZE_ABOVE_BYTES, retriesTimeouts: false });
    return { body, step };
  } catch (error) {
    if (!(error instanceof UpstreamError) || !["timeout", "too_large"].includes(error.code)) throw error;
    return fetchPage(fetcher, walk, cursor, step + 1);
  }
}

const limitAt = (walk: PageWalk, step: number): number => walk.limits[step] ?? walk.limits[0];

/** Splits a list into parts of at most `size` items. */
export function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[], void, undefined> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
