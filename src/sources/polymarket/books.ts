import { type OrderBook, toOrderBook } from "../../domain/orders/books.ts";
import { toLevels } from "../books.ts";
import type { Fetcher } from "../fetcher.ts";
import { text, toRecords } from "../json-fields.ts";
import { batchesOf } from "../paging.ts";
import type { BookPage, BookRequest } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";

const MAX_BOOKS_PER_REQUEST = 100;

/**
 * Books of the yes tokens (docs.polymarket.com, "Get order books (request body)"). They hold what is offered for no too:
 * the exchange mirrors it. Tokens without a book are missing in the answer.
 */
export async function* fetchPolymarketBooks(
  fetcher: Fetcher,
  clob: string,
  markets: readonly BookRequest[],
): AsyncGenerator<BookPage> {
  const ids = new Map(markets.flatMap(({ id, historyKey }) => (historyKey === null ? [] : [[historyKey, id]])));
  for (const tokens of batchesOf([...ids.keys()], MAX_BOOKS_PER_REQUEST)) {
    const body = await fetcher.json(`${clob}/books`, { post: tokens.map((token) => ({ token_id: token })) });
    if (!Array.isArray(body)) throw new UpstreamError("unexpected", new URL(clob).host);
    const books = [...readPolymarketBooks(body)].flatMap(([token, book]) => {
      const id = ids.get(token);
      return id === undefined ? [] : [[id, book] as const];
    });
    yield new Map(books);
  }
}

/** Reads `[{asset_id, bids: [{price, size}], asks}]`, levels in any order; what cannot be read is left out. */
export function readPolymarketBooks(body: unknown): ReadonlyMap<string, OrderBook> {
  const books = toRecords(body).flatMap((book) => {
    const token = text(book?.asset_id);
    if (token === null || !Array.isArray(book?.bids) || !Array.isArray(book.asks)) return [];
    return [[token, toOrderBook(toLevels(book.bids), toLevels(book.asks))] as const];
  });
  return new Map(books);
}
