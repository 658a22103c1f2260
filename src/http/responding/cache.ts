import { createLruOfBytes } from "../../lru.ts";
import type { ResolvedRequest } from "../validate.ts";
import type { Prepared } from "./prepare.ts";

/** Answers that were given a moment ago. */
export type ResponseCache = ReturnType<typeof createResponseCache>;

interface CacheEntry {
  readonly prepared: Prepared;
  readonly version: number;
  readonly madeAt: number;
}

/** How long an answer may be given again while its data stays the same, by what else it depends on. */
const MAX_AGE_MS = { data: 10_000, clock: 1_000, never: 0 } as const;

const MAX_BYTES = 64 * 1024 * 1024;
/** Larger answers would push out too many others. */
const MAX_ENTRY_BYTES = MAX_BYTES / 16;
/** What surrounds an entry in memory. */
const ENTRY_BYTES = 1000;

export function createResponseCache() {
  const entries = createLruOfBytes<string, CacheEntry>({
    maxBytes: MAX_BYTES,
    maxEntryBytes: MAX_ENTRY_BYTES,
    // With room for the compressed form, which is made later.
    bytesOf: ({ prepared }, key) => ENTRY_BYTES + key.length + Math.ceil(prepared.body.length * 1.3),
  });
  return {
    /** The answer to the same request, made from this version of the data within the last seconds. */
    find(request: ResolvedRequest, version: number | undefined, now: number): Prepared | undefined {
      const entry = entries.get(request.cacheKey);
      if (entry === undefined || entry.version !== version) return undefined;
      // A clock that was set back must not keep an answer for longer.
      const isCurrent = now >= entry.madeAt && now - entry.madeAt < MAX_AGE_MS[request.route.cache];
      return isCurrent ? entry.prepared : undefined;
    },

    /** Keeps an answer made from this version of the data; without a version it is dropped. */
    set(request: ResolvedRequest, prepared: Prepared, version: number | undefined, now: number): void {
      if (version !== undefined) entries.set(request.cacheKey, { prepared, version, madeAt: now });
    },

    get bytes() {
      return entries.calculatedSize;
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
