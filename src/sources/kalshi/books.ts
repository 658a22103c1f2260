import { type BookLevel, type OrderBook, toOrderBook } from "../../domain/orders/index.ts";
import { toLevel, turnLevel } from "../books.ts";
import type { Fetcher } from "../fetcher.ts";
import { text, toFields, toList, toRecords } from "../json-fields.ts";
import { batchesOf } from "../paging.ts";
import type { BookRequest } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";

/** The limit of GetMarketOrderbooks in the API's reference. */
const MAX_BOOKS_PER_REQUEST = 100;

/**
 * Books by ticker (docs.kalshi.com, GetMarketOrderbooks). Tickers are repeated parameters: joined by commas they count as
 * one ticker, whose book is empty.
 */
export async function fetchKalshiBooks(
  fetcher: Fetcher,
  base: string,
  markets: readonly BookRequest[],
): Promise<ReadonlyMap<string, OrderBook>> {
  const asked = new Set(markets.map(({ id }) => id));
  const books = new Map<string, OrderBook>();
  for (const tickers of batchesOf([...asked], MAX_BOOKS_PER_REQUEST)) {
    const query = new URLSearchParams(tickers.map((ticker) => ["tickers", ticker]));
    const list = toFields(await fetcher.json(`${base}/markets/orderbooks?${query}`))?.orderbooks;
    if (!Array.isArray(list)) throw new UpstreamError("unexpected", new URL(base).host);
    for (const [ticker, book] of readKalshiBooks(list)) if (asked.has(ticker)) books.set(ticker, book);
  }
  return books;
}

/**
 * Reads `[{ticker, orderbook_fp: {yes_dollars: [[price, contracts]], no_dollars}}]`, all of it text; what cannot be read
 * is left out. Both sides are bids, in any order; an empty side may be null.
 */
export function readKalshiBooks(list: unknown): ReadonlyMap<string, OrderBook> {
  const books = toRecords(list).flatMap((entry) => {
    const ticker = text(entry?.ticker);
    const book = toFields(entry?.orderbook_fp);
    if (ticker === null || book === null) return [];
    const [yes, no] = [toBids(book.yes_dollars), toBids(book.no_dollars)];
    if (yes === null || no === null) return [];
    return [[ticker, toOrderBook(yes, no.map(turnLevel))] as const];
  });
  return new Map(books);
}

/** Null for anything but a list or null. */
function toBids(side: unknown): readonly BookLevel[] | null {
  if (side !== null && !Array.isArray(side)) return null;
  return toList(side).flatMap((level) => {
    const [price, size] = toList(level);
    return toLevel(price, size);
  });
}
