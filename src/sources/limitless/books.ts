import { type BookLevel, type OrderBook, toOrderBook } from "../../domain/orders/books.ts";
import { fetchSingleBooks, toLevels } from "../books.ts";
import type { Fetcher } from "../fetcher.ts";
import { toFields, toSegment } from "../json-fields.ts";
import type { BookPage, BookRequest } from "../source.ts";

/** Sizes are in millionths of a contract, as the "orderbook" sample of the platform's TypeScript SDK shows. */
const SIZE_UNIT = 1e6;

/** Books by slug, one request each (docs.limitless.exchange, "Get Orderbook"). */
export const fetchLimitlessBooks = (
  fetcher: Fetcher,
  api: string,
  markets: readonly BookRequest[],
): AsyncIterable<BookPage> =>
  fetchSingleBooks(fetcher, markets, {
    toUrl: (slug) => `${api}/markets/${toSegment(slug)}/orderbook`,
    read: readLimitlessBook,
  });

/** Reads `{bids: [{price, size}], asks}` of yes, levels in any order; null where it is no book. */
export function readLimitlessBook(body: unknown): OrderBook | null {
  const fields = toFields(body);
  if (!Array.isArray(fields?.bids) || !Array.isArray(fields.asks)) return null;
  return toOrderBook(toLevels(fields.bids).map(inContracts), toLevels(fields.asks).map(inContracts));
}

const inContracts = ([price, size]: BookLevel): BookLevel => [price, size / SIZE_UNIT];
