import { type BookLevel, type OrderBook, toOrderBook } from "../../domain/orders/books.ts";
import { fetchSingleBooks, toLevel, turnLevel } from "../books.ts";
import type { Fetcher } from "../fetcher.ts";
import { text, toFields, toList, toRecords, toSegment } from "../json-fields.ts";
import { batchesOf } from "../paging.ts";
import type { BookPage, BookRequest } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";

/** The limit of GetMarketOrderbooks in the API's reference. */
const MAX_BOOKS_PER_REQUEST = 100;

/**
 * Books by ticker (docs.kalshi.com). Whether the batch address needs a key is not known: the reference says so of single
 * books too, which it gives without one. Once it refuses, single books are asked for until the process ends.
 */
export function openKalshiBooks(base: string) {
  let needsKey = false;
  return async function* fetchKalshiBooks(fetcher: Fetcher, markets: readonly BookRequest[]): AsyncGenerator<BookPage> {
    try {
      if (!needsKey) return yield* fetchBatches(fetcher, base, markets);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      needsKey = true;
    }
    yield* fetchSingleBooks(fetcher, markets, {
      toUrl: (ticker) => `${base}/markets/${toSegment(ticker)}/orderbook`,
      read: readKalshiBook,
    });
  };
}

const isRefusal = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.code === "http_401" || error.code === "http_403");

/**
 * By GetMarketOrderbooks. Tickers are repeated parameters: joined by commas they count as one ticker, whose book is
 * empty.
 */
async function* fetchBatches(
  fetcher: Fetcher,
  base: string,
  markets: readonly BookRequest[],
): AsyncGenerator<BookPage> {
  const asked = new Set(markets.map(({ id }) => id));
  for (const tickers of batchesOf([...asked], MAX_BOOKS_PER_REQUEST)) {
    const query = new URLSearchParams(tickers.map((ticker) => ["tickers", ticker]));
    const list = toFields(await fetcher.json(`${base}/markets/orderbooks?${query}`))?.orderbooks;
    if (!Array.isArray(list)) throw new UpstreamError("unexpected", new URL(base).host);
    yield new Map([...readKalshiBooks(list)].filter(([ticker]) => asked.has(ticker)));
  }
}

/** Reads a list of `{ticker, …}` with a book each; what cannot be read is left out. */
export function readKalshiBooks(list: unknown): ReadonlyMap<string, OrderBook> {
  const books = toRecords(list).flatMap((entry) => {
    const ticker = text(entry?.ticker);
    const book = readKalshiBook(entry);
    return ticker === null || book === null ? [] : [[ticker, book] as const];
  });
  return new Map(books);
}

/**
 * Reads `{orderbook_fp: {yes_dollars: [[price, contracts]], no_dollars}}`, all of it text; null where it is no book. Both
 * sides are bids, in any order; an empty side may be null.
 */
export function readKalshiBook(body: unknown): OrderBook | null {
  const book = toFields(toFields(body)?.orderbook_fp);
  if (book === null) return null;
  const [yes, no] = [toBids(book.yes_dollars), toBids(book.no_dollars)];
  return yes === null || no === null ? null : toOrderBook(yes, no.map(turnLevel));
}

/** Null for anything but a list or null. */
function toBids(side: unknown): readonly BookLevel[] | null {
  if (side !== null && !Array.isArray(side)) return null;
  return toList(side).flatMap((level) => {
    const [price, size] = toList(level);
    return toLevel(price, size);
  });
}
