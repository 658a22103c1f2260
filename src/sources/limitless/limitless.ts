import { baseAddress } from "../addresses.ts";
import type { Fetcher } from "../fetcher.ts";
import { text, toSegment } from "../json-fields.ts";
import { walkPages } from "../paging.ts";
import type { OpenSource } from "../source.ts";
import { fetchLimitlessBooks } from "./books.ts";
import { fetchLimitlessHistory } from "./history.ts";
import { readLimitless, rowsOf } from "./records.ts";

/** Limitless: order books on the Base chain, settled in stablecoins (api.limitless.exchange/api-v1). */
export const openLimitless: OpenSource = (urls) => {
  const api = baseAddress(urls.limitless, "https://api.limitless.exchange");
  return {
    platform: "limitless",
    normalise: readLimitless,
    fetchOpen: (fetcher) => fetchOpen(fetcher, api),
    fetchMarkets: (fetcher, ids) => fetchMarkets(fetcher, api, ids),
    fetchHistory: (fetcher, market, span) => fetchLimitlessHistory(fetcher, api, market, span),
    fetchBooks: (fetcher, markets) => fetchLimitlessBooks(fetcher, api, markets),
  };
};

const MAX_PAGE_ROWS = 25;

/** The answer has no cursor and its count is not always right. The walk ends at a page without new rows. */
function fetchOpen(fetcher: Fetcher, api: string): AsyncGenerator<unknown> {
  const seen = new Set<string>();
  let page = 1;
  return walkPages(fetcher, {
    url: (cursor, limit) => `${api}/markets/active?page=${cursor ?? 1}&limit=${limit}`,
    next: (body) => {
      const before = seen.size;
      for (const row of rowsOf(body)) seen.add(text(row?.slug) ?? "");
      page++;
      return seen.size > before ? String(page) : null;
    },
    limits: [MAX_PAGE_ROWS],
    maxPages: 400,
  });
}

async function* fetchMarkets(fetcher: Fetcher, api: string, ids: readonly string[]): AsyncGenerator<unknown> {
  for (const slug of new Set(ids)) {
    const body = await fetcher.json(`${api}/markets/${toSegment(slug)}`, { isOptional: true });
    if (body !== null) yield body;
  }
}
