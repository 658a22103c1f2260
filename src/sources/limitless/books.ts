import { type BookLevel, type OrderBook, toOrderBook } from "../../domain/orders/index.ts";
import { toLevels } from "../books.ts";
import type { Fetcher } from "../fetcher.ts";
import { toFields, toSegment } from "../json-fields.ts";
import type { BookRequest } from "../source.ts";

/** Each book is a request, so only the first are asked for. */
const MAX_BOOKS = 10;

/** Sizes are in millionths of a contract, as the "orderbook" sample of the platform's TypeScript SDK shows. */
const SIZE_UNIT = 1e6;

/** Books by slug, one request each (docs.limitless.exchange, "Get Orderbook"). An unknown market is left out. */
export async function fetchLimitlessBooks(
  fetcher: Fetcher,
  api: string,
  markets: readonly BookRequest[],
): Promise<ReadonlyMap<string, OrderBook>> {
  const books = new Map<string, OrderBook>();
  for (const { id } of markets.slice(0, MAX_BOOKS)) {
    const url = `${api}/markets/${toSegment(id)}/orderbook`;
    const book = readLimitlessBook(await fetcher.json(url, { isOptional: true }));
    if (book !== null) books.set(id, book);
  }
  return books;
}

/** Reads `{bids: [{price, size}], asks}` of yes, levels in any order; null where it is no book. */
export function readLimitlessBook(body: unknown): OrderBook | null {
  const fields = toFields(body);
  if (!Array.isArray(fields?.bids) || !Array.isArray(fields.asks)) return null;
  return toOrderBook(toLevels(fields.bids).map(inContracts), toLevels(fields.asks).map(inContracts));
}

const inContracts = ([price, size]: BookLevel): BookLevel => [price, size / SIZE_UNIT];
