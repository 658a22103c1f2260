import { baseAddress } from "../addresses.ts";
import type { Fetcher } from "../fetcher.ts";
import { identifier, type JsonFields, time, toRecords, toSegment } from "../json-fields.ts";
import { walkPages } from "../paging.ts";
import type { OpenSource } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { fetchManifoldHistory } from "./history.ts";
import { openManifoldQuotes } from "./quotes.ts";
import { readManifold } from "./records.ts";

/** Manifold: play money, an automated market maker, no event objects (docs.manifold.markets/api). */
export const openManifold: OpenSource = (urls) => {
  const api = `${baseAddress(urls.manifold, "https://api.manifold.markets")}/v0`;
  return {
    platform: "manifold",
    normalise: readManifold,
    fetchOpen: (fetcher) => fetchOpen(fetcher, api),
    fetchActive: (fetcher, since) => fetchActive(fetcher, api, since),
    fetchResolved: (fetcher, since) => fetchResolved(fetcher, api, since),
    fetchMarkets: (fetcher, ids) => fetchMarkets(fetcher, api, ids),
    fetchHistory: (fetcher, market, span) => fetchManifoldHistory(fetcher, api, market, span),
    quotes: openManifoldQuotes(api),
  };
};

/** A page has at most a thousand rows. */
const PAGE_SIZES = [1000, 500, 250] as const;
/** The API refuses parameters that are not in its schema. */
const SEARCH = "term=&includeLiteAnswers=true";

async function* fetchOpen(fetcher: Fetcher, api: string): AsyncGenerator<unknown> {
  const seen = new Set<string>();
  const pages = walkPages(fetcher, {
    url: (cursor, limit) => {
      const before = cursor === null ? "" : `&beforeTime=${cursor}`;
      return `${api}/search-markets?${SEARCH}&filter=open&sort=newest&limit=${limit}${before}`;
    },
    next: (body) => {
      const oldest = Math.min(...toRecords(body).flatMap((row) => time(row?.createdTime) ?? []));
      // Plus one, so that rows created in the same millisecond as the last are not skipped.
      return Number.isFinite(oldest) ? String(oldest + 1) : null;
    },
    limits: PAGE_SIZES,
  });
  for await (const body of pages) {
    // As the end of the listing, it would close all older markets.
    if (!Array.isArray(body)) throw new UpstreamError("paging", new URL(api).host);
    const unseen = toRecords(body).filter((row) => !seen.has(identifier(row?.id) ?? ""));
    if (!addIds(seen, unseen)) return;
    yield unseen;
  }
}

/** This endpoint gives no answers of multiple-choice contracts: it refreshes binary markets only. */
function fetchActive(fetcher: Fetcher, api: string, since: number): AsyncGenerator<unknown> {
  const seen = new Set<string>();
  return walkPages(fetcher, {
    url: (cursor, limit) => {
      const before = cursor === null ? "" : `&before=${toSegment(cursor)}`;
      return `${api}/markets?sort=updated-time&limit=${limit}${before}`;
    },
    next: (body) => {
      const rows = toRecords(body);
      const last = rows.at(-1);
      const isReached = (time(last?.lastUpdatedTime) ?? since) < since;
      return addIds(seen, rows) && !isReached ? identifier(last?.id) : null;
    },
    limits: PAGE_SIZES,
    maxPages: 20,
  });
}

/** At most 2000 rows: the API refuses an `offset` above 1000, and only `sort=newest` can go deeper. */
function fetchResolved(fetcher: Fetcher, api: string, since: number): AsyncGenerator<unknown> {
  let offset = 0;
  return walkPages(fetcher, {
    url: (cursor, limit) =>
      `${api}/search-markets?${SEARCH}&filter=resolved&sort=resolve-date&limit=${limit}&offset=${cursor ?? 0}`,
    next: (body, limit) => {
      offset += limit;
      const isReached = !toRecords(body).some((row) => (time(row?.resolutionTime) ?? 0) >= since);
      return isReached || offset > 1000 ? null : String(offset);
    },
    limits: PAGE_SIZES,
  });
}

async function* fetchMarkets(fetcher: Fetcher, api: string, ids: readonly string[]): AsyncGenerator<unknown> {
  const contracts = new Set(ids.map((id) => id.split(".", 1)[0] ?? id));
  for (const id of contracts) {
    const body = await fetcher.json(`${api}/market/${toSegment(id)}`, { isOptional: true });
    if (body !== null) yield body;
  }
}

/** Adds the ids of a page to those seen; false when none was new, which ends a listing. */
function addIds(seen: Set<string>, rows: readonly (JsonFields | null)[]): boolean {
  const before = seen.size;
  for (const row of rows) {
    const id = identifier(row?.id);
    if (id !== null) seen.add(id);
  }
  return seen.size > before;
}
