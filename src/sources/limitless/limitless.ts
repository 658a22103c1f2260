import { type BookLevel, type OrderBook, toOrderBook } from "../../domain/books.ts";
import { toMicros, toNumber } from "../../domain/prices.ts";
import { fetchSingleBooks, toLevels } from "../books.ts";
import type { Fetcher } from "../fetcher.ts";
import { type JsonFields, text, time, toFields, toRecords, toSegment } from "../json-fields.ts";
import { baseAddress, fetchEach, walkPages } from "../requests.ts";
import type { BookPage, BookRequest, OpenSource, PastMarket, PastPrice, Span } from "../source.ts";
import { readLimitless, rowsOf } from "./records.ts";

/** Limitless: order books on the Base chain, settled in stablecoins (api.limitless.exchange/api-v1). */
export const openLimitless: OpenSource = (urls) => {
  const api = baseAddress(urls.limitless, "https://api.limitless.exchange");
  return {
    platform: "limitless",
    normalise: readLimitless,
    fetchOpen: (fetcher) => fetchOpen(fetcher, api),
    fetchMarkets: (fetcher, ids) =>
      fetchEach(
        fetcher,
        [...new Set(ids)].map((slug) => `${api}/markets/${toSegment(slug)}`),
      ),
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

/** Hourly prices of a market by its slug (api.limitless.exchange/api-v1, historical-price). */
async function fetchLimitlessHistory(
  fetcher: Fetcher,
  api: string,
  { id }: PastMarket,
  { from, to }: Span,
): Promise<readonly PastPrice[]> {
  const query = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    interval: "1h",
  });
  const url = `${api}/markets/${toSegment(id)}/historical-price?${query}`;
  return readLimitlessHistory(await fetcher.json(url, { isOptional: true }));
}

/** Reads `{prices: [{timestamp, price}]}`, or a list of such series, yes first. Older prices are percent. */
export function readLimitlessHistory(body: unknown): PastPrice[] {
  const series: JsonFields | null = toFields(body) ?? toRecords(body)[0] ?? null;
  const points = toRecords(series?.prices).flatMap((point) => {
    const at = time(point?.timestamp) ?? time(toNumber(point?.timestamp));
    const price = toNumber(point?.price);
    return at === null || price === null ? [] : [{ at, price }];
  });
  const unit = points.some(({ price }) => price > 1) ? 100 : 1;
  return points.flatMap(({ at, price }) => {
    const yesPrice = toMicros(price / unit);
    return yesPrice === null ? [] : [{ at, yesPrice }];
  });
}

/** Sizes are in millionths of a contract, as the "orderbook" sample of the platform's TypeScript SDK shows. */
const SIZE_UNIT = 1e6;

/** Books by slug, one request each (docs.limitless.exchange, "Get Orderbook"). */
const fetchLimitlessBooks = (fetcher: Fetcher, api: string, markets: readonly BookRequest[]): AsyncIterable<BookPage> =>
  fetchSingleBooks(fetcher, markets, (slug) => `${api}/markets/${toSegment(slug)}/orderbook`, readLimitlessBook);

/** Reads `{bids: [{price, size}], asks}` of yes, levels in any order; null where it is no book. */
export function readLimitlessBook(body: unknown): OrderBook | null {
  const fields = toFields(body);
  if (!Array.isArray(fields?.bids) || !Array.isArray(fields.asks)) return null;
  return toOrderBook(toLevels(fields.bids).map(inContracts), toLevels(fields.asks).map(inContracts));
}

const inContracts = ([price, size]: BookLevel): BookLevel => [price, size / SIZE_UNIT];
