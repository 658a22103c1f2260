import { baseAddress } from "../addresses.ts";
import type { Fetcher } from "../fetcher.ts";
import { walkPages } from "../paging.ts";
import { type Fields, identifier, time, toRecords, toSegment } from "../records.ts";
import type { OpenSource } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { fetchManifoldHistory } from "./history.ts";
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
  };
};

/** Unknown parameters are refused, so only those of the API's schema are sent; a page has at most a thousand rows. */
const PAGE_SIZES = [1000, 500, 250] as const;
const SEARCH = "term=&includeLiteAnswers=true";

async function* fetchOpen(fetcher: Fetcher, api: string): AsyncGenerator<unknown> {
  const known = new Set<string>();
  const pages = walkPages(fetcher, {
    url: (cursor, limit) => {
      const before = cursor === null ? "" : `&beforeTime=${cursor}`;
      return `${api}/search-markets?${SEARCH}&filter=open&sort=newest&limit=${limit}${before}`;
    },
    next: (body) => {
      const oldest = Math.min(...toRecords(body).flatMap((row) => time(row?.createdTime) ?? []));
      // One more, so that rows created in the same millisecond as the last are not skipped.
      return Number.isFinite(oldest) ? String(oldest + 1) : null;
    },
    limits: PAGE_SIZES,
  });
  for await (const body of pages) {
    // Taken for the end of the listing, it would close everything older.
    if (!Array.isArray(body)) throw new UpstreamError("paging", new URL(api).host);
    const fresh = toRecords(body).filter((row) => !known.has(identifier(row?.id) ?? ""));
    if (!remember(known, fresh)) return;
    yield fresh;
  }
}

/** Multiple-choice rows come without answers here: an increment refreshes binary markets only. */
function fetchActive(fetcher: Fetcher, api: string, since: number): AsyncGenerator<unknown> {
  const known = new Set<string>();
  return walkPages(fetcher, {
    url: (cursor, limit) => {
      const before = cursor === null ? "" : `&before=${toSegment(cursor)}`;
      return `${api}/markets?sort=updated-time&limit=${limit}${before}`;
    },
    next: (body) => {
      const rows = toRecords(body);
      const last = rows.at(-1);
      const isReached = (time(last?.lastUpdatedTime) ?? since) < since;
      return remember(known, rows) && !isReached ? identifier(last?.id) : null;
    },
    limits: PAGE_SIZES,
    maxPages: 20,
  });
}

/** The API lets no `offset` above 1000 pass, and only `sort=newest` can go deeper: at most 2000 rows. */
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

/** Notes the ids of a page; false when it brought none that was not known, which ends a listing. */
function remember(known: Set<string>, rows: readonly (Fields | null)[]): boolean {
  const before = known.size;
  for (const row of rows) {
    const id = identifier(row?.id);
    if (id !== null) known.add(id);
  }
  return known.size > before;
}
